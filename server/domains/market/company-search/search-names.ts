/**
 * What people type for companies, sectors and indices in addition to symbols and names. Compiled for this product from general
 * knowledge and the press; one entry a line: the symbol, a colon, the names. Case, accents and punctuation do not matter.
 */

/** Nicknames, short forms and brands, by symbol. A name of several companies offers all of them, in this order. */
export const NICKNAMES = `
ABL: allied, allied bank
ABOT: abbott, surbex, brufen
ACPL: attock cement, falcon cement
AGHA: agha steel
AGIL: agriauto
AGL: agritech, tara urea
AGP: agp
AGTL: al ghazi, ghazi tractor, new holland, fiat tractor
AHCL: arif habib corp, arif habib
AHL: ahl, arif habib ltd
AICL: adamjee, adamjee insurance
AIRLINK: air link, airlink
AKBL: askari, askari bank
AKDSL: akd, akd securities, bipl securities
ANL: azgard nine, azgard, denizen
APL: attock petroleum
ARPL: archroma
ASL: aisha steel
ASTL: amreli, amreli steel
ATBA: ags battery, ags, atlas battery
ATLH: atlas honda, honda bikes, honda bike, honda motorcycle, cd 70, cd70, cg 125, honda 125, pridor
ATRL: arl, attock refinery, attock
AVN: avanceon
BAFL: alfalah, bank alfalah, falah
BAHL: al habib, bank al habib, bahl
BATA: bata
BBFL: big bird
BERG: berger, berger paints
BFAGRO: barkat frisian
BFBIO: bf biosciences
BIFO: biafo
BIPL: bankislami, bank islami, islami
BLUEX: blue ex, blueex, bluex
BML: makramah, bank makramah, summit bank
BNL: bunny, bunnys, bunny bread
BOK: khyber bank, bank of khyber
BOP: punjab bank, bank of punjab
BPL: burshane
BWCL: bestway, bestway cement
BWHL: baluchistan wheels
CEPB: century paper
CHCC: cherat, cherat cement
CLOV: clover
CNERGY: byco, cnergyico, cnergyco
COLG: colgate, palmolive, brite, lemon max, colgate palmolive, sparkle
CPHL: citi pharma
CPPL: cherat packaging
CRTM: crescent textile
CSAP: crescent steel
DCL: dewan cement
DCR: dolmen, dolmen mall, dolmen city
DFML: dewan farooque, shehzore, dewan motors
DGKC: dg khan, dg cement, dg khan cement, dgk, nishat cement
DLL: dawood lawrencepur, lawrencepur, dh partners, cyan
DOL: descon oxychem, descon
ENGROH: engro, engro corp, engro corporation, engro holding, dawood hercules
EFERT: engro fertilizer, engro urea, zabardast, engro, engro fert
EFUG: efu general, efu
EFUL: efu life
EPCL: engro polymer, epcl, engro pvc
EXIDE: exide, exide battery
FABL: faysal, faysal bank
FATIMA: sarsabz, fatima, fatima fertilizer
FCCL: fauji cement, askari cement
FCEPL: olpers, olper, tarang, engro foods, dairy omung, frieslandcampina
FCL: fast cables
FECTC: fecto, fecto cement
FEROZ: ferozsons
FFC: fauji, sona, sona urea, sona dap, fauji fertilizer, ffc
FFL: fauji foods, nurpur
FLYNG: flying cement
FML: feroze 1888, feroze1888
GADT: gadoon
GAL: ghandhara nissan, ghandhara automobiles, nissan, chery, jac, dongfeng
GATM: gul ahmed, gulahmed, ideas
GEMPACRA: pacra
GGL: ghani gases, ghani global
GHGL: ghani glass
GHNI: isuzu, ghandhara industries, dmax
GLAXO: gsk, augmentin, glaxo, glaxosmithkline
GLPL: gillette
GTYR: general tyre, gtr, ghandhara tyre
GWLC: gharibwal
HALEON: haleon, panadol, sensodyne, gsk consumer
HASCOL: hascol
HBL: habib bank, habib, hbl
HCAR: honda atlas, honda cars, honda car, honda, civic, honda civic, honda city
HINO: hino, hinopak
HINOON: highnoon, high noon
HMB: habib metro, habibmetro, metropolitan, metro bank, habib metropolitan
HPL: sanofi, hoechst, flagyl
HUBC: hubco, hub power, hub
HUMNL: hum, hum tv, hum network
IBFL: ibrahim fibre, ibrahim fibres
IBLHL: ibl healthcare
IGIHL: igi, igi insurance
ILP: interloop
IMAGE: image, image fabrics, image pakistan
INDU: toyota, corolla, yaris, fortuner, hilux, indus, indus motors, toyota indus
INIL: iil, international industries
ISIL: candyland, bisconni, ismail industries, cocomo
ISL: isl, international steels
ITTEFAQ: ittefaq, ittefaq iron
JGICL: jubilee general
JLICL: jubilee life, jubilee
JSBL: js bank, zindigi, js
JSCL: jahangir siddiqui, jscl
JVDC: javedan, naya nazimabad
KAPCO: kapco, kot addu
KEL: ke, kesc, karachi electric, k electric
KHTC: khyber tobacco
KML: kohinoor mills
KOHC: kohat, kohat cement
KTML: kohinoor textile
LCI: lucky core, ici, ici pakistan, khewra soda
LIVEN: liven
LOADS: loads
LOTCHEM: lotte, lotte pta, lotte chemical
LPL: lalpir
LUCK: lucky, lucky cement
MARI: mari gas, mari petroleum, mpcl, mari
MCB: mcb, muslim commercial, muslim commercial bank
MDTL: media times
MEBL: meezan, meezan bank
MEHT: mahmood textile
MFFL: mitchells, mitchell
MFL: matco, falak, falak rice
MLCF: maple leaf, mapleleaf, maple leaf cement
MTL: millat, millat tractors, massey, massey ferguson
MUGHAL: mughal, mughal steel, mughal iron
MUREB: murree brewery, murree, big apple
NATF: national foods, national masala, national ketchup
NBP: national bank, nbp
NCL: nishat chunian
NCPL: nishat chunian power
NESTLE: nestle, milkpak, nido, nescafe, maggi
NETSOL: netsol
NICL: nimir
NML: nishat mills, nishat linen, nishat
NPL: nishat power
NRL: national refinery, nrl
OCTOPUS: octopus
OGDC: ogdcl, ogdc, oil and gas development
OLPL: olp, orix leasing, orix
OTSU: otsuka
PABC: pabc, beverage cans, aluminium beverage cans
PACE: pace
PAEL: pel, pak elektron
PAKD: pak datacom
PAKOXY: pakistan oxygen, boc, linde
PAKT: pakistan tobacco, gold leaf, dunhill, pak tobacco
PCAL: pakistan cables
PIAHCLA: pia, piaa, pakistan international airlines, pia holding
PIBTL: pibtl, pibt, bulk terminal
PICT: pict, container terminal
PIOC: pioneer, pioneer cement
PKGP: pakgen
PKGS: packages, packages mall, rose petal
PNSC: pnsc, shipping corporation, national shipping
POL: pol, pakistan oilfields, oilfields
POWER: power cement
PPL: ppl, pakistan petroleum, sui field
PREMA: prema, prema milk, at tahur
PRL: prl, pakistan refinery
PSEL: pearl continental, pc hotel, pc hotels, hashoo
PSO: pso, state oil, pakistan state oil
PSX: stock exchange, psx, pakistan stock exchange, the exchange
PTC: ptcl, ufone, pakistan telecommunication
PTL: panther, panther tyres
QUICE: quice
RMPL: rafhan, rafhan maize
SAPT: sapphire textile
SAZEW: sazgar, haval, ora, baic, mini ricksha, sazgar engineering
SBL: samba, samba bank
SCBPL: scb, standard chartered, stanchart
SEARL: searle, searl
SFL: sapphire fibres
SGF: service global, service global footwear
SHEZ: shezan
SHFA: shifa, shifa hospital
SIEM: siemens
SITC: sitara chemical, sitara
SLGL: trax, secure logistics
SLM: service long march, long march, servis tyres
SMCPL: safe mix
SNBL: soneri, soneri bank
SNGP: sngpl, sui northern, sui gas northern
SPWL: saif power
SRVI: servis, service shoes, service industries, cheetah shoes, ndure
SSGC: ssgc, ssgcl, sui southern, sui gas southern
STCL: shabbir tiles, stile
STL: supernet
STYLERS: stylers
SYM: symmetry
SYS: systems, systems limited, visionet
TBL: daewoo battery, treet battery
TELE: telecard
TGL: tariq glass, toyo nasic
THALL: thal, thal engineering, thal jute
THCCL: thatta, thatta cement
TOMCL: organic meat
TOWL: towellers
TPL: tpl corp, tpl
TPLP: tpl properties
TPLT: tpl trakker, trakker
TREET: treet, treet blades
TRG: trg, ibex, afiniti
TRIPF: tri pack, tripack
UBL: ubl, united bank, omni
UNITY: unity, sunridge, unity foods
UPFL: unilever, unilever foods, knorr, energile, rafhan jelly
WAFI: shell, shell pakistan, wafi, wafi energy
WAVES: waves, singer, singer pakistan
WTL: worldcall, world call
ZAL: zarea
ZIL: capri, capri soap, zil
`;

