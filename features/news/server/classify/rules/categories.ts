import { splitPhrases } from '#features/news/server/classify/phrases.ts';

/**
 * Phrases by the event that a company reports; the first event in a title wins. An article with such a phrase belongs to the
 * event's category even if it names no company.
 */
export const EVENT_PHRASES: Record<string, string> = {
  'Board Meetings': `board meeting, board meetings, board of directors meeting, board of directors meetings,
    meeting of the board of directors, meeting of board of directors, board to meet, board to consider, board meets,
    directors to meet, directors meet, board sits, board to sit, board of directors to meet`,
  'Financial Results': `financial results, financial result, quarterly results, annual results,
    half year results, half yearly results, quarterly accounts, annual accounts, half yearly accounts,
    financial statements, quarterly report for the period, transmission of quarterly report,
    transmission of annual report, transmission of half yearly report, profit after tax,
    profit after taxation, net profit, earnings per share, result preview, results preview,
    corporate results, companies profits, firms profits, companies earnings, firms earnings, banks profits, bank profits, corporate earnings, corporate profits, corporate profitability, results season,
    result season, earnings season`,
  Dividends: `dividend, dividends, bonus shares, bonus issue, interim cash, ex dividend, book closure,
    book closures, closure of share transfer books, share transfer books`,
};

/** Words that mean an event only in an article about a company or a sector. */
export const COMPANY_EVENT_WORDS: Record<string, string> = {
  'Financial Results': `profit, profits, PAT, EPS, earnings, earns, earned, bottom line, profitability,
    loss, losses, revenue, revenues, in the black, in black, back in black, in the red, sales slow,
    higher sales, topline, top line, net income,
    gross margin, gross margins, margins shrink, margins narrow, margins improve, margins recover, margins widen, margins hit, turnover, best quarter, into red, into the red, swings to, record surplus`,
  Dividends:
    'shareholders get, shareholders to get, pays shareholders, to pay shareholders, payout, payouts, pays out, bonus, interim payout, final payout',
};

/** A payment for each share, or of a fund for each unit, in a text without punctuation. */
export const PAYMENT_PER_SHARE =
  /\b(?:pays?|gives?|hands? out|receives?|get|rewards?|distributes?|okays?|approves?)\b.* Rs ?\d[\d ]* (?:per|a|each) (?:share|certificate)\b|\b(?:pays?|distributes?)\b.* Rs ?\d[\d ]* (?:interim|final)\b|\bdistributes?\b.* Rs ?\d[\d ]* (?:per|a) unit\b/i;

/** Figures that are results only in a title that names the company: "car sales" are those of an industry. */
export const OWN_FIGURES = splitPhrases('sales, deposits, margin, margins');

/** Phrases that contain a word of an event but do not mean one. */
export const NON_EVENT_PHRASES = splitPhrases(
  `profit taking, loss making, hydel profit, hydel profits, SBP profit, line losses, distribution losses, transmission losses, power sector losses, SOEs losses, SOE losses, system losses, job losses,
   crop losses, flood losses, loss of life, revenue collection, revenue target, revenue shortfall,
   Board of Revenue, tax revenue, peace dividend, peace dividends, demographic dividend,
   IMF executive board, IMF board meeting, IMF board to meet, World Bank board meeting, PCB board meeting,
   Topline Securities, Topline Research, Topline Pakistan, export earnings, freelancers earnings, tourism earnings,
   forex earnings, foreign exchange earnings`,
);

