import { splitPhrases } from '#features/news/server/classify/phrases.ts';

/** Names that the press uses in addition to those in the directory, capitalized or in upper case, by symbol. */
export const SHORT_NAMES: Record<string, string> = Object.fromEntries(
  `ASTL: Amreli, Amreli Steel; GGL: Ghani Global; PSEL: Pearl Continental;
   SNBL: Soneri; ABL: Allied Bank; AGTL: Al-Ghazi, Al Ghazi; SAPT: Sapphire Textile; ABOT: Abbott Laboratories, Abbott Pakistan, Abbott, Abbot; AGHA: Agha Steel; AGIL: Agriauto, Agriauto
   Industries; AGL: Agritech; AGP: AGP Limited; AIRLINK: Air Link, Airlink, Airlink Communication; AKBL: Askari Bank;
   AKDSL: AKD Securities; AKZO: Akzo Nobel, AkzoNobel; AMTEX: Amtex; ARPL: Archroma; ARUJ: Aruj; ATLH: Honda motorcycle,
   Honda motorcycles, Honda bike, Honda bikes, Honda CD 70, Honda CG 125, Honda 125, Honda Pridor; ATRL: Attock Refinery;
   AVN: Avanceon; BAFL: Alfalah, Bank Alfalah, Alfalah Bank; BAHL: Bank AL Habib, Bank Al-Habib, Al-Habib, Al Habib; BATA: Bata; BBFL: Big
   Bird; BERG: Berger, Berger Paints; BFAGRO: Barkat Frisian; BIFO: Biafo; BIPL: BankIslami, Bank Islami; BNL: Bunny
   Limited, Bunny Ltd; BOP: Bank of Punjab; BPL: Burshane; BUXL: Buxly; BWCL: Bestway, Bestway Cement; CNERGY: Cnergyico;
   COLG: Colgate, Colgate Palmolive; DADX: Dadex; DGKC: DG Khan Cement, D.G. Khan Cement, DG Cement; DYNO: Dynea; ECOP:
   Ecopack; EFERT: Engro Fertilizers, Engro Fertilizer, Engro Fertilisers, EFert; ENGRO: Engro Corporation, Engro Corp;
   ENGROH: Engro, Engro Holdings; EPCL: Engro Polymer; EXIDE: Exide; FATIMA: Fatima Fertilizer, Fatima Fertiliser, Fatima
   Group, Fatima Fertilizers; FCCL: Fauji Cement; FCEPL: FrieslandCampina, FrieslandCampina Engro; FEROZ: Ferozsons;
   FFBL: Fauji Fertilizer Bin Qasim; FFC: Fauji Fertilizer, Fauji Fertiliser; FFL: Fauji Foods; FML: Feroze1888; GADT:
   Gadoon Textile; GAL: Ghandhara Automobiles, Gandhara Automobiles; GATI: Gatron; GATM: Gul Ahmed; GLAXO: GSK Pakistan,
   GlaxoSmithKline, GSK; GLPL: Gillette; GSKCH: GSK Consumer Healthcare; GTYR: Ghandhara Tyre, General Tyre; GWLC:
   Gharibwal; HALEON: Haleon; HASCOL: Hascol; HBL: Habib Bank; HCAR: Honda Atlas, Honda Atlas Cars, Honda City, Honda
   Civic, Honda BR-V, Honda HR-V, Honda cars, Honda car, Honda Cars; HINO: Hinopak; HINOON: Highnoon, High Noon; HMB: HabibMetro, Habib Metro,
   Habib Metropolitan; HPL: Hoechst, Sanofi Pakistan; HUBC: Hub Power, Hubco, Hub Power Company; HUMNL: Hum Network;
   IBLHL: IBL Healthcare; ILP: Interloop; IMS: Intermarket Securities; INDU: Indus Motor, Toyota Indus, Toyota, IMC
   Toyota, Toyota Pakistan; IPAK: IPAK; ISL: International Steels; JSCL: Jahangir Siddiqui and Company, JSCL; JSGCL: JS
   Global; JVDC: Javedan; KAPCO: Kot Addu Power, Kapco; KEL: K-Electric, KElectric, KE; KSBP: KSB, KSB Pumps; LCI: Lucky
   Core; LINDE: Linde; LOTCHEM: Lotte Chemical, Lotte; LPL: Lalpir; LUCK: Lucky Cement; MACFL: Macpac; MACTER: Macter;
   MARI: Mari Energies, Mari Petroleum, Mari Gas; MCB: MCB Bank, Muslim Commercial Bank; MEBL: Meezan Bank, Meezan; MEHT:
   Mahmood Textile; MFFL: Mitchell Fruit Farms, Mitchells; MFL: Matco; MLCF: Maple Leaf, Maple Leaf Cement; MTL: Millat
   Tractors; MUGHAL: Mughal Steel, Mughal Iron, Mughal Steels; NATF: National Foods; NBP: National Bank of Pakistan;
   NESTLE: Nestle Pakistan, Nestlé Pakistan, Nestle, Nestlé; NETSOL: NetSol; NICL: Nimir Industrial, Nimir Chemicals;
   NML: Nishat Mills; NRL: National Refinery; OGDC: OGDCL, Oil and Gas Development Company, Oil and Gas Development;
   OTSU: Otsuka; PABC: Pakistan Aluminium Beverage; PAEL: Pak Elektron, PEL; PAKQATAR: Pak-Qatar Family; PAKRI: Pakistan Reinsurance; PAKT: Pak Tobacco; PIAHCLA: PIA, Pakistan International Airlines; PIBTL: International Bulk
   Terminal, PIBT; PICT: Pakistan International Container Terminal, International Container Terminal; PKGP: Pakgen; PMPK:
   Philip Morris; PNSC: National Shipping Corporation; POL: Pakistan Oilfields; PPL: Pakistan Petroleum; PQGTL: Pak-Qatar
   General; PREMA: At-Tahur; PRL: Pakistan Refinery; PSMC: Pak Suzuki, Suzuki Motor, Suzuki;
   PSO: Pakistan State Oil, Pakistan State Oil Company; PTC: PTCL, Pakistan Telecommunication Company, PTCL Group, Ufone; SAPL: Sanofi,
   Sanofi Aventis; SAZEW: Sazgar, Haval; SCBPL: Standard Chartered Pakistan, Standard Chartered Bank Pakistan, Standard
   Chartered, StanChart; SEARL: Searle, Searle Pakistan; SGF: Service Global Footwear, Service GlobalFootwear; SHEL:
   Shell Pakistan, Shell; SHEZ: Shezan; SHFA: Shifa International, Shifa; SIEM: Siemens, Siemens Pakistan; SITC: Sitara
   Chemicals; SLGL: Secure Logistics Group, Secure Logistics; SNGP: SNGPL, Sui Northern; SSGC: Sui Southern; STL:
   Supernet; STPL: Siddiqsons; STYLERS: Stylers; SYS: Systems Ltd, Systems Limited; TELE: Telecard; THALL: Thal Limited;
   THCCL: Thatta Cement; TOMCL: Organic Meat; TOWL: Towellers; TPLT: TPL Trakker; TREET: Treet, Treet Corp; TRG: TRG Pakistan, TRG
   Pak; TRIPF: Tri-Pack; UBL: United Bank; UBLPETF: UBL Pakistan Enterprise ETF; UNITY: Unity Foods, Sunridge; UPFL:
   Unilever Pakistan, Unilever Foods, Unilever; WAFI: Wafi Energy, Wafi; WTL: WorldCall, Worldcall Telecom; WYETH: Wyeth; ZAL:
   Zarea`
    .split(';')
    .map((entry) => entry.split(':').map((part) => part.trim())),
);