/** Brands of firms that are not listed, by the listed company that their search leads to, and what the result says. */
export const UNLISTED_BRANDS: readonly { symbol: string; names: string; note: string }[] = [
  {
    symbol: 'LUCK',
    names: 'kia, kia motors, peugeot, lucky motor, lucky motors, sportage, picanto',
    note: 'Kia and Peugeot cars are made by Lucky Motor, an unlisted subsidiary of Lucky Cement',
  },
  {
    symbol: 'NML',
    names: 'hyundai, hyundai nishat, tucson, elantra',
    note: 'Hyundai cars are made by Hyundai Nishat, an unlisted company of the Nishat group',
  },
  {
    symbol: 'PSMC',
    names: 'suzuki, pak suzuki, alto, mehran, cultus, wagon r',
    note: 'Suzuki cars are made by Pak Suzuki, which is no longer listed',
  },
  {
    symbol: 'PMPK',
    names: 'marlboro, philip morris, morven',
    note: 'Marlboro is a brand of Philip Morris Pakistan, which is no longer listed',
  },
];

/** What people type for a sector, by its code. The last names are Urdu. */
export const SECTOR_NAMES = `
0801: auto, autos, car, cars, automobile, automobiles, automobile assembler, auto assembler, آٹوموبائل, آٹو, گاڑیاں
0802: auto parts, car parts, automobile parts, parts and accessories, tyre, tyres, آٹو پرزہ جات, پرزہ جات
0803: cable, cables, cable and electrical, electrical goods, کیبل, برقی سامان
0804: cement, cements, سیمنٹ
0805: chemical, chemicals, کیمیکل, کیمیکلز
0806: closed end fund, close end fund, close end mutual fund, mutual fund, mutual funds, میوچل فنڈ
0807: bank, banks, banking, commercial bank, commercial banks, بینک, بینکنگ, کمرشل بینک
0808: engineering, steel, steels, انجینئرنگ, اسٹیل
0809: fertilizer, fertilizers, fertiliser, fertilisers, کھاد, فرٹیلائزر
0810: food, foods, food and personal care, fmcg, consumer goods, خوراک
0811: glass, ceramics, glass and ceramics, شیشہ, گلاس
0812: insurance, انشورنس, بیمہ
0813: investment banks, brokers, brokerage, securities companies, inv banks, سیکیورٹیز, سرمایہ کاری بینک
0814: jute, جوٹ, پٹ سن
0815: leasing, leasing companies, لیزنگ
0816: leather, leather and tanneries, tanneries, چمڑا
0818: miscellaneous, متفرق
0819: modaraba, modarabas, مضاربہ
0820: oil and gas exploration, exploration, e and p, exploration and production, تیل و گیس کی تلاش, تیل و گیس
0821: oil marketing, omc, omcs, oil and gas marketing, oil marketing companies, تیل مارکیٹنگ, تیل و گیس مارکیٹنگ
0822: paper, paper and board, packaging, board and packaging, کاغذ, پیکیجنگ
0823: pharma, pharmaceutical, pharmaceuticals, medicine, medicines, ادویات, فارما
0824: power, power generation, ipp, ipps, electricity, energy, بجلی, پاور
0825: refinery, refineries, ریفائنری, ریفائنریز
0826: sugar, sugar mills, چینی, شوگر
0827: synthetic, synthetic and rayon, rayon, مصنوعی ریشہ
0828: technology, tech, it, telecom, technology and communication, software, ٹیکنالوجی, ٹیکنالوجی و مواصلات
0829: textile, textiles, textile composite, composite, ٹیکسٹائل, ٹیکسٹائل کمپوزٹ
0830: spinning, textile spinning, ٹیکسٹائل اسپننگ, اسپننگ
0831: weaving, textile weaving, ٹیکسٹائل ویونگ, ویونگ
0832: tobacco, cigarettes, تمباکو
0833: transport, shipping, logistics, airlines, ٹرانسپورٹ
0834: vanaspati, ghee, cooking oil, گھی, بناسپتی
0835: woollen, wool, اونی
0836: reit, reits, real estate investment trust, ریٹ
0837: etf, etfs, exchange traded fund, exchange traded funds, ای ٹی ایف
0838: property, real estate, properties, جائیداد, پراپرٹی
`;

