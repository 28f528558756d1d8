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
  'Roman Urdu': `
    cheeni = sector:0826; chini = sector:0826; bijli = sector:0824; bijlee = sector:0824; dawai = sector:0823; dawa = sector:0823; kapra = sector:0829; kapray ki company = sector:0829; loha = sector:0808; gari = sector:0801;
    gaari ki companies = sector:0801; khaad = sector:0809; cement ka share = sector:0804; cement ke shares = sector:0804; bank ke share = sector:0807; hbl ka share = HBL; ogdc ki price = OGDC#prices;
    pso ka rate = PSO#prices; engro ke results = ENGROH#board-meetings; tail aur gas = sector:0820; sona khaad = FFC; kaghaz = sector:0822; ffc ka munafa = FFC#book-closures; tambaku = sector:0832
  `,
  'brands of the shelf': `
    omore = FCEPL; konnect = HBL; pel = PAEL; murree = MUREB; pel ac = PAEL; tarang = FCEPL; olpers milk = FCEPL; capstan = PAKT; nurpur butter = FFL; brite surf = COLG; surbex z = ABOT; corolla altis = INDU; haval h6 = SAZEW;
    sportage = LUCK; civic rs = HCAR; pc bhurban = PSEL; sui gas = SNGP|SSGC; k electric bill = KEL; rose petal tissue = PKGS; sunridge atta = UNITY; coke = none; pepsi = none; tapal danedar = none; foodpanda = none
  `,
  'Urdu, also of one word': `
    لکی = LUCK; اینگرو = ENGROH; حبیب = HBL; چینی = sector:0826; بجلی = sector:0824; دوا = sector:0823; کپڑا = sector:0829; لوہا = sector:0808; فوجی = FFC; مغل = MUGHAL; فاطمہ = FATIMA; لکی سیمنٹ کا شیئر = LUCK; بینک = sector:0807; سازگار = SAZEW; عارف حبیب = AHCL|AHL
  `,
  'errors of two letters': `
    lucki sement = LUCK; mezaan bank = MEBL; habeeb bank = HBL; sazgr enginering = SAZEW; intrlup = ILP; pakistn petrolem = PPL; nashnal foods = NATF; sersle = SEARL; engroo fertlizer = EFERT; systims limitid = SYS; fauji fertlizr = FFC;
    ghandara = GHNI|GAL|GTYR; cheraat cemnt = CHCC; maplleaf cemnt = MLCF; attck petrolium = APL; tareeq glass = TGL; haighnoon = HINOON
  `,
  'indices, in other words': `
    index 100 = index:KSE100; index = index:KSE100; 100 index today = index:KSE100; kse index = index:KSE100; index 30 = index:KSE30|index:KMI30; kmi30 = index:KMI30; kse all share = none
  `,
  'persons and other things that are no company': `
    imran khan = none; arif habib = AHCL|AHL; bilawal bhutto = none; mian mansha = none; mohammad ali tabba = none; warren buffett = none; donald trump = none; asim munir = none; hafeez shaikh = none; malik riaz = none;
    maryam nawaz = none; gold rate = none; dollar rate = none; weather = none; petrol price = none|sector:0821
  `,
  'errors of letters, more': `
    sui nothern gas = SNGP; pakistan oil feilds = POL; mapel leaf cemnt = MLCF; fawji cement = FCCL; faugi foods = FFL; nastle = NESTLE; nestel pakistan = NESTLE; hubko = HUBC; kapko = KAPCO;
    meesan = MEBL; mizan bank = MEBL; askary bank = AKBL; bank alfala = BAFL; bank al flah = BAFL; habib metropoliton = HMB; natonal bank = NBP; punjab bnk = BOP; standerd chartered = SCBPL;
    js bnk = JSBL; inter loop = ILP; interlop = ILP; gul ahmd textile = GATM; nishat mils = NML; kohinor = KTML|KML|KOHE; azgrad nine = ANL; sapphir textile = SAPT; gadon textile = GADT;
    artistik denim = ADMM; feroze 188 = FML; mari petrolum = MARI; attock petrolem = APL; attok cement = ACPL; natinal foods = NATF; colgate palmoliv = COLG; unilevr = UPFL; murre brewery = MUREB;
    shezzan = SHEZ; fresland = FCEPL; rafhn = RMPL; pak tabaco = PAKT; sistem limited = SYS; trg pakstan = TRG; netsole = NETSOL; airlnk = AIRLINK; avancon = AVN; worldcal = WTL; hum netwrk = HUMNL;
    ptcll = PTC; searl company = SEARL; abot = ABOT; glaxo smith = GLAXO; haleeon = HALEON; feroz sons = FEROZ; highnoon labortories = HINOON; citi farma = CPHL; ibl helthcare = IBLHL;
    indus moter = INDU; honda atlass = HCAR; atls honda = ATLH; milat tractors = MTL; gandhara automobile = GAL; pak suzki = PSMC; sazgarr = SAZEW; thal limted = THALL; panthr tyre = PTL;
    agriato = AGIL; loads ltd = LOADS; internatonal steel = ISL; aisha steal = ASL; amreli stel = ASTL; mughl steel = MUGHAL; cresent steel = CSAP; agha stel = AGHA; tariq glas = TGL; gani glass = GHGL;
    shabir tiles = STCL; pakages = PKGS; centry paper = CEPB; lucki core = LCI; lote chemical = LOTCHEM; engroo polymer = EPCL; sitra chemical = SITC; itehad chemical = ICL; descn oxychem = DOL;
    arkroma = ARPL; adamji insurance = AICL; jubili life = JLICL; efu lyfe = EFUL; dolmin city = DCR; pibtl share = PIBTL; javedon = JVDC; jdw sugr = JDWS; al abas sugar = AABS;
    mirpur khas sugar = MIRKS; faran suger = FRSM
  `,
  'Roman Urdu, more': `
    lucki cement ka share = LUCK; ogdc ka rate = OGDC#prices; hbl kitne ka hai = HBL; meezan ka munafa = MEBL#book-closures; engro ka dividend kab = ENGROH#book-closures|EFERT#book-closures;
    ptcl share kitne ka = PTC; sugar mill = sector:0826; cheeni wali = sector:0826; ganne ki mill = sector:0826; gehun = none; chawal = none; dawaiyon ki company = sector:0823;
    medicine company = sector:0823; loha company = sector:0808; sariya rate = sector:0808; gaariyan = sector:0801; motor cycle = sector:0801|ATLH; tractor company = sector:0801;
    khaad company = sector:0809; kapas = none|sector:0830|sector:0829; kapray ki mill = sector:0829; tel company = sector:0821|sector:0820; gas company = SNGP|SSGC|sector:0820|sector:0821;
    bijli ghar = sector:0824; bijli ka share = sector:0824; bank ka share = sector:0807; bankon ke share = sector:0807; sheesha company = sector:0811; juta = sector:0816; cigarette = sector:0832;
    cement companies = sector:0804; simant ka share = sector:0804; insurance wali = sector:0812; jahaz company = sector:0833; telecom company = sector:0828; software house = sector:0828;
    textile mill = sector:0829; sabun = none|sector:0810; makan = sector:0838
  `,
  'indices and questions': `
    kse 100 aaj = index:KSE100; aaj ka index = index:KSE100; index kitna hai = index:KSE100; kse-100 index today = index:KSE100; psx index today = index:KSE100; kse30 index = index:KSE30;
    30 ka index = index:KSE30; kmi30 aaj = index:KMI30; hundred ka index = index:KSE100; sau index = index:KSE100; index hundred points = index:KSE100; kse all = none
  `,
  'Urdu, more': `
    پاکستان آئل = POL|PSO; ہب پاور = HUBC; حب پاور کا شیئر = HUBC; میزان کا شیئر = MEBL; ایم سی بی بینک = MCB; بینک آف خیبر = BOK; سونیری = SNBL; اٹلس ہونڈا = ATLH; ہونڈا = HCAR|ATLH; سوزوکی = PSMC;
    پاک الیکٹرون = PAEL; کے الیکٹرک کا ریٹ = KEL#prices; سیمنٹ کے شیئر = sector:0804; سیمنٹ کمپنیاں = sector:0804; بجلی کمپنی = sector:0824; بینکوں کے شیئر = sector:0807; دوا ساز = sector:0823;
    گاڑیوں کی کمپنی = sector:0801; چینی کی ملیں = sector:0826; کپڑے کی مل = sector:0829; کھاد کمپنی = sector:0809; لوہے کی کمپنی = sector:0808; تیل کمپنی = sector:0821|sector:0820;
    آج کا انڈیکس = index:KSE100; سونا = none; ڈالر = none; عمران خان = none; نواز شریف = none; ماری گیس = MARI; چیراٹ = CHCC; میپل لیف سیمنٹ = MLCF; پائنیر = PIOC; فوجی سیمنٹ = FCCL; فوجی فوڈز = FFL;
    نشاط چونیاں = NCL; انٹرلوپ = ILP; سرل کمپنی = SEARL; ایبٹ = ABOT; سسٹم لمیٹڈ = SYS; ایئرلنک = AIRLINK; ٹی پی ایل = TPL|TPLP; یونٹی = UNITY; مری بروری = MUREB; نیسلے پاکستان = NESTLE;
    اینگرو فرٹیلائزر = EFERT
  `,
  'persons, places and questions': `
    shahrukh khan = none; hamza shahbaz = none; asif zardari = none; yousuf raza gilani = none; malik boston = none; saleem mandviwalla = none; khawaja asif = none; murad saeed = none;
    sardar ayaz = none; ali zafar = none; atif aslam = none; mahira khan = none; fawad chaudhry = none; hafiz naeem = none; akbar bugti = none; salman khan = none; habib jalib = none;
    faisal edhi = none; iqbal z ahmed = none; sheikh rasheed = none; ahsan iqbal = none; pti = none; pmln = none; fbr = none; nepra = none; imf = none; nvidia = none; netflix = none; facebook = none;
    amazon share = none; toyota japan = INDU; dollar = none; gold = none; crude oil = none; us dollar rate = none; petrol price today = none|sector:0821; load shedding = none; namaz time = none;
    exam result = none; lahore = none
  `,
  'what has no company': `changan = none; tapal tea = none; xyzzy = none`,
};