/**
 * Symbols that are also words or institutions. A text mentions these companies only by name, or with a hint like
 * "(PSX: IMAGE)".
 */
export const AMBIGUOUS_SYMBOLS = new Set(
  `ADAMS AGHA AGP ARM ASC ASIC BATA BELA BERG BML BOP BPL BRR CASH CCM CLOUD COST CSM CTM CYAN DCL DCR DEL DLL DMC DOL DSL DYNO EMCO ENGL
   EXTR FATIMA FCL FECM FEM FEROZ FIL FIM FML GAIL GAL GDL GIL GOC GRR HAL HCL HINO HMM HPL HSM ICCI ICI ICL ILTM IMAGE IML IMS KCL KML LEUL
   LIVEN LOADS LPL MARI MERIT META MFL MOIL MOON MUGHAL NEXT NIB NICL NPL ORM PACE PGF PIF PIL PIM PMI POWER PPP PSX PTC PTL RCML
   REDCO REGAL RPL RUBY SAIF SALT SANE SBL SEL SEPCO SERF SFL SGF SHEL SIEM SILK SING SML SPL SRR STL SYM TBL TELE THAS TICL UNIC
   UNITY WAVES WHALE ZAHID ZAL ZUMA`.split(/\s+/),
);

/**
 * Phrases that contain a company's name or symbol but mean something else. The exchange is a company too, but texts
 * rarely mean it as one: see `mentionsExchangeAsCompany`.
 */