/** What people type for an index, by its code. */
export const INDEX_NAMES = `
KSE100: kse 100, kse100, kse, kse 100 index, psx 100, hundred index, 100 index, karachi 100, market index, کے ایس ای 100, ہنڈرڈ انڈیکس
KSE30: kse 30, kse30, kse 30 index, 30 index, کے ایس ای 30
KMI30: kmi 30, kmi30, kmi, islamic index, meezan index, shariah index, کے ایم آئی 30
`;

/**
 * The Urdu names of the companies that are traded most, as the Urdu press spells them where it was found, else transliterated. The
 * search unites variants of letters and words.
 */
export const URDU_NAMES = `
ABL: الائیڈ بینک
ABOT: ایبٹ, ایبٹ لیبارٹریز
ACPL: اٹک سیمنٹ
AGIL: ایگری آٹو انڈسٹریز
AGL: ایگریٹیک
AGP: اے جی پی
AGTL: الغازی ٹریکٹرز
AHCL: عارف حبیب, عارف حبیب کارپوریشن
AICL: آدم جی انشورنس
AIRLINK: ایئر لنک
AKBL: عسکری بینک
ANL: ایزگارڈ نائن
APL: اٹک پیٹرولیم
ASL: عائشہ اسٹیل, عائشہ اسٹیل ملز
ASTL: امریلی اسٹیلز
ATLH: اٹلس ہنڈا
ATRL: اٹک ریفائنری
AVN: ایوانسیون
BAFL: بینک الفلاح, الفلاح بینک
BAHL: بینک الحبیب
BATA: باٹا, باٹا پاکستان
BML: بینک مکرمہ
BOK: بینک آف خیبر
BOP: بینک آف پنجاب
BWCL: بیسٹ وے سیمنٹ
CHCC: چیراٹ سیمنٹ
CNERGY: سنرجیکو, بائیکو, بائیکو پیٹرولیم
COLG: کولگیٹ, کولگیٹ پامولیو
DCR: ڈولمن سٹی ریٹ
DGKC: ڈی جی خان سیمنٹ, ڈی جی سیمنٹ
EFERT: اینگرو فرٹیلائزر, اینگرو فرٹیلائزرز
ENGROH: اینگرو, اینگرو ہولڈنگز
EPCL: اینگرو پولیمر, اینگرو پولیمر اینڈ کیمیکل
FABL: فیصل بینک
FATIMA: فاطمہ فرٹیلائزر
FCCL: فوجی سیمنٹ
FCEPL: فریزلینڈ کیمپینا, فریزلینڈ کیمپینا اینگرو
FEROZ: فیروز سنز
FFC: فوجی فرٹیلائزر
FFL: فوجی فوڈز
GAL: گندھارا آٹوموبائلز
GATM: گل احمد, گل احمد ٹیکسٹائل
GHGL: غنی گلاس
GHNI: گندھارا انڈسٹریز
GLAXO: گلیکسو, گلیکسو اسمتھ کلائن
GTYR: گندھارا ٹائر, جنرل ٹائر
HALEON: ہیلیون, ہیلیون پاکستان
HASCOL: ہاسکول, ہیسکول
HBL: حبیب بینک, ایچ بی ایل
HCAR: ہنڈا اٹلس, ہنڈا اٹلس کارز
HINOON: ہائی نون
HMB: حبیب میٹرو, حبیب میٹروپولیٹن بینک
HUBC: حب پاور, حبکو
HUMNL: ہم نیٹ ورک, ہم ٹی وی
IBFL: ابراہیم فائبرز
IDYM: انڈس ڈائینگ
ILP: انٹرلوپ
INDU: انڈس موٹر, انڈس موٹرز, ٹویوٹا
INIL: انٹرنیشنل انڈسٹریز
ISIL: اسماعیل انڈسٹریز
ISL: انٹرنیشنل اسٹیلز
JSBL: جے ایس بینک
JSCL: جہانگیر صدیقی, جہانگیر صدیقی اینڈ کمپنی
KAPCO: کوٹ ادو پاور, کیپکو
KEL: کے الیکٹرک
KOHC: کوہاٹ سیمنٹ
KOHE: کوہ نور انرجی
KTML: کوہ نور ٹیکسٹائل
LCI: لکی کور, لکی کور انڈسٹریز
LOTCHEM: لوٹے کیمیکل
LUCK: لکی سیمنٹ
MARI: ماری پیٹرولیم, ماری انرجیز, ماری گیس
MCB: ایم سی بی, ایم سی بی بینک, مسلم کمرشل بینک
MDTL: میڈیا ٹائمز
MEBL: میزان بینک, میزان
MLCF: میپل لیف, میپل لیف سیمنٹ
MTL: ملت ٹریکٹرز
MUGHAL: مغل اسٹیل, مغل آئرن, مغل آئرن اینڈ اسٹیل
MUREB: مری بروری
NATF: نیشنل فوڈز
NBP: نیشنل بینک, نیشنل بینک آف پاکستان
NCL: نشاط چونیاں, نشاط چنیاں
NESTLE: نیسلے, نیسلے پاکستان
NETSOL: نیٹ سول, نیٹ سول ٹیکنالوجیز
NML: نشاط ملز
NPL: نشاط پاور
NRL: نیشنل ریفائنری
OGDC: او جی ڈی سی, او جی ڈی سی ایل, آئل اینڈ گیس ڈویلپمنٹ
PAEL: پاک الیکٹران, پیل
PAKT: پاکستان ٹوبیکو
PIAHCLA: پی آئی اے, پی آئی اے ہولڈنگ
PIBTL: پاکستان انٹرنیشنل بلک ٹرمینل
PIOC: پائنیر سیمنٹ
PKGS: پیکجز, پیکیجز
PNSC: پاکستان نیشنل شپنگ, نیشنل شپنگ کارپوریشن
POL: پاکستان آئل فیلڈز
POWER: پاور سیمنٹ
PPL: پی پی ایل, پاکستان پیٹرولیم
PRL: پاک ریفائنری, پاکستان ریفائنری
PSO: پی ایس او, پاکستان اسٹیٹ آئل
PSX: پاکستان اسٹاک ایکسچینج, اسٹاک ایکسچینج
PTC: پی ٹی سی ایل
RMPL: رفحان مکئی, رفحان مائز, رفحان
SAZEW: سازگار, سازگار انجینئرنگ
SEARL: سرل, دی سرل
SNBL: سونیری بینک
SNGP: سوئی ناردرن, سوئی ناردرن گیس
SRVI: سروس انڈسٹریز
SSGC: سوئی سدرن, سوئی سدرن گیس
SYS: سسٹمز, سسٹمز لمیٹڈ
TELE: ٹیلی کارڈ
TGL: طارق گلاس
THALL: تھل, تھل لمیٹڈ
TPLP: ٹی پی ایل پراپرٹیز
TREET: ٹریٹ, ٹریٹ کارپوریشن
TRG: ٹی آر جی, ٹی آر جی پاکستان
TSML: تاندلیاں والا شوگر
UBL: یو بی ایل, یونائیٹڈ بینک
UNITY: یونٹی فوڈز
UPFL: یونی لیور, یونی لیور فوڈز
WAFI: وافی انرجی, شیل پاکستان, شیل
WAVES: ویوز
WTL: ورلڈ کال
`;

