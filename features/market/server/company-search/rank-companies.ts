import { LRUCache } from 'lru-cache';
import type { Company, CompanyStatus } from '#features/market/contract/companies.ts';
import { COMPANY_CHANGES } from '#features/market/server/company-status.ts';
import { isLegalForm, removeArticle, splitText } from './find-company-by-name.ts';
import {
  addTypingErrors,
  createVocabulary,
  EDITS_AMONG_WORDS,
  matchSounds,
  matchStarts,
  NO_MATCH,
  spellSounds,
  type Vocabulary,
  type WordErrors,
} from './match-words.ts';
import names from './search-names.json' with { type: 'json' };

/**
 * What people type for companies, sectors and indices in addition to symbols and names. Compiled for this product from general
 * knowledge and the press. Case, accents and punctuation do not matter.
 *
 * - `nicknames`: nicknames, short forms and brands, by symbol. A name of several companies offers all of them, in this order.
 * - `unlistedBrands`: brands of firms that are not listed, the listed company that their search leads to, and what the result says.
 * - `sectors`, `indices`: by code. The last names of a sector are Urdu.
 * - `urduNames`: the Urdu names of the companies that are traded most, as the Urdu press spells them where it was found, else
 *   transliterated. The search unites variants of letters and words.
 * - `partWords`: words after a company that name a part of its page, by the ID of the part.
 * - `companyWords`, `topicWords`: words around the name of a company, or of a sector or an index, that do not change which one is meant;
 *   `fillerWords`: around both.
 * - `productWords`: words after a name of a company that is also a word or a name of persons: `sunridge atta`, not `habib jalib`.
 * - `otherThings`: things that are no company, but whose names resemble those of companies.
 * - `givenNames`: names of persons, in which no typing errors are accepted if other words follow.
 */
export const SEARCH_NAMES = names;

/** Lists pairs of a key and one of its names. */
export const listNames = (
  byKey: Readonly<Record<string, readonly string[]>>,
): [key: string, name: string][] =>
  Object.entries(byKey).flatMap(([key, each]) => each.map((name): [string, string] => [key, name]));

/** The nicknames, brands, Urdu names and former symbols of companies. */
export const OTHER_NAMES: readonly OtherName[] = [
  ...listNames(SEARCH_NAMES.nicknames),
  ...listNames(SEARCH_NAMES.urduNames),
  ...SEARCH_NAMES.unlistedBrands.flatMap(({ symbol, names }) => listNames({ [symbol]: names })),
  ...[...COMPANY_CHANGES].flatMap(([former, { successor }]) =>
    successor ? [[successor, former] as const] : [],
  ),
].map(([symbol, name]) => ({ symbol, name }));

/** Shorter queries would match parts of almost every name. */
const MIN_JOINED_LENGTH = 4;
/**
 * The limits of a search after its normalization, which turns one character into up to 18. The longest name of the directory
 * has 44 characters and seven words.
 */
const MAX_LENGTH = 60;
const MAX_WORDS = 10;

const givenNames = new Set(SEARCH_NAMES.givenNames);
/** Repeated searches, above all those that find nothing and take the longest, are not searched again. */
const MAX_REMEMBERED = 500;

/** A company under its symbol and name, or under another name. */
interface IndexedCompany {
  company: Company;
  /** Empty for another name. */
  symbol: string;
  /** The normalized name without "The". */
  name: string;
  /** The name without spaces. */
  joinedName: string;
  /** The words of the name, and the symbol, by their number in the vocabulary. */
  words: number[];
  /** The words that a search most likely starts with. */
  firstWords: number[];
}

/**
 * Creates a function that returns the companies that match a search, best match first: the symbol or the ISIN, the start of the symbol, the first
 * words of the name, its start, the starts of words in any order, a part of the name; companies that match alike are ordered by
 * symbol. Companies outside the directory come last, unless the search is their symbol. If none match, it accepts typing errors,
 * then other spaces, then words that sound alike.
 */
export function createCompanyRanking(
  companies: readonly Company[],
  otherNames: readonly OtherName[] = [],
): (search: string) => readonly Company[] {
  const numbers = new Map<string, number>();
  const sorted = companies.toSorted((a, b) => a.symbol.localeCompare(b.symbol));
  const bySymbol = new Map(companies.map((company) => [company.symbol, company]));
  const byIsin = new Map(companies.map((company) => [company.isin?.toLowerCase(), [company]]));
  const index = [
    ...sorted.map((company) => indexCompany(company, numbers)),
    ...otherNames.flatMap(({ symbol, name }) => {
      const company = bySymbol.get(symbol);
      return company ? [indexOtherName(company, name, numbers)] : [];
    }),
  ];
  for (const entry of joinNames(index)) index.push(entry);
  const vocabulary = createVocabulary([...numbers.keys()]);
  const sounds = createVocabulary(vocabulary.words.map(spellSounds));
  const remembered = new LRUCache<string, readonly Company[], Query>({
    max: MAX_REMEMBERED,
    memoMethod: (_text, _stale, { context }) => findCompanies(index, { vocabulary, sounds }, context),
  });

  return (search) => {
    const query = parseQuery(search);
    if (query === null) return [];
    return byIsin.get(query.text) ?? remembered.memo(query.text, { context: query });
  };
}