export const NON_COMPANY_PHRASES = [
  'Pakistan Stock Exchange',
  'Pakistan Stock Exchange Limited',
  'Pakistan Stock Exchange Ltd',
  'Pakistan Petroleum Dealers',
  'Pakistan Tobacco Board',
  'Al Meezan',
  'HBL PSL',
  'HBL Pakistan Super League',
  'POL prices',
  'POL products',
  'POL levy',
  'POL sales',
  'POL rates',
  'PIA Colony',
  'KE Medical',
  'Gadoon Amazai',
];

/** Names that mean a company only in "Lucky's kiln" or "Lucky posts profit", by symbol. */
export const OWNERS: Record<string, string> = {
  ABL: 'Allied',
  CHCC: 'Cherat',
  DGKC: 'DG Khan',
  GADT: 'Gadoon',
  INDU: 'IMC',
  KOHC: 'Kohat',
  MTL: 'Millat',
  AKBL: 'Askari',
  AICL: 'Adamjee',
  FABL: 'Faysal',
  FATIMA: 'Fatima',
  FFC: 'Fauji',
  GHGL: 'Ghani',
  JSBL: 'JS',
  LUCK: 'Lucky',
  MUGHAL: 'Mughal',
  NML: 'Nishat',
  PKGS: 'Packages',
  RMPL: 'Rafhan',
  SAPT: 'Sapphire',
  SRVI: 'Service',
  SYS: 'Systems',
};

/** Words that follow what a company owns or reports. */
export const BUSINESS_WORDS = new Set(
  `acquisition arm assets bid block blocks board bottom branches business ceo contract cfo chairman chief creditors debt deposits dividend earnings eps expansion exports factory
   franchise income kiln lenders line loss losses margin margins mill mills order orders output park pat payout plant plants production profit profits project projects
   results revenue revenues sale sales shareholders shares stake subsidiary topline turnover unit volumes`.split(
    /\s+/,
  ),
);

/** What companies do in headlines. */
export const COMPANY_VERBS = new Set(
  `acquire acquires announce announces appoint appoints bags books buy buys cuts declares earns expands halts incurs install installs invest invests
   launch launches names okays pay pays plans posts raise raises recommends reports restart restarts resume resumes secures sell sells shut shuts
   sign signs suspends wins`.split(/\s+/),
);

/** Symbols that headlines use for institutions, parties and terms, so that only a result or a payout shows that a company is meant. */
export const INSTITUTIONS = new Set(
  `AGP ARM CASH COST GAIL GOC HAL HCL ICCI ICI IMAGE META NEXT NPL PIF PIM PMI POWER PPP PTC SALT SBL SEPCO SHEL TELE`.split(
    ' ',
  ),
);

/** Words after a company's name that make it the name of a subsidiary, unless they are part of the listed name. */
export const SUBSIDIARY_WORDS = new Set(
  'connect electric elengy energy enfrash hydro microfinance power powergen solar thar ventures vopak wind'.split(
    ' ',
  ),
);

/** Brokers, their holding companies and a rating agency, which are quoted in articles about other companies. */
export const QUOTED_COMPANIES = new Set(
  'AHCL AHL AKDSL BIPLS DEL EFGH FCEL FNEL GEMPACRA IFSL IMS ITSL JSCL JSGCL NEXT TSBL'.split(' '),
);

