import { splitPhrases } from '#features/news/server/classify/phrases.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** The United Nations' codes of the world's continents and their parts. */
const CONTINENTS =
  '002 003 005 009 011 013 014 015 017 018 019 021 029 030 034 035 039 053 142 143 145 150 151 154 155';
/** Names that the press uses instead of the official ones. */
const SHORT_NAMES = ['America', 'Britain', 'England', 'Hong Kong', 'Scotland', 'Turkey', 'UAE', 'UK', 'US'];

/** The English names of all countries and continents, except Pakistan. */
export const FOREIGN_REGIONS: readonly string[] = listForeignRegions();

/** Banks such as the "Bank of Canada", the "National Bank of Greece" or the "United Bank for Africa". */
export const FOREIGN_BANKS: readonly string[] = FOREIGN_REGIONS.flatMap((region) =>
  ['of', 'of the', 'for'].map((preposition) => `Bank ${preposition} ${region}`),
);

function listForeignRegions(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const countries = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const codes = [...countries, ...CONTINENTS.split(' ')].filter((code) => code !== 'PK');
  return [...codes.flatMap((code) => names.of(code) ?? []), ...SHORT_NAMES];
}

/** Words that show that an article is about Pakistan. */
export const LOCAL_WORDS =
  /\bRs\.? ?\d|\b(?:Pakistan|Pakistani|Karachi|Lahore|Islamabad|Rawalpindi|Faisalabad|Sialkot|Multan|Peshawar|Quetta|Punjab|Sindh|Balochistan|PSX|KSE|SECP|SBP|FBR|NEPRA|OGRA|DRAP|(?<!(?:Indian|Lankan|Nepalese) )rupees?|PKR|APTMA|Govt|ECC|CPEC|FPCCI|KCCI|LCCI|SIFC|PSDP|KIBOR|Raast|Discos|IPPs|Gwadar|Gujranwala|Sukkur|Kotri|Hattar|Port Qasim|Reko Diq|Torkham|Chaman|Taftan|rolls over|rollover|(?<![’']s )(?:exports? to|imports? from|trade with))\b/i;

/**
 * Names of foreign companies in headlines without a Pakistani context. Some have listed subsidiaries whose names add
 * "Pakistan".
 */
export const FOREIGN_COMPANIES = [
  ...splitPhrases(
    `Abbott,Adani,Airbus,Akzo Nobel,Alibaba,Alphabet,Amazon,Apple,Aramco,Barclays,BHP,BlackRock,BMW,Boeing,BP,BYD,Chevron,
  Citi,Citigroup,Colgate,Colgate-Palmolive,Deutsche Bank,Exxon,Ford,Gillette,GlaxoSmithKline,GM,Goldman Sachs,Google,GSK,Haleon,Honda,HSBC,Huawei,Hyundai,Infosys,Intel,
  JPMorgan,Linde,Lotte,Meta,Microsoft,Mitsubishi,Morgan Stanley,Nestle,Nestlé,Nissan,Novartis,Nvidia,OpenAI,Pfizer,Philip Morris,Porsche,
  P&G,Procter and Gamble,Reliance Industries,Rio Tinto,Samsung,Sanofi,Shell,Siemens,SoftBank,Sony,SpaceX,Standard Chartered,
  Stellantis,Suzuki,Suzuki Motor,Tata Motors,Tata Steel,TikTok,TotalEnergies,Toyota,TSMC,UBS,Unilever,Vodafone,Volkswagen,Walmart`,
  ),
  ...FOREIGN_BANKS,
];