/** Queries that were written before the search was tuned on the others of their kinds, and that no name or rule is written for. */
export const HELD_BACK_QUERIES: Record<string, string> = {
  'symbols and names': `
    lotchem = LOTCHEM; TRG = TRG; pabc = PABC; nml = NML; $KEL = KEL; FFC share = FFC; Honda Atlas = HCAR; allied bnk = ABL; shifa hospital = SHFA; interloop ltd = ILP; citi pharma = CPHL;
    national refinery ltd = NRL; faysal bank ka share = FABL; mari energies = MARI
  `,
  'brands of the shelf': `
    nestle everyday = NESTLE; nido = NESTLE; slice juice = none; dayfresh = none; tullo = none; shan masala = none; national achar = NATF; dalda = none; blue band = none; lays = none;
    lipton = none; surf excel = none; dove = none; ensure milk = ABOT; arinac = ABOT; ponstan = none; sooper = none; peek freans = none; easypaisa = none; jazzcash = none; konnect = HBL; jazz = none;
    zong = none; telenor = PTC; vivo = none; samsung = none; dawlance = none; orient ac = none; haier = none; pel fridge = PAEL; waves freezer = WAVES; omore ice cream = FCEPL; walls = none;
    murree beer = MUREB; hashmi surma = none; tarang tea whitener = FCEPL; honda brv = HCAR; revo = INDU; tank 500 = SAZEW; changan alvin = none; deepal = none; byd = HUBC
  `,
  'Roman Urdu': `
    cheeni ke share = sector:0826; cement wale = sector:0804; bijli company = sector:0824; bijli ki companiyan = sector:0824; dawai company = sector:0823; dawaiyan = sector:0823; kapray = sector:0829;
    kapra mills = sector:0829; loha = sector:0808; sarya = sector:0808; gaari = sector:0801; gari = sector:0801; gariyan = sector:0801; khaad = sector:0809; khad = sector:0809; tel = sector:0821;
    petrol = sector:0821; bima = sector:0812; sheesha = sector:0811; kaghaz = sector:0822; ghee = sector:0834; jahaz = sector:0833; zameen = sector:0838; cigrette = sector:0832;
    lucky ka share = LUCK; hbl ka rate = HBL#prices; ogdc ka munafa = OGDC#book-closures; luck ki khabar = LUCK#news; meezan bank ka dividend = MEBL#book-closures; doodh = sector:0810; dhaga = sector:0830; chamra = sector:0816
  `,
  'Urdu, also of one word': `
    لکی = LUCK; میزان = MEBL; نشاط = NML; سیمنٹ = sector:0804; بجلی = sector:0824; دوائی = sector:0823; کپڑا = sector:0829; لوہا = sector:0808; گاڑی = sector:0801; فوجی = FFC; حبیب = HBL; سسٹمز = SYS;
    پی ایس او = PSO; اینگرو پولیمر = EPCL; ملت = MTL; سازگار = SAZEW; انڈیکس = index:KSE100; الفلاح = BAFL; عسکری = AKBL; ماری = MARI; سرل = SEARL; حب = HUBC
  `,
  'errors of two letters': `
    inteloopp = ILP; cnergyco pk = CNERGY; gandara industries = GHNI; pakstan tobaco = PAKT; sistems limted = SYS; millet tractor = MTL; frieslandcampena = FCEPL; faugi fertilzer = FFC; hinoon labs = HINOON;
    nishaat chunyan = NCL; avancion = AVN; colget palmoliv = COLG; attok refinry = ATRL; bestwey cemnt = BWCL; mepal leaf = MLCF; unety foods = UNITY; highnun = HINOON; kohinor textile = KTML
  `,
  indices: `
    index 100 = index:KSE100; index kse = index:KSE100; 100 = index:KSE100; kse hundred = index:KSE100; psx index = index:KSE100; index 30 = index:KMI30|index:KSE30; kmi index = index:KMI30
  `,
  'persons and other things that are no company': `
    imran khan = none; nawaz sharif = none; arif habib sahib = AHCL|AHL; mian mansha = none; shehbaz sharif = none; ishaq dar = none; aqeel karim dhedhi = none; elon musk = none; weather lahore = none;
    usd to pkr = none; bitcoin = none; gold rate today = none; cricket score = none; babar azam = none; muhammad aurangzeb = none; reliance jio = none; tesla = none; apple = none; sbp = none
  `,
};