/** Companies whose name without "Pakistan" is also that of the foreign parent. */
export const FOREIGN_PARENTS = new Set(
  `ABOT AKZO ARPL BATA BERG COLG EXIDE GLAXO GLPL GSKCH HALEON LINDE LOTCHEM NESTLE OTSU PMPK PSMC SAPL SCBPL SHEL SIEM
   UPFL WYETH`.split(/\s+/),
);

/** Names of foreign parents, partners and brands of companies that have a name of their own in Pakistan. */
export const FOREIGN_BRANDS = new Set(
  splitPhrases(
    'bestway,haval,hoechst,honda bike,honda bikes,honda car,honda cars,honda city,honda civic,honda motorcycle,honda motorcycles,ksb,toyota',
  ),
);

/** Words after a company's name that make it the name of a fund, a charity or an event. */
export const OTHER_ORGANIZATIONS = new Set(
  'amc etf foundation fund funds investments mall pmi psl university hospital hospitals reit trust modaraba'.split(
    ' ',
  ),
);

/** Lower-case words after a company's name that make it the name of another place: "Meezan restaurant". */
export const VENUE_WORDS = new Set('college hotel mosque restaurant school'.split(' '));

/** Words between a company's name and one of the above: "HBL Money Market Fund", "UBL Asset Management". */
export const FUND_WORDS = new Set(
  `asset balanced bank cash consumer energy enterprise equity exchange financial gateway ghp government growth income index investment
   islamic limited ltd manufacturing market money mutual pakistan pension savings sector securities shariah sovereign stock
   term total traded treasury value`.split(/\s+/),
);

/**
 * Second words that identify a company together with the first: "Century Paper" for Century Paper & Board Mills. Names of
 * persons and places are thus not shortened to two words.
 */
export const INDUSTRY_WORDS = new Set(
  `abadgars automobiles battery biosciences brewery cables castings cement ceramics chemical chemicals chemworld cloth concrete cotton
   dairies datacom denim dyeing electric elektron energy engineering eternit fabrics fertilizer fibres films finishing foods
   footwear fruit general glass healthcare insurance iron knitwear laboratories life logistics lubricants maize mauser metropolitan
   motor motors network oil oxychem packages packaging paints paper peroxide petroleum pharma polyester polymer power
   powergen pumps refinery reinsurance resins securities silk spinning steel steels sugar synthetics takaful technologies
   telecom textile textiles tiles tobacco towel tractors tyre tyres weaving wheels woollen`.split(/\s+/),
);

/** Further words that follow a company's name: "Cherat cement", "Meezan bank". */
export const NAME_TAIL_WORDS = new Set(
  'and bank company corporation group holdings industries limited mills modaraba'.split(' '),
);

/**
 * First words of company names that are also ordinary words, or places with other companies of the industry. In "Lucky
 * cement makers" or "Quetta textile workers" they are not part of a name.
 */
export const ORDINARY_WORDS = new Set(
  `air allied arctic artistic associated atlas balochistan baluchistan bannu big blessed blue brothers capital century chakwal chenab
   climax clover colony crescent data descon diamond dominion east escorts extraction fast fine first flying frontier gadoon
   golden good globe hallmark hub ideal image imperial island jubilee khairpur landmark leather liven loads lucky maple
   media merit metropolitan mirpurkhas next oil organic orient pace packages panther paramount pioneer popular power
   premier premium progressive prosperity quantum quetta ravi regal reliance sanghar sapphire sargodha secure security service shield
   signature silver southern standard summit sunrays sunshine symmetry systems thatta transmission treet trust united
   unity waves zephyr`.split(/\s+/),
);

/**
 * Words that make the industry of a name an ordinary word: "Pakistan petroleum prices" and "National refinery policy" are
 * about the country.
 */
export const INDUSTRY_TOPIC_WORDS = new Set(
  `association associations board consumer consumers consumption crisis dealer dealers demand duties duty export exporter exporters exports
   import importer importers imports industry levy makers manufacturers policy price prices rates sector shortage shortages smuggling
   subsidy supplies supply tariff tariffs tax taxes trade traders users`.split(/\s+/),
);

/** First words that are too general for a name of two words. */
export const GENERAL_WORDS = new Set(
  `asia business capital east english first general global international japan karachi khyber national new pak pakistan
   premium punjab quality sindh southern standard united universal`.split(/\s+/),
);
