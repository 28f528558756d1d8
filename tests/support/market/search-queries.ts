/**
 * What visitors type, by class, with what must come first: a symbol, `sector:CODE`, `index:CODE`, `SYMBOL#part`, or `none`. Several
 * right answers are separated by `|`. Written from the way people speak of the companies, before the search was tuned.
 */
export const SEARCH_QUERIES: Record<string, string> = {
  symbols: `
    luck = LUCK; HBL = HBL; ogdc = OGDC; mebl = MEBL; sys = SYS; psx:ffc = FFC; dgkc = DGKC; 786 = 786; cnergy = CNERGY; mari = MARI; pael = PAEL; efert = EFERT
  `,
  names: `
    lucky cement limited = LUCK; Pakistan State Oil = PSO; the searle company = SEARL; indus motor co = INDU; oil & gas development = OGDC; habib bank limited = HBL;
    honda atlas cars = HCAR; systems limited = SYS; engro fertilizers = EFERT; hub power company = HUBC; bank al-habib = BAHL; nishat mills ltd = NML; maple leaf cement = MLCF;
    interloop limited = ILP; kot addu power = KAPCO; international steels = ISL; pakistan aluminium beverage cans = PABC; k-electric = KEL; unity foods = UNITY;
    pakistan tobacco company = PAKT; thal limited = THALL; tariq glass industries = TGL
  `,
  nicknames: `
    ptcl = PTC; sngpl = SNGP; ssgc = SSGC; arl = ATRL; nishat = NML|NCL|NPL|NCPL; askari = AKBL; alfalah = BAFL; habib metro = HMB; hubco = HUBC; ogdcl = OGDC;
    kapco = KAPCO; nbp = NBP; bop = BOP; dg khan = DGKC; state oil = PSO; ke = KEL; mughal steel = MUGHAL; gul ahmed = GATM; abl = ABL; meezan = MEBL; faysal = FABL;
    prl = PRL; maple leaf = MLCF; pel = PAEL; airlink = AIRLINK; hum tv = HUMNL; pia = PIAHCLA; fauji cement = FCCL; arif habib = AHCL|AHL; jscl = JSCL; trakker = TPLT;
    standard chartered = SCBPL; engro corp = ENGROH; iil = INIL; isl = ISL
  `,
  brands: `
    toyota = INDU; haval = SAZEW; corolla = INDU; honda civic = HCAR; cd 70 = ATLH; isuzu = GHNI; massey ferguson = MTL; olpers = FCEPL; knorr = UPFL; milkpak = NESTLE;
    candyland = ISIL; panadol = HALEON; augmentin = GLAXO; palmolive = COLG; gold leaf = PAKT; nurpur = FFL; ufone = PTC; sona urea = FFC; sarsabz = FATIMA; bata = BATA;
    servis = SRVI; pearl continental = PSEL; dolmen mall = DCR; denizen = ANL; big bird = BBFL; prema milk = PREMA
  `,
  'unlisted brands': `
    kia = LUCK; peugeot = LUCK; kia sportage = LUCK; hyundai = NML; suzuki = PSMC; marlboro = PMPK
  `,
  'former names': `
    engro = ENGROH|EFERT; efoods = FCEPL; byco = CNERGY; shell = WAFI; ici = LCI; ffbl = FFC; silk bank = UBL|SILK; dawood hercules = ENGROH; gskch = HALEON; sapl = HPL;
    summit bank = BML; mari petroleum = MARI; ghnl = GAL; linde = PAKOXY
  `,
  sectors: `
    cement sector = sector:0804; banks = sector:0807; pharma = sector:0823; fertilizer stocks = sector:0809; it sector = sector:0828; oil marketing companies = sector:0821;
    sugar = sector:0826; textile sector = sector:0829; auto sector = sector:0801; insurance companies = sector:0812; refineries = sector:0825; power sector = sector:0824;
    tobacco shares = sector:0832; reits = sector:0836; auto parts = sector:0802; steel sector = sector:0808; modarabas = sector:0819
  `,
  indices: `
    kse 100 = index:KSE100; kse100 = index:KSE100; kse-30 = index:KSE30; kmi 30 = index:KMI30; kse 100 index = index:KSE100; kmi30 index = index:KMI30; 100 index = index:KSE100
  `,
  'parts of a company page': `
    luck dividend = LUCK#book-closures; hbl news = HBL#news; ogdc results = OGDC#board-meetings; dividend ffc = FFC#book-closures; mebl bonus = MEBL#book-closures;
    systems limited share price = SYS#prices; engro fertilizer results = EFERT#board-meetings; psx share price = PSX#prices; ptcl news = PTC#news; toyota dividend = INDU#book-closures;
    hubco book closure = HUBC#book-closures; lucky cement board meeting = LUCK#board-meetings; sngpl eps = SNGP#board-meetings; ubl signals = UBL#signals; news trg = TRG#news;
    pakistan petroleum ex date = PPL#book-closures; mari chart = MARI#prices
  `,
  'Urdu companies': `
    لکی سیمنٹ = LUCK; حبیب بینک = HBL; حبیب بنک لمیٹڈ = HBL; میزان بینک = MEBL; پاکستان اسٹیٹ آئل = PSO; پاکستان سٹیٹ آئل = PSO; فوجی فرٹیلائزر کمپنی = FFC; پی ٹی سی ایل = PTC;
    سوئي سدرن گيس = SSGC; ماری پٹرولیم = MARI; اینگرو = ENGROH; او جی ڈی سی ایل = OGDC; كے الیکٹرک = KEL; نشاط ملز = NML; یونائیٹڈ بینک = UBL; انڈس موٹر کمپنی = INDU;
    حب پاور = HUBC; نیسلے = NESTLE; پاکستان آئل فیلڈز = POL; بینک الفلاح ڈیویڈنڈ = BAFL#book-closures; لکی سیمنٹ خبریں = LUCK#news
  `,
  'Urdu sectors': `
    سیمنٹ = sector:0804; سیمنٹ سیکٹر = sector:0804; بینکنگ = sector:0807; کھاد = sector:0809; چینی = sector:0826; ٹیکسٹائل = sector:0829
  `,
  'typing errors': `
    luky cement = LUCK; meezn bank = MEBL; habib bnak = HBL|BAHL|HMB; toyta = INDU; pakistan petrolium = PPL; nestl = NESTLE; fatmia fertilizer = FATIMA; searl = SEARL;
    sazgaar = SAZEW; gul ahmad = GATM; colgat = COLG; ingro fertilizer = EFERT
  `,
  'what has no company': `changan = none; tapal tea = none; xyzzy = none`,
};

/** Returns the queries of a class with the answers that are right. */
export const parseQueries = (text: string): { query: string; right: string[] }[] =>
  text
    .split(';')
    .map((entry) => entry.split(' = '))
    .map(([query = '', right = '']) => ({ query: query.trim(), right: right.trim().split('|') }));
