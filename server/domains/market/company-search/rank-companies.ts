import type { Company } from '#contract/market/companies.ts';
import { isLegalForm, removeArticle, splitText } from '#server/domains/market/find-company-by-name.ts';
import { countEdits } from './count-edits.ts';

/** Shorter queries would match parts of almost every name. */
const MIN_JOINED_LENGTH = 4;
/** Typing errors that are accepted in a word, by its minimum length. */
const ACCEPTED_EDITS = [
  { minLength: 8, edits: 2 },
  { minLength: 4, edits: 1 },
];

interface IndexedCompany {
  company: Company;
  symbol: string;
  /** The normalized name without "The". */
  name: string;
  /** The words of the name, and the symbol. */
  words: string[];
}

/**
 * Creates a function that returns the companies that match a search, best match first: the symbol, its start, the first
 * words of the name, its start, the starts of words in any order, a part of the name; companies that match alike are ordered by
 * symbol. Companies outside the directory come last, unless the search is their symbol. If none match, it accepts typing errors,
 * and then other spaces.
 */
export function createCompanyRanking(companies: readonly Company[]): (search: string) => Company[] {
  const index = companies.map(indexCompany).sort((a, b) => a.symbol.localeCompare(b.symbol));
  const vocabulary = [...new Set(index.flatMap(({ words }) => words))];
  return (search) => {
    const text = search.trim().toLowerCase();
    const words = splitQuery(search);
    if (words.length === 0) return [];
    const matches = sortByRank(index, (company) => getRank(company, text, words));
    if (matches.length > 0) return matches;
    const similar = findSimilarWords(vocabulary, words);
    const misspelled = sortByRank(index, (company) => rankTypingErrors(company, similar));
    return misspelled.length > 0
      ? misspelled
      : sortByRank(index, (company) => rankJoinedName(company, words));
  };
}

function indexCompany(company: Company): IndexedCompany {
  const words = splitText(company.name);
  const symbol = company.symbol.toLowerCase();
  return { company, symbol, name: removeArticle(words).join(' '), words: [...words, symbol] };
}

/** Splits a search into words, without "The" and the legal form unless it consists of them. */
function splitQuery(search: string): string[] {
  const words = splitText(search);
  const significant = removeArticle(words).filter((word) => !isLegalForm(word));
  return significant.length > 0 ? significant : words;
}

/** Sorts the companies that have a rank; companies of equal rank keep their order. */
function sortByRank(
  index: readonly IndexedCompany[],
  toRank: (company: IndexedCompany) => number | null,
): Company[] {
  return index
    .flatMap((indexed) => {
      const rank = toRank(indexed);
      return rank === null ? [] : [{ company: indexed.company, rank }];
    })
    .sort((a, b) => Number(isLast(a)) - Number(isLast(b)) || a.rank - b.rank)
    .map(({ company }) => company);
}

const EXACT_SYMBOL = 0;

const isLast = ({ company, rank }: { company: Company; rank: number }) =>
  !company.is_listed && rank !== EXACT_SYMBOL;

/** Returns the rank of a match without typing errors (lower is better), or `null` if the company does not match. */
function getRank({ symbol, name, words }: IndexedCompany, text: string, typed: string[]): number | null {
  if (symbol === text) return EXACT_SYMBOL;
  if (symbol.startsWith(text)) return 1;
  const query = typed.join(' ');
  if (`${name} `.startsWith(`${query} `)) return 2;
  if (name.startsWith(query)) return 3;
  if (typed.every((word) => words.some((each) => each.startsWith(word)))) return 4;
  return name.includes(query) ? 5 : null;
}

/** Returns for each typed word the words that it may mean, with their typing errors. */
const findSimilarWords = (vocabulary: readonly string[], typed: string[]): Map<string, number>[] =>
  typed.map((word) => {
    const maxEdits = ACCEPTED_EDITS.find(({ minLength }) => word.length >= minLength)?.edits ?? 0;
    const similar = vocabulary.flatMap((each) => {
      const edits = countTypingErrors(each, word, maxEdits);
      return edits <= maxEdits ? [[each, edits] as const] : [];
    });
    return new Map(similar);
  });

function countTypingErrors(word: string, typed: string, maxEdits: number): number {
  if (word.startsWith(typed)) return 0;
  return Math.abs(word.length - typed.length) > maxEdits ? Number.POSITIVE_INFINITY : countEdits(word, typed);
}

/** Ranks by typing errors, then the start of the name or the symbol before other words, then shorter names. */
function rankTypingErrors({ name, words, symbol }: IndexedCompany, similar: Map<string, number>[]) {
  let total = 0;
  for (const edits of similar) {
    const fewest = Math.min(...words.map((word) => edits.get(word) ?? Number.POSITIVE_INFINITY));
    if (fewest === Number.POSITIVE_INFINITY) return null;
    total += fewest;
  }
  const [first] = similar;
  const isFirstWord = first?.has(symbol) || first?.has(name.split(' ', 1)[0] ?? '');
  return total * 1_000 + (isFirstWord ? 0 : 500) + name.length;
}

/** Finds names that are written with other spaces, such as "Oil fields". */
function rankJoinedName({ name }: IndexedCompany, typed: string[]): number | null {
  const query = typed.join('');
  return query.length >= MIN_JOINED_LENGTH && name.replaceAll(' ', '').includes(query) ? 1 : null;
}