/** A name by which a company is found in addition to its own, such as a brand. */
export interface OtherName {
  symbol: string;
  name: string;
}

/** Returns an entry of each company with the words of all its names, for a text that mixes them, such as "Toyota Corolla". */
function joinNames(index: readonly IndexedCompany[]): IndexedCompany[] {
  const words = new Map<Company, Set<number>>();
  for (const entry of index) {
    const own = words.get(entry.company);
    if (own) for (const word of entry.words) own.add(word);
    else words.set(entry.company, new Set(entry.words));
  }
  const named = new Set(index.filter(({ symbol }) => symbol === '').map(({ company }) => company));
  return [...named].map((company) => ({
    company,
    symbol: '',
    name: '',
    joinedName: '',
    words: [...(words.get(company) ?? [])],
    firstWords: [],
  }));
}

/** Returns the number of a word, and adds a new one to the numbers. */
function getNumber(word: string, numbers: Map<string, number>): number {
  const number = numbers.get(word) ?? numbers.size;
  numbers.set(word, number);
  return number;
}

function indexOtherName(company: Company, text: string, numbers: Map<string, number>): IndexedCompany {
  const all = splitText(text);
  const significant = removeArticle(all).filter((word) => !isLegalForm(word));
  const words = significant.length > 0 ? significant : all;
  const toNumber = (word: string) => getNumber(word, numbers);
  return {
    company,
    symbol: '',
    name: words.join(' '),
    joinedName: words.join(''),
    words: words.map(toNumber),
    firstWords: words.slice(0, 1).map(toNumber),
  };
}

/** Adds new words of the company to the numbers. */
function indexCompany(company: Company, numbers: Map<string, number>): IndexedCompany {
  const nameWords = splitText(company.name);
  const significant = removeArticle(nameWords);
  const symbol = company.symbol.toLowerCase();
  return {
    company,
    symbol,
    name: significant.join(' '),
    joinedName: significant.join(''),
    words: [...nameWords, symbol].map((word) => getNumber(word, numbers)),
    firstWords: [symbol, ...significant.slice(0, 1)].map((word) => getNumber(word, numbers)),
  };
}

interface Query {
  text: string;
  words: string[];
}

/**
 * Splits a search into words, without "The" and the legal form unless it consists of them. Returns `null` if it has no word, or is
 * longer than any name.
 */
function parseQuery(search: string): Query | null {
  const all = splitText(search);
  if (all.length === 0 || all.length > MAX_WORDS || all.join(' ').length > MAX_LENGTH) return null;
  const significant = removeArticle(all).filter((word) => !isLegalForm(word));
  return { text: search.trim().toLowerCase(), words: significant.length > 0 ? significant : all };
}

function findCompanies(
  index: readonly IndexedCompany[],
  { vocabulary, sounds }: Record<'vocabulary' | 'sounds', Vocabulary>,
  { text, words }: Query,
): Company[] {
  const starts = words.map((word) => matchStarts(vocabulary, word));
  const query = words.join(' ');
  const matches = sortByRank(index, (company) => getRank(company, text, query, starts));
  if (matches.length > 0) return matches;
  const misspelled = findMisspelled(index, vocabulary, words, starts);
  if (misspelled.length > 0) return misspelled;
  const joined = words.join('');
  // Names that are written with other spaces, such as "Oil fields".
  const spaced =
    joined.length < MIN_JOINED_LENGTH
      ? []
      : sortByRank(index, ({ joinedName }) => (joinedName.includes(joined) ? 1 : null));
  if (spaced.length > 0) return spaced;
  const alike = starts.map((each, at) =>
    excludePersons(words, at, vocabulary, matchSounds(sounds, words[at] ?? '', each)),
  );
  return sortByRank(index, (company) => rankTypingErrors(company, alike));
}

/** Finds companies with typing errors in each word, also in two that are one word of the name: "Pakistan oil feilds". */
function findMisspelled(
  index: readonly IndexedCompany[],
  vocabulary: Vocabulary,
  words: string[],
  starts = words.map((word) => matchStarts(vocabulary, word)),
  canJoin = words.length > 2,
): Company[] {
  const similar = starts.map((each, at) =>
    excludePersons(
      words,
      at,
      vocabulary,
      addTypingErrors(vocabulary, words[at] ?? '', each, words.length > 1 ? EDITS_AMONG_WORDS : undefined),
    ),
  );
  const found = sortByRank(index, (company) => rankTypingErrors(company, similar));
  if (found.length > 0 || !canJoin) return found;
  return words
    .slice(1)
    .flatMap((_, at) =>
      findMisspelled(
        index,
        vocabulary,
        words.toSpliced(at, 2, words.slice(at, at + 2).join('')),
        undefined,
        false,
      ),
    );
}

