import { FOREIGN_BANKS } from './foreign-regions.ts';

/** Words that show that an article is about Pakistan. */
export const LOCAL_WORDS =
  /\bRs\.? ?\d|\b(?:Pakistan|Pakistani|Karachi|Lahore|Islamabad|Rawalpindi|Faisalabad|Sialkot|Multan|Peshawar|Quetta|Punjab|Sindh|Balochistan|PSX|KSE|SECP|SBP|FBR|NEPRA|OGRA|DRAP|rupees?|PKR|exports? to|imports? from)\b/i;

/**
 * Names of foreign companies in headlines without a Pakistani context. Some have listed subsidiaries whose names add
 * "Pakistan".
 */
export const FOREIGN_COMPANIES = [
  ...`Adani,Airbus,Alibaba,Alphabet,Amazon,Apple,Aramco,Barclays,BHP,BlackRock,BMW,Boeing,BP,BYD,Chevron,
  Citi,Citigroup,Deutsche Bank,Exxon,Ford,GlaxoSmithKline,GM,Goldman Sachs,Google,GSK,Honda,HSBC,Huawei,Hyundai,Infosys,Intel,
  JPMorgan,Meta,Microsoft,Mitsubishi,Morgan Stanley,Nestle,Nestlé,Nissan,Novartis,Nvidia,OpenAI,Pfizer,Philip Morris,Porsche,
  Procter and Gamble,Reliance Industries,Rio Tinto,Samsung,Sanofi,Shell,Siemens,SoftBank,Sony,SpaceX,Standard Chartered,
  Stellantis,Suzuki Motor,Tata Motors,Tata Steel,TikTok,TotalEnergies,Toyota,TSMC,UBS,Unilever,Vodafone,Volkswagen,Walmart`
    .split(',')
    .map((name) => name.trim()),
  ...FOREIGN_BANKS,
];
