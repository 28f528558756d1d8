import type { Company } from '#contract/market/companies.ts';
import { findCompany, listCompanies } from '#server/domains/market/market.ts';
import { AMBIGUOUS_SYMBOLS, SHORT_NAMES } from './company-names.ts';
import { Phrases, tokenize } from './phrases.ts';

/** Rights, preference shares and funds, which headlines rarely refer to. */
const DERIVED = /\((R|Right|Pref|Ptc|B|C|ETF)\)|\bRight\b|\bETF\b|Pref\)|Convertible|CLASS B|Fund\b/i;
const LEGAL_FORM = /[\s.,]*\b(limited|limted|ltd|lt|company|co|corporation|corp|corporat|inc|ind)\b[\s.]*$/i;
const COUNTRY = /[\s(]*\b(pakistan|pak)\b[\s).]*$/i;
const HINT = /\b(?:PSX|KSE)\s*:\s*([A-Z0-9]{2,12})\b/g;
const MIN_SYMBOL_LENGTH = 3;
/** In a text with a larger share of uppercase words, symbols cannot be distinguished from words. */
const MAX_CAPITALS_SHARE = 0.6;

const matchableSymbols = new Set(
  listCompanies()
    .map(({ symbol }) => symbol)
    .filter((symbol) => symbol.length >= MIN_SYMBOL_LENGTH && /^[A-Z][A-Z0-9]*$/.test(symbol))
    .filter((symbol) => !AMBIGUOUS_SYMBOLS.has(symbol)),
);
const phrases = new Phrases([
  ...[...matchableSymbols].map((symbol): [string, string] => [symbol, symbol]),
  ...listNamePhrases(),
]);

/** Finds the companies that a text mentions, in order: by symbol, by name, or by the name that the press uses. */
export function matchCompanies(text: string): Company[] {
  const hinted = [...text.matchAll(HINT)].map(([, symbol]) => symbol ?? '');
  const canMatchSymbols = !isMostlyUppercase(text);
  const named = phrases.find(tokenize(text), (words) => {
    const [{ text: first = '' } = {}] = words;
    if (words.length === 1 && matchableSymbols.has(first)) return canMatchSymbols;
    // "lucky cement" in lower case may not be a name.
    return words.every(({ text: word }) => !/^\p{Ll}{3}/u.test(word) || word === 'and');
  });
  return [...new Set([...named, ...hinted])].map(findCompany).filter((company) => company !== null);
}

function isMostlyUppercase(text: string): boolean {
  const words = text.match(/\p{L}{3,}/gu) ?? [];
  const capitals = words.filter((word) => word === word.toUpperCase());
  return words.length >= 4 && capitals.length > words.length * MAX_CAPITALS_SHARE;
}

/** Lists the names that the press uses, then company names of two words or more, with and without legal form and "Pakistan". */
function listNamePhrases(): [string, string][] {
  const short = Object.entries(SHORT_NAMES).flatMap(([symbol, names]) =>
    names.map((name): [string, string] => [name, symbol]),
  );
  const full = listCompanies()
    .filter(({ name }) => !DERIVED.test(name))
    .sort((a, b) => Number(a.sector === null) - Number(b.sector === null))
    .flatMap(({ symbol, name }) => {
      const plain = stripLegalForm(name.replace(/^The\s+/i, ''));
      const names = [name, plain, plain.replace(COUNTRY, '')];
      return names.filter(isDistinctiveName).map((form): [string, string] => [form, symbol]);
    });
  return [...short, ...full];
}

/** A single word, or only very short ones, cannot identify a company. */
function isDistinctiveName(name: string): boolean {
  const words = tokenize(name);
  return words.length >= 2 && words.some(({ word }) => word.length > 2);
}

function stripLegalForm(name: string): string {
  const shorter = name.replace(LEGAL_FORM, '');
  return shorter === name ? name : stripLegalForm(shorter);
}