/** In a longer text, a given name is similar only to a given name: "Gul Ahmad" means Gul Ahmed, and "Ishaq Dar" no company. */
function excludePersons(words: string[], at: number, vocabulary: Vocabulary, errors: WordErrors): WordErrors {
  if (words.length === 1 || !givenNames.has(words[at] ?? '')) return errors;
  return errors.map((edits, number) => (givenNames.has(vocabulary.words[number] ?? '') ? edits : NO_MATCH));
}

/** Sorts the companies that have a rank; companies of equal rank keep their order. */
function sortByRank(
  index: readonly IndexedCompany[],
  toRank: (company: IndexedCompany) => number | null,
): Company[] {
  const ranked: { company: Company; rank: number }[] = [];
  for (const indexed of index) {
    const rank = toRank(indexed);
    if (rank !== null) ranked.push({ company: indexed.company, rank });
  }
  ranked.sort((a, b) => getGroup(a) - getGroup(b) || a.rank - b.rank);
  return [...new Set(ranked.map(({ company }) => company))];
}

const EXACT_SYMBOL = 0;
const EXACT_OTHER_NAME = 0.5;

const GONE: readonly CompanyStatus[] = ['delisted', 'renamed', 'merged'];

/** Preference shares, rights and classes of shares, which come after the ordinary share. */
const DERIVED_SHARE = /\((?:[a-z]|pref|ptc|right)\)|\bpref\b/i;

/**
 * Companies that are outside the directory or not quoted come after the others, unless the search is their symbol. One that no longer
 * exists comes last even then: what continues it is more useful.
 */
function getGroup({
  company: { name, status, is_listed },
  rank,
}: {
  company: Company;
  rank: number;
}): number {
  if (GONE.includes(status)) return 2;
  const isSecondary = !is_listed || status === 'unquoted' || DERIVED_SHARE.test(name);
  return isSecondary && rank !== EXACT_SYMBOL ? 1 : 0;
}

/** Returns the rank of a match without typing errors (lower is better), or `null` if the company does not match. */
function getRank(
  { symbol, name, words }: IndexedCompany,
  text: string,
  query: string,
  starts: readonly WordErrors[],
): number | null {
  if (symbol === text) return EXACT_SYMBOL;
  if (symbol === '' && name === query) return EXACT_OTHER_NAME;
  if (symbol.startsWith(text)) return 1;
  if (name.startsWith(query)) return name.length === query.length || name[query.length] === ' ' ? 2 : 3;
  if (starts.every((matches) => words.some((word) => matches[word] !== NO_MATCH))) return 4;
  return name.includes(query) ? 5 : null;
}

/** Ranks by typing errors, then the start of the name or the symbol before other words, then shorter names. */
function rankTypingErrors({ name, words, firstWords }: IndexedCompany, similar: readonly WordErrors[]) {
  let total = 0;
  for (const errors of similar) {
    const fewest = words.reduce((least, word) => Math.min(least, errors[word] ?? NO_MATCH), NO_MATCH);
    if (fewest === NO_MATCH) return null;
    total += fewest;
  }
  const isFirstWord = firstWords.some((word) => similar[0]?.[word] !== NO_MATCH);
  return total * 1_000 + (isFirstWord ? 0 : 500) + name.length;
}

/** The companies of the directory, and those outside it that have content. */
export interface CompanyIndex {
  /** Finds a company by its symbol, ignoring case. */
  find(symbol: string): Promise<Company | null>;
  /** Returns the companies that match, best match first. */
  search(text: string): Promise<readonly Company[]>;
  /** Returns the companies of the directory by symbol. */
  list(): Promise<readonly Company[]>;
}

/** `readCompanies` returns all of them, the same array until it changes: searches are indexed again for another one. */
export function createCompanyIndex(
  readCompanies: () => Promise<readonly Company[]>,
  otherNames: readonly OtherName[] = OTHER_NAMES,
): CompanyIndex {
  let indexed: ReturnType<typeof indexCompanies> | null = null;
  const read = async () => {
    const companies = await readCompanies();
    if (indexed?.companies !== companies) indexed = indexCompanies(companies, otherNames);
    return indexed;
  };
  return {
    find: async (symbol) => (await read()).bySymbol.get(symbol.toUpperCase()) ?? null,
    search: async (text) => (await read()).rank(text),
    list: async () => (await read()).directory,
  };
}

function indexCompanies(companies: readonly Company[], otherNames: readonly OtherName[]) {
  let rank: ReturnType<typeof createCompanyRanking> | null = null;
  return {
    companies,
    bySymbol: new Map(companies.map((company) => [company.symbol, company])),
    directory: companies
      .filter((company) => company.is_listed)
      .toSorted((a, b) => a.symbol.localeCompare(b.symbol)),
    /** Indexed with the first search. */
    rank(text: string) {
      rank ??= createCompanyRanking(companies, otherNames);
      return rank(text);
    },
  };
}