/** Queries of a second list that were written before the search was changed for the others, with other companies, brands and words. */
export const LATER_HELD_BACK_QUERIES: Record<string, string> = {
  'symbols and names': `
    mughal = MUGHAL; ogdcl share = OGDC; fccl = FCCL; bahl price = BAHL#prices; kohat cement = KOHC; pak suzuki = PSMC; cherat packaging = CPPL; sui northern gas = SNGP; tpl properties = TPLP; jdw = JDWS;
    ghani glass ltd = GHGL; soneri = SNBL; agha steel = AGHA; hi tech = HTL; javedan = JVDC; century paper = CEPB; exide battery = EXIDE; searle pharma = SEARL; abbott = ABOT
  `,
  'brands of the shelf': `
    nescafe = NESTLE; kitkat = NESTLE; maggi = NESTLE; cerelac = NESTLE; sensodyne = HALEON; brufen = ABOT; aquafina = none; mehran masala = none; dunhill = PAKT; morven gold = PMPK; yaris = INDU; fortuner = INDU;
    hilux = INDU; hr-v = HCAR; cg 125 = ATLH; pridor = ATLH; alto = PSMC; cultus = PSMC; jolion = SAZEW; picanto = LUCK; sorento = LUCK; tucson = NML; elantra = NML; proton saga = none; chery tiggo = GAL;
    new holland = AGTL; lemon max = COLG; bisconni = ISIL; cocomo = ISIL; mitchells jam = MFFL; molty foam = none; ndure = SRVI; khaadi = none; nishat linen = NML; onic = PTC; sadapay = none; hotel one = PSEL;
    hum sitaray = HUMNL; general tyre = GTYR; ags battery = ATBA; shell pump = WAFI; zic oil = HTL
  `,
  'Roman Urdu': `
    siment = sector:0804; bank ki companies = sector:0807; dawai wali company = sector:0823; chini mill = sector:0826; cheeni mills ka share = sector:0826; bijli ke share = sector:0824; sarya ki company = sector:0808;
    lohay ki company = sector:0808; gariyon ki company = sector:0801; khad wali companies = sector:0809; fauji khaad = FFC; nishat mills ka dividend = NML#book-closures; engro khad = EFERT;
    lucky cement ka bhao = LUCK#prices; psx ka index = index:KSE100; meezan bank ka rate = MEBL#prices; hubco ki khabren = HUBC#news; ogdc ka nateeja = OGDC#board-meetings; ubl ka munafa = UBL#book-closures;
    kapde ki company = sector:0829; kapron ki mill = sector:0829; sheeshay ki company = sector:0811; kaghaz ki mill = sector:0822; ghee mill = sector:0834; joote ki company = sector:0816; tamaku = sector:0832;
    cigarette wali company = sector:0832; bima company = sector:0812; tel ki companies = sector:0821|sector:0820; adviyat = sector:0823; doodh wali company = sector:0810
  `,
  'Urdu, also of one word': `
    میزان بینک کا شیئر = MEBL; نیشنل بینک = NBP; ملت ٹریکٹر = MTL; پاک سوزوکی = PSMC; پاکستان پیٹرولیم = PPL; حبکو = HUBC; کوہاٹ سیمنٹ = KOHC; میپل لیف = MLCF; اٹک ریفائنری = ATRL; ایئر لنک = AIRLINK;
    سوئی ناردرن = SNGP; بینک آف پنجاب = BOP; فیصل بینک = FABL; نیشنل فوڈز = NATF; ادویات = sector:0823; شوگر = sector:0826; تیل = sector:0821|sector:0820; انشورنس = sector:0812; گاڑیاں = sector:0801;
    شیشہ = sector:0811; کاغذ = sector:0822; تمباکو = sector:0832; ہنڈریڈ انڈیکس = index:KSE100; چراٹ سیمنٹ = CHCC; غنی گلاس = GHGL; گل احمد = GATM; ٹی آر جی = TRG; یو بی ایل = UBL; ایچ بی ایل = HBL
  `,
  'errors of two letters': `
    pakisan oilfeilds = POL; mari energys = MARI; lukcy cemnt = LUCK; natinal refinry = NRL; sonery bnk = SNBL; askri bnk = AKBL; fysal bank = FABL; cherrat cemment = CHCC; koht cment = KOHC; pionear cemnt = PIOC;
    enrgo polymr = EPCL; ghandhra tyer = GTYR; sazger enginring = SAZEW; avanseon = AVN; netsal technolgies = NETSOL; packges limted = PKGS; aisha steal mils = ASL; amrely steel = ASTL; mugal stel = MUGHAL;
    tarik glas = TGL; shifaa hosptal = SHFA; hasscol petrolum = HASCOL; nisaht chunain = NCL|NCPL; indus motar compny = INDU; milat tracter = MTL; pak elektrn = PAEL; lote chemicl = LOTCHEM; rafan maze = RMPL;
    colgete palmolve = COLG; unitee food = UNITY
  `,
  indices: `
    100 ka index = index:KSE100; index hundred = index:KSE100; kse100 today = index:KSE100; kmi 30 index = index:KMI30; psx 100 = index:KSE100; kse thirty = index:KSE30; market index = index:KSE100
  `,
  'persons and other things that are no company': `
    benazir bhutto = none; shahid afridi = none; zardari = none; hafiz pasha = none; anwar pervez = none; jahangir siddiqui = JSCL; malala = none; narendra modi = none; virat kohli = none; mohsin naqvi = none;
    faisal vawda = none; aamir liaquat = none; silver price = none; euro rate = none; prize bond = none; kibor = none; google = none; microsoft = none; infosys = none; tata motors = none; state bank = none; nadra = none;
    geo news = none
  `,
};

/** Returns the queries of a class with the answers that are right. */
export const parseQueries = (text: string): { query: string; right: string[] }[] =>
  text
    .split(';')
    .map((entry) => entry.split(' = '))
    .map(([query = '', right = '']) => ({ query: query.trim(), right: right.trim().split('|') }));