/** Keywords by category. The first category wins a tie. */
export const CATEGORY_KEYWORDS: Record<string, string> = {
  Energy: `electricity, power tariff, tariff hike, circular debt, LNG, RLNG, Nepra, Ogra, gas prices,
    gas tariff, petrol, petrol price, petroleum prices, diesel, power sector, solar, Discos, IPPs,
    power plants, gas discovery, oil discovery, oil and gas discovery, net metering, load shedding,
    hydropower, nuclear, refinery policy, power division, petroleum division, POL prices, POL levy,
    fuel adjustment, fuel charges, power tariffs, oil marketing, OMC, OMCs, dealers margin, refineries,
    exploration blocks, captive power, gas connections, petroleum dealers, power purchase, IPP, KE tariff,
    fuel prices, mmcfd, power producers, power rate, power rates, LPG, power bill, power bills,
    electricity bill, electricity bills, gas bill, gas bills, utility bills, power consumers, gas consumers,
    electricity consumers, net billing, wheeling charge, wheeling charges, fixed charges, quarterly adjustment,
    quarterly tariff adjustment, QTA, FCA, electricity duty, power subsidy, lifeline consumers, slab benefits,
    rooftop solar, solar panels, CTBCM, Discos privatisation, gas shortage, gas supply, power outages,
    oil production, gas production, gas field, oil field, gas well, oil well, restores production from,
    power generation, electricity generation, electricity demand, wind power, coal power, Thar coal, petroleum levy,
    petroleum products, LNG cargo, LNG cargoes, furnace oil, power breakdown, gas utilities, gas companies,
    discovers gas, discovers oil, discovers oil and gas, gas flow, gas flows, new well, gas find, oil find, gas reserves, oil reserves, hydrocarbon, Wapda, HSD, solarisation, oil tankers, captive, grid, Sui companies, motor spirit, wind projects, finds gas, finds oil, power companies`,
  'Banking & Finance': `SBP, SBP reserves, State Bank, credit cards, wallets, loans, deposits, Islamic finance, RDA, policy rate, monetary policy, interest rate, interest rates,
    T bills, treasury bills, PIBs, Kibor, sukuk, banks, banking, bank deposits, bond, bonds, Eurobond,
    insurance, mutual funds, microfinance, Raast, money market, lending, Islamic banking,
    branchless banking, Panda bond, T bill, insurers, solvency, fund managers, asset management,
    Islamic fund, income fund, mutual fund, Roshan Digital, digital payments, central bank, ADR,
    advances to deposit, PIB, banking sector, takaful, NBP Funds, Al Meezan, fund industry,
    private sector credit, agricultural credit, SME financing, consumer financing, banking spread, digital bank,
    digital banks, prize bonds, National Savings, money supply, open market operation, banking system, government securities, SCRA,
    pension funds, pension fund, bank account, bank accounts, account opening, modaraba, modarabas, NBFIs, leasing sector, fintech, financial inclusion`,
  Companies: `right shares, rights issue, acquisition, acquires, acquire, stake, merger, subsidiary, CEO,
    board of directors, material information, buyback, buy back, joint venture, commissions, plant,
    sponsor, delisting, corporate briefing, chief executive, disclosure of interest, annual general meeting,
    extraordinary general meeting, right issue, tender offer, public offer, shareholders,
    scheme of arrangement, makers raise prices, makers cut, non production days, target price,
    stock split, share split, plant shutdown, wholly owned subsidiary, divestment, demerger, capacity expansion,
    commercial operations, resumes production, halts production, suspends production, firm, maker, manufacturer, producer, processor`,
  Currency: `rupee, interbank, interbank market, exchange rate, forex, currency, PKR, open market rates,
    exchange companies, dollar rate, greenback, local unit, intra day dollar, open market,
    foreign exchange rates, foreign exchange rate, firm note, rupee firm, rupee firms, paisa, paisas, dirham, riyal`,
  Commodities: `gold, silver, gold price, gold prices, tola, crude, Brent, WTI, oil prices, cotton, wheat,
    copper, palm oil, commodities, cotton market, sugar prices, rice, sugar price, flour, ghee, cooking oil,
    oil falls, oil heads, oil extends, oil holds, oil up, oil down, oil rises, oil slips, oil gains,
    oil settles, oil edges, oil climbs, oil drops, oil jumps, oil steady, maize, maund, bullion,
    coal prices, spot rate, kerb, PCGA, vegetable prices, precious metals,
    crude futures, oil futures, gas futures, prices firm, rates firm, remains firm, firm trend, cotton arrivals, iron ore, 10 grams, edible oil, cotton prices, rice prices, wheat price, wheat prices`,
  World: `Wall Street, Fed, Federal Reserve, Nasdaq, Dow, S&P 500, Asian shares, Asian markets,
    Asian stocks, European shares, Nikkei, Hang Seng, China, Chinese, US, Trump, Europe, ECB, Opec,
    global markets, Japan, India, Indian, Ukraine, Russia, Tesla, Apple, world stocks, Gulf markets,
    Saudi bourse, Gulf bourses, Gulf stocks, Saudi index, bitcoin, crypto, New York, Hong Kong, Tokyo,
    London, European, European stocks, Israel, Israeli, Gaza, Iran, West Bank, Bank of Japan,
    Bank of England, US stocks, US economy, European Union, EU leaders, EU lawmakers, EU countries, UK, Mercosur, Seoul, dollar firms, dollar index, eurozone, Musk, tariffs on, MSCI,
    Asia markets, Asia shares, Asia stocks, Sensex, Nifty, FTSE, Kospi, Wall St, yen, yuan, lira, euro zone`,
  'Politics & Policy': `prime minister, PM, Shehbaz, cabinet, parliament, National Assembly, Senate,
    Supreme Court, high court, court, election, elections, PTI, PPP, PML, PML-N, president, minister,
    ordinance, ECC, policy, NAB, Punjab government, Sindh government, senator, lawmakers,
    Shehbaz Sharif, chief minister, governor, ministry, CCP, competition commission, competition watchdog,
    spectrum auction, EV policy, IHC, SHC, LHC, tribunal, MQM, JUI, opposition, coalition, Drap bans,
    ministers, regulator, standing committee, finance committee,
    cabinet committee, privatisation commission, unity government, federal government, coalition government,
    public accounts committee, Bilawal, Zardari, Nawaz, Maryam Nawaz, Imran Khan, Senate panel, NA panel, constitutional amendment, law minister`,
  Economy: `GDP, inflation, CPI, SPI, IMF, budget, FBR, tax, taxes, trade deficit, current account,
    remittances, exports, imports, fiscal deficit, LSM, large scale manufacturing, economy, economic,
    World Bank, ADB, debt, FDI, foreign investment, foreign exchange reserves, forex reserves, reserves,
    poverty, revenue collection, privatisation, PSDP, sales tax, withholding tax, EFF, CPEC, growth, Moody,
    Fitch, S&P, GST, levy, car sales, auto sales, sales, offtake, despatches, dispatches, output, shipments,
    exporters, traders, industrialists, FPCCI, KCCI, LCCI, SIFC, finance minister, finance ministry,
    Planning Commission, support price, farmers, credit rating, foreign direct investment, ADP, cigarettes,
    duty, freight, Gwadar, Reko Diq, MoUs, PMI, prices ease, super tax, consumer price index, consumer prices,
    consumer price inflation, sensitive price index, sensitive price indicator, wholesale price index,
    producer price index, price index, price indices, core inflation, food inflation, cost of living, unemployment,
    large scale, big industry, manufacturing sector, manufacturing output, government debt, govt debt, domestic borrowing, govt borrowing, govt borrows,
    government borrows, budgetary support, budgetary borrowing, fiscal operations, fiscal surplus, fiscal gap, primary surplus, primary balance,
    debt servicing, debt stock, debt profile, tax to GDP, development spending, federal spending, provincial surplus, cash surplus, provinces,
    privatisation proceeds, revenue target, tax target, foreign loans, debt repayments, external financing,
    jobless rate, labour force, exports to, imports from, export orders, GSP Plus, GSP, free trade, free trade agreement,
    free trade accord, FTA, trade deal, trade pact, trade agreement, trade accord, trade talks, preferential trade,
    trade surplus, trade gap, trade with, bilateral trade, balance of payments, external account, base year,
    customs, customs revenue, urea stocks, wheat stocks, sugar stocks, petrol stocks, fuel stocks, coal stocks, rice exports, rice exporters, wheat imports, cotton imports, sugar exports, repatriate,
    repatriation, tax collection, revenue shortfall, government borrowing, car financing,
    Expo Centre, industrial output, business confidence, textile exports, IT exports, food exports,
    staff level agreement, loan programme, external debt, public debt, domestic debt, tax relief, taxpayers,
    tax returns, tax net, minimum wage, finance bill, import bill, export, import, remittance, exporter, importers, growers, subsidies, receipts, gross domestic product, national accounts, NFC award`,
  Markets: `KSE, KSE-100, PSX, stocks, stock market, stock exchange, bourse, equities, shares, benchmark,
    bulls, bears, index, points, investors, trading session, profit taking, SECP, market capitalisation,
    equity market, IPOs, bullish, bearish, bull run, early trade, scrips, index heavy, free float,
    margin financing, 100 index, trading hours, exchange traded fund, circuit breaker, futures, KSE-30,
    KMI-30, market roundup, market wrap, market daily, closing bell,
    Pakistan Stock Exchange, oversubscribed, book building, IPO, scrip, share price, volume chart, upper lock, lower lock, upper limit, lower limit, upper circuit, lower circuit, upper cap, lower cap, NCCPL, CDC, stockbrokers, prospectus, capital market, settlement cycle, GEM Board, stocks lead, stocks rally, close higher,
    closes higher, lead gains, foreign portfolio investment, record high, all time high, selling pressure`,
};