/** Words after a company that name a part of its page, by the ID of the part. */
export const PART_WORDS = `
book-closures: dividend, dividends, payout, payouts, bonus, right, rights, book closure, closure, ex date, ex dividend, last buying day, ڈیویڈنڈ, منافع
board-meetings: result, results, meeting, meetings, board meeting, board meetings, agm, eogm, earnings, eps, نتائج, اجلاس
news: news, headlines, latest news, خبریں, خبر
prices: price, prices, share price, stock price, rate, share rate, chart, graph, closing price, قیمت, شیئر ریٹ
signals: signal, signals, buy or sell, target, سگنل
`;

/** Words around the name of a company that do not change which one is meant. */
export const COMPANY_WORDS = 'share, shares, stock, stocks, psx, symbol, scrip, شیئر, شیئرز, حصص';

/** Words around the name of a sector or an index. */
export const TOPIC_WORDS =
  'index, sector, sectors, companies, stocks, shares, industry, scrips, pakistan, psx, سیکٹر, شعبہ, کمپنیاں, شیئرز, حصص';

/** Parses lines such as `LUCK: lucky, lucky cement` into pairs of a key and a name. */
export const parseNames = (lines: string): [key: string, name: string][] =>
  lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [key = '', names = ''] = line.split(': ');
      return names.split(',').map((name): [string, string] => [key, name.trim()]);
    });
