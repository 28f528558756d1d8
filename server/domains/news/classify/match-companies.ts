import type { Company } from '#contract/market/companies.ts';
import { findCompany, listCompanies } from '#server/domains/market/market.ts';
import { AMBIGUOUS_SYMBOLS, SHORT_NAMES } from './company-names.ts';
import { Phrases, tokensOf } from './phrases.ts';

/** Rights, preference shares and funds are not what the press means. */
const DERIVED = /\((R|Right|Pref|Ptc|B|C|ETF)\)|\bRight\b|\bETF\b|Pref\)|Convertible|CLASS B|Fund\b/i;
const LEGAL_FORM = /[\s.,]*\b(limited|limted|ltd|lt|company|co|corporation|corp|corporat|inc|ind)\b[\s.]*$/i;
const COUNTRY = /[\s(]*\b(pakistan|pak)\b[\s).]*$/i;
const HINT = /\b(?:PSX|KSE)\s*:\s*([A-Z0-9]{2,12})\b/g;
const MIN_SYMBOL_LENGTH = 3;
/** In a text in capitals every word looks like a symbol. */
const MAX_CAPITALS_SHARE = 0.6;

const plainSymbols = new Set(
  listCompanies()
    .map(({ symbol }) => symbol)
    .filter((symbol) => symbol.length >= MIN_SYMBOL_LENGTH && /^[A-Z][A-Z0-9]*$/.test(symbol))
    .filter((symbol) => !AMBIGUOUS_SYMBOLS.has(symbol)),
);
const phrases = new Phrases([
  ...[...plainSymbols].map((symbol): [string, string] => [symbol, symbol]),
  ...namePhrases(),
]);

/** The companies that a text names, in the order of naming: by symbol, by name, or by what the press calls them. */
export function nameCompanies(text: string): Company[] {
  const hinted = [...text.matchAll(HINT)].map(([, symbol]) => symbol ?? '');
  const areSymbolsPlain = !isInCapitals(text);
  const named = phrases.find(tokensOf(text), (words) => {
    const [{ text: first = '' } = {}] = words;
    if (words.length === 1 && plainSymbols.has(first)) return areSymbolsPlain;
    // "lucky cement" in small letters may be no name.
    return words.every(({ text: word }) => !/^\p{Ll}{3}/u.test(word) || word === 'and');
  });
  return [...new Set([...named, ...hinted])].map(findCompany).filter((company) => company !== null);
}

function isInCapitals(text: string): boolean {
  const words = text.match(/\p{L}{3,}/gu) ?? [];
  const capitals = words.filter((word) => word === word.toUpperCase());
  return words.length >= 4 && capitals.length > words.length * MAX_CAPITALS_SHARE;
}

/** What the press writes comes first; then names, with and without their legal form and "Pakistan", of two words or more. */
function namePhrases(): [string, string][] {
  const short = Object.entries(SHORT_NAMES).flatMap(([symbol, names]) =>
    names.map((name): [string, string] => [name, symbol]),
  );
  const full = listCompanies()
    .filter(({ name }) => !DERIVED.test(name))
    .sort((a, b) => Number(a.sector === null) - Number(b.sector === null))
    .flatMap(({ symbol, name }) => {
      const plain = withoutLegalForm(name.replace(/^The\s+/i, ''));
      const names = [name, plain, plain.replace(COUNTRY, '')];
      return names.filter(isTellingName).map((form): [string, string] => [form, symbol]);
    });
  return [...short, ...full];
}

/** One word alone, or two that are said of many, tell nothing. */
function isTellingName(name: string): boolean {
  const words = tokensOf(name);
  return words.length >= 2 && words.some(({ word }) => word.length > 2);
}

function withoutLegalForm(name: string): string {
  const shorter = name.replace(LEGAL_FORM, '');
  return shorter === name ? name : withoutLegalForm(shorter);
}
