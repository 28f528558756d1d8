import { splitPhrases } from '#features/news/server/classify/phrases.ts';
import { FOREIGN_BANKS } from './foreign-news.ts';

/** Keywords by sector, for texts that mention no company. The sectors have the exchange's names. */
export const SECTOR_KEYWORDS: Record<string, string> = {
  'Automobile Assembler': `car sales, auto sales, automobile, automobiles, auto sector, auto industry,
    car assemblers, car financing, auto financing, used cars, used car, imported cars, car prices, carmakers, automakers, two wheelers,
    two wheeler, EV, tractor, tractors, motorcycle, motorcycles, electric vehicles, EVs, SUV,
    truck sales, bus sales, hybrid vehicles, hybrid vehicle, vehicle sales`,
  'Automobile Parts & Accessories': 'auto parts, tyre, tyres, auto vendors',
  'Cable & Electrical Goods': `home appliances, electrical goods, air conditioners, cable makers,
    cable manufacturers, power cables`,
  Cement: 'cement, clinker',
  Chemical: `chemical sector, chemical industry, chemicals, PVC, soda ash, caustic soda, petrochemical,
    petrochemicals`,
  'Commercial Banks': `bank, banks, banking sector, banking stocks, banking profits, bankers,
    banking spread, banking spreads, advances to deposit, ADR tax, bank deposits, lenders, non performing loans, Islamic banking`,
  Engineering: 'steel, steelmakers, rebar, rebars, iron and steel',
  Fertilizer: 'fertilizer, fertiliser, fertilizers, fertilisers, urea, DAP, urea offtake',
  'Food & Personal Care Products': `dairy, FMCG, packaged milk, food products, rice exports, beverages,
    meat exports`,
  'Glass & Ceramics': 'float glass, glass industry, glass makers, glass manufacturers, ceramics, tiles',
  Insurance: 'insurance, insurers, takaful',
  'Investment Banks, Investment & Securities Companies': 'brokerage, brokerages, brokers',
  Modarabas: 'modaraba, modarabas',
  'Oil & Gas Exploration Companies': `oil and gas exploration, exploration blocks, exploration stocks,
    exploration companies, exploration and production, E&P, gas discovery, oil discovery, gas reserves,
    oil and gas reserves, drilling, oil and gas discovery, hydrocarbon, wellhead,
    gas output, gas production, oil output, oil production, crude production, oil stocks, oil scrips, offshore bidding`,
  'Oil & Gas Marketing Companies': `OMC, OMCs, oil marketing companies, oil marketing, fuel sales,
    petrol sales, petroleum sales, oil sales, petrol pumps, gas utilities, gas companies, petroleum dealers, dealers margin, diesel sales`,
  'Paper, Board & Packaging': 'paper and board, packaging',
  Pharmaceuticals: `pharma, drugmakers, drug makers, pharmaceutical, pharmaceuticals, drug prices,
    medicines, medicine prices, drug exports, DRAP`,
  'Power Generation & Distribution': `electricity, power tariff, power plants, power plant, IPPs, IPP,
    Nepra, Discos, Powergen, power sector, power purchase, power generation, power producers, power rate, power rates,
    power companies, circular debt, load shedding, net metering, capacity payments, power bill, power bills,
    power consumers, net billing, wheeling charge, wheeling charges, rooftop solar, solar users,
    solar consumers, electricity duty, quarterly tariff adjustment, power outages, power tariffs, hydel, hydropower, electricity consumption, loadshedding, power generators`,
  Property: 'real estate, property sector, housing',
  'Real Estate Investment Trust': 'REIT, REITs',
  Refinery: 'refinery, refineries, refinery policy',
  'Sugar & Allied Industries': 'sugar, sugarcane, sugar mills',
  'Synthetic & Rayon': 'polyester, synthetic fibre',
  'Technology & Communication': `IT exports, IT sector, telecom, telecoms, 5G, spectrum auction, startup,
    startups, software, broadband, freelancers, mobile phones, mobile phone, smartphones, handsets, tech stocks, tech sector`,
  'Textile Composite': `textile, textiles, Aptma, textile exports, textile mills, garment, knitwear,
    garments, denim, home textile, apparel, hosiery`,
  'Textile Spinning': 'spinning mills, yarn, spinners',
  Tobacco: 'tobacco, cigarette, cigarettes',
  Transport: 'airline, airlines, shipping, container terminal, railway, railways, seaports',
  'Vanaspati & Allied Industries': 'ghee, vanaspati, edible oil, cooking oil',
};

/** Phrases that contain a sector's keyword but do not indicate the sector. */
export const NON_SECTOR_PHRASES = [
  ...splitPhrases(
    `State Bank, World Bank, Development Bank, West Bank, Exim Bank, central bank, central banks,
   investment bank, investment banks, bank holiday, bank holidays, bank robbery, bank robbers, bank dacoity,
   bank account, bank accounts, bank of the, banks of the, banks to remain closed, banks remain closed,
   banks closed, blood bank, blood banks, food bank, gene bank, left bank, piggy bank, power bank,
   right bank, river bank, vote bank, vote banks, Deutsche Bank, Grameen Bank, Reserve Bank, banks blood,
   blood sugar, brokerage house, brokerage houses, captive power plants, nuclear power plant, electricity theft, merchant banks, non textile`,
  ),
  ...FOREIGN_BANKS,
];

/** Words of reports on crime, which name a bank or a factory only as a place. */
export const CRIME_WORDS =
  /\b(?:arrested|dacoits?|dacoity|gang|killed|looted|loot|murder(?:ed)?|robbed|robbers|robbery|shot dead|snatched|stolen|theft|thieves)\b/i;

/** Words of reports on accidents and crimes, which name the brand of a vehicle. */
export const INCIDENT_WORDS =
  /\b(?:accidents?|collides?|collision|crash(?:es|ed)?|dead|dies|electrocuted|injur(?:ed|es)|overturn(?:s|ed)?|plunges into|ravine|rams?|snatchers?|stolen|wounded)\b/i;

/** The publishers' section names by sector, where they differ from the exchange's. */
export const FEED_SECTOR_SECTIONS: Record<string, string> = {
  'Commercial Banks': 'banks',
  Fertilizer: 'fertiliser, fertilizers',
  Pharmaceuticals: 'pharma',
  'Automobile Assembler': 'auto, autos, automobile, automobiles',
  'Textile Composite': 'textile, textiles',
  'Technology & Communication': 'technology, tech, telecom, it',
  Engineering: 'steel',
  'Sugar & Allied Industries': 'sugar',
  Property: 'real estate',
  Transport: 'aviation',
};
