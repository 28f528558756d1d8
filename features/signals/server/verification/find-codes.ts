import { isLegalForm } from '#features/market/server/companies.ts';
import type { Companies } from '#features/market/server/market.ts';
import { parseSignalCode } from '#features/signals/server/signals.ts';

/** A message can contain words that look like codes; more than these are not looked up. */
const MAX_CODES = 40;

/** A part of a text, from the first to before the second position. */
type Range = [start: number, end: number];

export interface FoundCodes {
  /** In the stored form, those of the text in order, with where the text has them and their labels. */
  codes: ReadonlyMap<string, readonly Range[]>;
  /** Something that is labeled as a code has a wrong check symbol. */
  isMistyped: boolean;
}

const PARTS = '([0-9A-Z]{4})';
/** A code as we write it, or one without its dash that has a digit, so that it is no word. */
const CODE = new RegExp(String.raw`(?<![\w-])${PARTS}(\s?-\s?|\s|)${PARTS}(?![\w-])`, 'gi');
/** Directly in front of a code. */
const LABEL = /\bcode[^\p{L}\p{N}]{0,5}$/iu;
const LABEL_LENGTH = 10;

/** Finds what may be the code of a signal in a normalized message. */
export function findCodes(message: string): FoundCodes {
  const codes = new Map<string, Range[]>();
  let isMistyped = false;
  for (const { first, separator, second, index } of listCandidates(message)) {
    const end = index + first.length + separator.length + second.length;
    const label = LABEL.exec(message.slice(Math.max(0, index - LABEL_LENGTH), index))?.[0];
    const isLabeled = label !== undefined || (index === 0 && end === message.length);
    const isCodeLike = isLabeled || separator.includes('-') || /\d/.test(first + second);
    const stored = isCodeLike ? parseSignalCode(first + second) : null;
    if (stored === null) isMistyped ||= isLabeled;
    else if (codes.has(stored) || codes.size < MAX_CODES) {
      const ranges = codes.get(stored) ?? [];
      ranges.push([index - (label?.length ?? 0), end]);
      codes.set(stored, ranges);
    }
  }
  return { codes, isMistyped };
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Finds the links to signals of our site in a normalized message, with or without their scheme: the IDs, with where the text has the links. */
export function findSignalLinks(message: string, host: string): [id: string, range: Range][] {
  const path = String.raw`${escapePattern(host)}/(?:[\w-]{1,20}/){0,4}(${UUID})(?![\w-])`;
  return [...message.matchAll(new RegExp(String.raw`(?<![\w.@/-])(?:https?://)?${path}`, 'gi'))].map(
    (match) => [(match[1] as string).toLowerCase(), [match.index, match.index + match[0].length]],
  );
}

/** Line breaks of emails, with the marks of quotes. */
const BREAK = String.raw`(?:=?\r?\n[>\s]*)?`;

/** Joins the links to signals of our site that were broken into lines. */
export function joinBrokenLinks(message: string, host: string): string {
  const path = [...`${host}/signals/`].map((character) => escapePattern(character));
  const characters = [...path, ...Array.from({ length: 36 }, () => '[0-9a-f-]')];
  return message.replace(new RegExp(characters.join(BREAK), 'gi'), (link) =>
    link.replace(/=?\r?\n[>\s]*/g, ''),
  );
}

/** Returns a message with spaces instead of the ranges in which a code was found. */
export const blankRanges = (message: string, ranges: readonly Range[]): string =>
  ranges.reduce(
    (text, [start, end]) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
    message,
  );

export const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Lists overlapping candidates too: of `SELL 7K3Q X9ME`, the first one is `SELL 7K3Q`. */
function* listCandidates(message: string) {
  const pattern = new RegExp(CODE);
  for (let match = pattern.exec(message); match !== null; match = pattern.exec(message)) {
    const [, first = '', separator = '', second = ''] = match;
    yield { first, separator, second, index: match.index };
    pattern.lastIndex = match.index + first.length;
  }
}

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