const OFFICIAL_LENDERS =
  'ADB|AIIB|World Bank|Islamic Development Bank|IsDB|JICA|Saudi|Saudi Arabia|China|UAE|Kuwait|Qatar';
const FARM_GOODS =
  'atta|basmati|beef|chicken|cotton|edible oil|eggs?|flour|fruits?|ghee|lentils?|maize|meat|milk|mutton|onions?|palm oil|phutti|potato(?:es)?|poultry|pulses|rice|soybeans?|sugar|tomato(?:es)?|vegetables?|wheat';
const METALS_AND_FUELS = 'coal|copper|gold|iron ore|palladium|platinum|silver';
/** Companies, workers and volumes of the oil industry, which are not its price. */
const OIL_INDUSTRY =
  'and|companies|dealers|fields?|firms|imports|makers|marketing|mills|refiner\\w+|reserves|sales|scrips|sector|shares|spills?|stocks|supplies|tankers?|traders|wells?|workers';

/**
 * Subjects of main clauses of titles, without punctuation and "'s", that single words do not show: "Govt borrows Rs1.3tr from banks" is about the
 * budget, not about banks. All that match count.
 */
export const TITLE_PATTERNS: [category: string, RegExp][] = [
  [
    'Energy',
    /\b(?:gas|hydel|thermal|solar|wind|nuclear|RLNG|energy|fuel|electricity|(?<!Hub |Nishat |Saif |Lalpir )power)(?: sector)? (?:output|production|generation|consumption|demand|suppl(?:y|ies)|shortfall|shortages?|outages?|connections?|subsid(?:y|ies)|mix|sales|prices?|rates?|tariffs?|bills?|theft|users|consumers|debt|dues|receivables|arrears)\b|\b(?:on|for) (?:power|gas|electricity|fuel)\b/i,
  ],
  ['Energy', /\b(?:power|energy|petroleum) (?:regulator|ministry|minister|division|watchdog)\b/i],
  [
    'Energy',
    /\b(?:oil|crude)(?: and gas)? (?:output|production)\b|\d(?:mmcfd?|mmbtu|bpd)\b|\bbarrels (?:a|per) day\b|\bper unit\b/i,
  ],
  [
    'Banking & Finance',
    /\b(?:SME|agri|agricultur\w+|farm|housing|consumer|personal|private sector|microfinance|lenders?|banks?|banking)\b.*\b(?:loans?|credit|lending|financing|advances|deposits?|NPLs?|profitability)\b|\bnon performing loans\b/i,
  ],
  [
    'Banking & Finance',
    /\b(?:yields?|cut off|auction|bids?)\b.*\b(?:T bills?|treasury|PIBs?|sukuks?|bonds?)\b|\b(?:T bills?|treasury|PIBs?|sukuks?|bonds?)\b.*\b(?:yields?|cut off|auction|bids?)\b/i,
  ],
  [
    'Banking & Finance',
    /\bcurrency in circulation\b|\b(?:MPC|MPS|key rate|benchmark rate|(?<!(?:buyback|tax|duty|tariff|power|gas|profit|unit) )rate (?:cuts?|hikes?|pause)|\d+ ?bps)\b|\b(?:injects?|mops? up|open market operations?|OMOs?)\b/i,
  ],
  [
    'Currency',
    /\b(?:exchange companies|money changers|(?:currency|forex) dealers|^dollar\b.*\bRs ?\d+|dollar (?:rates?|buying|selling|shortage|supply|inflows?|hoard\w+|smugg\w+))\b/i,
  ],
  [
    'Commodities',
    new RegExp(
      `\\b(?:${FARM_GOODS}|${METALS_AND_FUELS})\\b(?: \\w+){0,3} (?:(?<!support )prices?|rates?|costlier|cheaper|dearer|(?:a|per) (?:kg|kilo|maund|tola|bag|dozen))\\b`,
      'i',
    ),
  ],
  [
    'Commodities',
    new RegExp(
      `^(?:oil|crude|Brent|WTI)(?: prices?| futures| oil)? (?!${OIL_INDUSTRY})(?:\\w+s|up|down|near|set|flat|steady|on)\\b`,
      'i',
    ),
  ],
  [
    'Politics & Policy',
    /\b(?<!(?:electricity|energy|food|fuel|gas|import|interest|oil|pension|power|subsidy|T|treasury|utility|wage) )bill\b/i,
  ],
  [
    'Politics & Policy',
    /^(?:(?:Federal|Sindh|Punjab|KP|Balochistan) )?(?:PM|Prime minister|[Cc]abinet|ECC|ECNEC|Senate|NA|National Assembly|Parliament|President|CM|CCP|NAB|PAC|SC|IHC|LHC|SHC|Supreme Court)\b/,
  ],
  [
    'Politics & Policy',
    /^(?:PM|CM|Prime minister|Chief minister|President)\b.*\b(?:approves|directs|forms|hails|inaugurates|launches|meets|okays|orders|seeks|takes notice|unveils|urges|vows|wants)\b/,
  ],
  [
    'Politics & Policy',
    /\b(?:CM|PAC|ECNEC|CDWP|envoy|ambassador|premier|parliamentary|(?:Senate|NA|cabinet|House) (?:body|panel|committee))\b/,
  ],
  [
    'Economy',
    /\b(?:govt|government|federal|centre|provinces?|provincial|public|sovereign|external|domestic|Pakistan)\b.*\b(?:borrow\w*|(?<!(?:power|circular|gas) )debt|deficit|surplus|expenditure|spending|outlays?|subsid(?:y|ies)|receipts|repay\w*|repaid)\b|\b(?:defence|development|current) (?:spending|outlay|expenditure)\b|\bsubsidy bill\b/i,
  ],
  ['Economy', new RegExp(`\\b(?:${FARM_GOODS}|tea)(?: \\w+)? (?:exports?|imports?|production|crop)\\b`, 'i')],
  [
    'Economy',
    /\b(?:LSM|LSMI|large scale|big industry|industrial|manufacturing|factory)\b.*\b(?:output|production|growth|grows?|grew|index|activity|slows?|expands?|contracts?|shrinks?|recovers?|rebounds?)\b/i,
  ],
  [
    'Economy',
    new RegExp(
      `\\b(?:${OFFICIAL_LENDERS})\\b.*\\b(?:lends?|loans?|tranche|financing|roll\\w* over|rollover|deposits?|refinanc\\w+|budget support)\\b`,
    ),
  ],
  ['Markets', /\b(?:IPOs?|book building)\b/i],
  [
    'Markets',
    /^(?:stock )?market (?:ends|closes|opens|falls|gains|recovers|turns|remains|rebounds|sheds|extends|up|down)\b/i,
  ],
  [
    'Markets',
    /\b(?:scrips?|share prices?|stock price|(?:upper|lower) (?:lock|limit|circuit|cap)|(?:share|trading) volumes?|volumes? (?:chart|leaders?)|market cap)\b/i,
  ],
  [
    'Markets',
    /\b(?:stocks|shares|equities|(?<!price )index|bourse|KSE 100|PSX)\b.*\b(?:rall\w+|rebounds?|gains?|sheds?|loses?|tumbles?|plunges?|slumps?|jumps?|soars?|surges?|drops?|falls?|rises?|climbs?|advances?|retreats?|ends?|closes?|opens?|higher|lower|up|down|dives?|flat|green|red|range bound|record|peak|high|low)\b/i,
  ],
];

