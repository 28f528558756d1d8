/** Names that the press uses in addition to those in the directory, capitalized or in upper case, by symbol. */
export const SHORT_NAMES: Record<string, string> = Object.fromEntries(
  `ABL: Allied Bank; ABOT: Abbott Laboratories, Abbott Pakistan; AGIL: Agriauto; AGL: Agritech;
   AGP: AGP Limited; AIRLINK: Air Link, Airlink; AKBL: Askari Bank; AKDSL: AKD Securities;
   ATRL: Attock Refinery; AVN: Avanceon; BAFL: Alfalah, Bank Alfalah; BAHL: Bank AL Habib, Bank Al-Habib;
   BFAGRO: Barkat Frisian; BIPL: BankIslami, Bank Islami; BNL: Bunny Limited, Bunny Ltd;
   BOP: Bank of Punjab; BPL: Burshane; CNERGY: Cnergyico; DGKC: DG Khan Cement, D.G. Khan Cement, DG Cement;
   EFERT: Engro Fertilizers, Engro Fertilizer, Engro Fertilisers, EFert;
   ENGRO: Engro Corporation, Engro Corp; ENGROH: Engro, Engro Holdings; EPCL: Engro Polymer;
   FATIMA: Fatima Fertilizer, Fatima Fertiliser, Fatima Group; FCCL: Fauji Cement;
   FCEPL: FrieslandCampina, FrieslandCampina Engro; FEROZ: Ferozsons; FFBL: Fauji Fertilizer Bin Qasim;
   FFC: Fauji Fertilizer, Fauji Fertiliser; FFL: Fauji Foods; FML: Feroze1888;
   GAL: Ghandhara Automobiles, Gandhara Automobiles; GATI: Gatron; GATM: Gul Ahmed;
   GLAXO: GSK Pakistan, GlaxoSmithKline; GTYR: Ghandhara Tyre, General Tyre; GWLC: Gharibwal;
   HALEON: Haleon; HASCOL: Hascol; HBL: Habib Bank; HCAR: Honda Atlas, Honda Atlas Cars; HINO: Hinopak;
   HINOON: Highnoon; HMB: HabibMetro, Habib Metro, Habib Metropolitan;
   HUBC: Hub Power, Hubco, Hub Power Company; HUMNL: Hum Network; ILP: Interloop;
   IMS: Intermarket Securities; INDU: Indus Motor, Toyota Indus; JSGCL: JS Global; JVDC: Javedan;
   KAPCO: Kot Addu Power, Kapco; KEL: K-Electric, KElectric; LCI: Lucky Core; LOTCHEM: Lotte Chemical;
   LPL: Lalpir; LUCK: Lucky Cement; MARI: Mari Energies, Mari Petroleum, Mari Gas;
   MCB: MCB Bank, Muslim Commercial Bank; MEBL: Meezan Bank, Meezan; MEHT: Mahmood Textile;
   MFFL: Mitchell Fruit Farms, Mitchells; MFL: Matco; MLCF: Maple Leaf, Maple Leaf Cement;
   MTL: Millat Tractors; MUGHAL: Mughal Steel, Mughal Iron; NBP: National Bank of Pakistan;
   NESTLE: Nestle Pakistan, Nestlé Pakistan, Nestle, Nestlé; NETSOL: NetSol; NML: Nishat Mills;
   NRL: National Refinery; OGDC: OGDCL, Oil and Gas Development Company, Oil and Gas Development;
   PAEL: Pak Elektron, PEL; PAKT: Pak Tobacco; PIAHCLA: PIA, Pakistan International Airlines;
   PIBTL: International Bulk Terminal; PKGP: Pakgen; PNSC: National Shipping Corporation;
   POL: Pakistan Oilfields; PPL: Pakistan Petroleum; PREMA: At-Tahur; PRL: Pakistan Refinery;
   PSMC: Pak Suzuki, Suzuki Motor; PSO: Pakistan State Oil; PTC: PTCL, Pakistan Telecommunication Company;
   SAZEW: Sazgar; SCBPL: Standard Chartered Pakistan, Standard Chartered Bank Pakistan; SEARL: Searle;
   SGF: Service Global Footwear; SHEL: Shell Pakistan; SHEZ: Shezan; SHFA: Shifa International;
   SNGP: SNGPL, Sui Northern; SSGC: Sui Southern; STPL: Siddiqsons; SYS: Systems Ltd, Systems Limited;
   TELE: Telecard; THALL: Thal Limited; THCCL: Thatta Cement; TOMCL: Organic Meat; TREET: Treet;
   TRG: TRG Pakistan, TRG Pak; UBL: United Bank; UBLPETF: UBL Pakistan Enterprise ETF; UNITY: Unity Foods;
   UPFL: Unilever Pakistan, Unilever Foods; WAFI: Wafi Energy; WTL: WorldCall, Worldcall Telecom; ZAL: Zarea`
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
];

/** Brokers, their holding companies and a rating agency, which are quoted in articles about other companies. */
export const QUOTED_COMPANIES = new Set(
  'AHCL AHL AKDSL BIPLS DEL EFGH FCEL FNEL GEMPACRA IFSL IMS ITSL JSCL JSGCL NEXT TSBL'.split(' '),
);

/** Companies whose name without "Pakistan" is also that of the foreign parent. */
export const FOREIGN_PARENTS = new Set(
  `ABOT AKZO BATA BERG COLG EXIDE GLAXO GLPL GSKCH HALEON LINDE LOTCHEM NESTLE OTSU PMPK PSMC SAPL SCBPL SHEL SIEM
   UPFL WYETH`.split(/\s+/),
);

/** Words after a company's name that make it the name of a fund, a charity or an event. */
export const OTHER_ORGANIZATIONS = new Set(
  'amc etf foundation fund funds mall pmi psl university hospital hospitals reit trust modaraba'.split(' '),
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
  `battery brewery cables cement ceramics chemical chemicals cloth cotton denim dyeing electric elektron energy engineering
   fertilizer fibres foods fruit general glass insurance iron knitwear laboratories life maize metropolitan motor motors oil
   packages packaging paints paper petroleum pharma polymer power refinery silk spinning steel steels sugar telecom textile
   textiles tiles tobacco tractors tyre tyres weaving woollen`.split(/\s+/),
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
