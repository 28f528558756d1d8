import type { Company } from '#features/market/contract/companies.ts';
import { listCompanies } from '#features/market/server/companies.ts';
import { Phrases, toEntries, tokenize } from './phrases.ts';
import {
  AMBIGUOUS_SYMBOLS,
  GENERAL_WORDS,
  INDUSTRY_WORDS,
  NON_COMPANY_PHRASES,
  OWNERS,
  SHORT_NAMES,
} from './rules/company-names.ts';

/** Rights and preference shares, which headlines rarely refer to. */
const DERIVED = /\((R|Right|Pref|Ptc|B|C)\)|\bRight\b|Pref\)|Convertible|CLASS B/i;
const LEGAL_FORM = /[\s.,]*\b(limited|limted|ltd|lt|company|co|corporation|corp|corporat|inc|ind)\b[\s.]*$/i;
const COUNTRY = /[\s(]*\b(pakistan|pak)\b[\s).]*$/i;
/** Words at the end of a name that the press leaves out if the word before them names the industry. */
const TAIL =
  /(?:[\s,]+(?:and|&|factory|finishing|group|holdings|industries|international|manufacturing|mills|products|works))+$/i;
/** How the press spells parts of names. "&" is no word for `tokenize`, but "and" is one. */
const SPELLINGS: [RegExp, string][] = [
  [/\s*&\s*/g, ' and '],
  [/\band\b/gi, ' '],
  [/\bFertilizer/g, 'Fertiliser'],
  [/\bFibre/g, 'Fiber'],
  [/\bAluminium\b/g, 'Aluminum'],
  [/\s*\((?:Pakistan|Industries)\)/g, ''],
];
const EXCHANGE = 'PSX';
const MIN_SYMBOL_LENGTH = 3;

/** The symbols that identify a company without a hint. */
export const matchableSymbols = new Set(
  listCompanies()
    .map(({ symbol }) => symbol)
    .filter((symbol) => symbol.length >= MIN_SYMBOL_LENGTH && /^[A-Z][A-Z0-9]*$/.test(symbol))
    .filter((symbol) => !AMBIGUOUS_SYMBOLS.has(symbol)),
);

/** The symbols by the phrases that name a company; `null` for phrases that contain a name but mean something else. */
export const companyPhrases = new Phrases<string | null>([
  ...NON_COMPANY_PHRASES.map((phrase): [string, null] => [phrase, null]),
  ...[...matchableSymbols].map((symbol): [string, string] => [symbol, symbol]),
  ...listNamePhrases(),
]);

/** The symbols by further names, and by the first word of a name that no other company has, as in "Pioneer's profit". */
export const ownerPhrases = new Phrases<string>([...toEntries(OWNERS), ...listFirstWords()]);

function listFirstWords(): [string, string][] {
  const companies = listCompanies().filter(({ name, sector }) => sector !== null && !DERIVED.test(name));
  const shortNames = new Set([...toEntries(SHORT_NAMES)].map(([name]) => name.toLowerCase()));
  const unique = listUnique(companies, (name) => [tokenize(name)[0]?.text ?? '']);
  return unique.filter(([word]) => word.length > 3 && !GENERAL_WORDS.has(word) && !shortNames.has(word));
}

/** Lists the names that the press uses, the full names, then shortened names that only one company has. */
function listNamePhrases(): [string, string][] {
  const companies = listCompanies()
    .filter(({ name, symbol }) => symbol !== EXCHANGE && !DERIVED.test(name))
    .sort((a, b) => Number(a.sector === null) - Number(b.sector === null));
  const fullNames = companies.flatMap(({ symbol, name }) =>
    listLegalNames(name).map((form): [string, string] => [form, symbol]),
  );
  const shorterNames = [
    ...listUnique(companies, (name) => [stripLegalForm(name), stripLegalForm(name).replace(COUNTRY, '')]),
    ...listUnique(companies, (name) => [shortenToIndustry(stripLegalForm(name))]),
    ...listUnique(companies, (name) => [stripTail(stripLegalForm(name))]),
  ];
  const names = [...fullNames, ...shorterNames].filter(([name]) => isDistinctiveName(name));
  return [...toEntries(SHORT_NAMES), ...names].flatMap(([name, symbol]) =>
    listSpellings(name).map((spelling): [string, string] => [spelling, symbol]),
  );
}

/** Lists the name with its legal form as the directory and as the press writes it. */
function listLegalNames(name: string): string[] {
  const plain = expandName(name);
  return [
    plain,
    plain.replace(/\bLimited\b/, 'Ltd'),
    plain.replace(/\bCorporation Limited\b/, 'Corp'),
    plain.replace(/\bCorporation Limited\b/, 'Corporation'),
    plain.replace(/\bCompany Limited\b/, 'Company'),
  ];
}

/** Writes out the words that the directory abbreviates. */
function expandName(name: string): string {
  return name
    .replace(/^The\s+/i, '')
    .replace(/\bTex\./, 'Textile')
    .replace(/\bInd\.(?=Ltd)/, 'Industries ')
    .replace(/\bCo\. (?=Limited)/, 'Company ');
}

/** Lists the name and the ways that the press spells it. */
function listSpellings(name: string): string[] {
  const spellings = SPELLINGS.map(([written, spelled]) => name.replace(written, spelled));
  return [...new Set([name, ...spellings])];
}

/** Lists the forms of the names that no other listed company shares: "Arif Habib" could be two companies. */
function listUnique(companies: Company[], toForms: (name: string) => string[]): [string, string][] {
  const symbols = new Map<string, Company[]>();
  for (const company of companies) {
    for (const form of new Set(toForms(expandName(company.name)))) {
      const key = tokenize(form)
        .map(({ word }) => word)
        .join(' ');
      symbols.set(key, [...(symbols.get(key) ?? []), company]);
    }
  }
  return [...symbols].flatMap(([form, sharing]) => {
    const [first] = sharing;
    const names = new Set(sharing.filter(({ sector }) => sector !== null).map(({ name }) => name));
    return first && names.size <= 1 ? [[form, first.symbol] as [string, string]] : [];
  });
}

/** Returns the first two words if the second names the industry, else an empty string. */
function shortenToIndustry(name: string): string {
  const [first, second] = tokenize(name);
  if (!first || !second || GENERAL_WORDS.has(first.word) || !INDUSTRY_WORDS.has(second.word)) return '';
  return `${first.word} ${second.word}`;
}

/** Returns the name without its last words if the rest ends with the industry, else an empty string. */
function stripTail(name: string): string {
  const shorter = name.replace(TAIL, '');
  const words = tokenize(shorter);
  const isName = words.length >= 2 && !GENERAL_WORDS.has(words[0]?.word ?? '');
  return isName && INDUSTRY_WORDS.has(words.at(-1)?.word ?? '') ? shorter : '';
}

/** A single word, or only very short ones, cannot identify a company. */
function isDistinctiveName(name: string): boolean {
  const words = tokenize(name);
  // "National Bank of" is the start of other banks' names too.
  if (/^(?:of|for|and)$/.test(words.at(-1)?.word ?? '')) return false;
  return words.length >= 2 && words.some(({ word }) => word.length > 2);
}

function stripLegalForm(name: string): string {
  const shorter = name.replace(LEGAL_FORM, '');
  return shorter === name ? name : stripLegalForm(shorter);
}