/** Topics of regulators and of whole industries. Reports on them name companies that are not their main subject. */
export const REGULATED_TOPICS = splitPhrases(
  `Nepra, Ogra, tariff, tariffs, per unit, fuel adjustment, fuel charges, circular debt, gas prices, gas price,
   power division, petroleum division, LNG, RLNG, gas discovery, oil discovery, oil and gas discovery,
   discovers gas, discovers oil, discovers oil and gas, restores production from, oil production, gas production, gas flow, gas flows, new well, finds gas, finds oil, SBP, State Bank,
   policy rate, monetary policy, interest rates, T bills, treasury bills, PIBs, stocks, shares, index, bourse, PSX, KSE, scrip, scrips, share price,
   volume chart, upper lock, lower lock, upper limit, lower limit, upper circuit, lower circuit, upper cap, lower cap, privatisation`,
);

/** The publishers' section names by category. Sections such as "business" or "latest news" are too general for one. */
export const FEED_SECTIONS: Record<string, string> = {
  Markets: 'markets, market, stock market, stocks, psx, kse, equities',
  Economy: 'economy, pakistan economy, budget, taxation, trade',
  Companies: 'companies, company, corporate, company news',
  'Financial Results': 'earnings, results, financial results',
  'Board Meetings': 'board meetings',
  Dividends: 'dividends, dividend',
  Energy: 'energy, power, oil and gas, oil gas',
  'Banking & Finance': 'banking, banking finance, banking and finance, money, money banking, insurance',
  Commodities: 'commodities, commodity, gold, cotton',
  Currency: 'forex, currency, currencies, rupee',
  'Politics & Policy': 'politics, politics policy, policy',
  World: 'world, international, global markets',
};

/** The category of articles without any keyword. */
export const GENERAL_CATEGORY = 'General';

/** All categories that an article can have. */
export const CATEGORIES = [
  ...Object.keys(EVENT_PHRASES),
  ...Object.keys(CATEGORY_KEYWORDS),
  GENERAL_CATEGORY,
];
