import { isLegalForm } from '#features/market/server/companies.ts';
import type { Companies } from '#features/market/server/market.ts';
import type { Range } from './find-codes.ts';

/** A name in a text, with the symbols of those that have it. */
export interface NamedCompany {
  symbols: string[];
  range: Range;
}

/** Finds the companies that a text names by their names, with or without the legal form. */
export type CompanyFinder = (text: string) => NamedCompany[];

interface Word {
  word: string;
  range: Range;
  /** Its place among all words and brackets. */
  place: number;
}

const NEIGHBORS = new Set(['buy', 'sell', 'long', 'short']);

const listTokens = (text: string) => [...text.matchAll(/[\p{L}\p{N}]+|[()]/gu)];
const isMeaningless = (word: string) => isLegalForm(word) || /^(?:the|and|[()])$/.test(word);
const listWords = (tokens: readonly RegExpExecArray[]): Word[] =>
  tokens.flatMap(({ 0: text, index }, place) => {
    const word = text.toLowerCase();
    return isMeaningless(word) ? [] : { word, place, range: [index, index + text.length] };
  });

const finders = new WeakMap<object, CompanyFinder>();

/** Returns the finder of a directory, which is created once. */
export function getCompanyFinder(companies: Pick<Companies, 'forEach'>): CompanyFinder {
  const finder = finders.get(companies) ?? createCompanyFinder(companies);
  finders.set(companies, finder);
  return finder;
}

function createCompanyFinder(companies: Pick<Companies, 'forEach'>): CompanyFinder {
  const names = new Map<string, { words: string[]; symbols: string[] }>();
  companies.forEach(({ name }, symbol) => {
    const words = listWords(listTokens(name.normalize('NFKC'))).map(({ word }) => word);
    // The exchange is a company, too, but is named in what is about any other.
    if (words.length === 0 || symbol === 'PSX') return;
    const named = names.get(words.join(' ')) ?? { words, symbols: [] };
    names.set(words.join(' '), { words, symbols: [...named.symbols, symbol] });
  });
  const longestFirst = [...names.values()].toSorted((a, b) => b.words.length - a.words.length);
  const byFirstWord = Map.groupBy(longestFirst, ({ words: [first] }) => first);
  return (text) => {
    const tokens = listTokens(text);
    const words = listWords(tokens);
    const read = (place: number) => tokens[place]?.[0].toLowerCase() ?? '';
    /** A name of one word may be any other word: `Systems Limited`, `(Systems)`, `BUY Systems`. */
    const isName = ({ place }: Word) =>
      isLegalForm(read(place + 1)) ||
      (read(place - 1) === '(' && read(place + 1) === ')') ||
      NEIGHBORS.has(read(place - 1)) ||
      NEIGHBORS.has(read(place + 1));
    const found: NamedCompany[] = [];
    for (let index = 0; index < words.length; index += 1) {
      const first = words[index] as Word;
      const match = byFirstWord
        .get(first.word)
        ?.find(({ words: own }) =>
          own.length === 1
            ? isName(first)
            : own.every((word, offset) => words[index + offset]?.word === word),
        );
      if (!match) continue;
      const last = words[index + match.words.length - 1] as Word;
      let place = last.place + 1;
      while (isLegalForm(read(place))) place += 1;
      const end = tokens[place - 1] as RegExpExecArray;
      found.push({ symbols: match.symbols, range: [first.range[0], end.index + end[0].length] });
      index += match.words.length - 1;
    }
    return found;
  };
}
