import type { Company } from '#features/market/contract/companies.ts';

/** Typing errors that are accepted in a word, by its minimum length. */
const ACCEPTED_EDITS = [
  { minLength: 8, edits: 2 },
  { minLength: 4, edits: 1 },
];

/** Those in a word of several: the others show that "Punjab bnk" means a bank. */
export const EDITS_AMONG_WORDS = [...ACCEPTED_EDITS, { minLength: 3, edits: 1 }];

/** How Urdu and English sounds are spelled in Latin letters, each by one of its spellings: `cheeni` and `chini`, `nation` and `nashun`. */
const SOUNDS: [RegExp, string][] = [
  [/ti(?=on|al)/g, 'sh'],
  [/io(?=n)|[ou]u|oo/g, 'u'],
  [/e[aei]|ie|y/g, 'i'],
  [/ph/g, 'f'],
  [/gh/g, 'g'],
  [/c(?=[eiy])|z/g, 's'],
  [/c(?!h)k?|q/g, 'k'],
  [/w/g, 'v'],
  [/(\p{L})\1/gu, '$1'],
];

/** Spells the sounds of a word or a name in one way. */
export const spellSounds = (text: string): string =>
  SOUNDS.reduce((spelled, [sound, spelling]) => spelled.replace(sound, spelling), text);

/** Typing errors that are accepted in a word whose sounds are spelled in one way. */
const ACCEPTED_SOUND_EDITS = [
  { minLength: 6, edits: 2 },
  { minLength: 4, edits: 1 },
];

/** The words of the companies, by number. */
export interface Vocabulary {
  words: readonly string[];
  /** The letters of each word, as bits. */
  letters: Int32Array;
}

export const createVocabulary = (words: readonly string[]): Vocabulary => ({
  words,
  letters: Int32Array.from(words, getLetters),
});

/** The typing errors between a typed word and each word of the vocabulary, by its number. */
export type WordErrors = Uint8Array;

export const NO_MATCH = 255;

/** Finds the words that a typed word starts. */
export function matchStarts({ words }: Vocabulary, typed: string): WordErrors {
  const errors = new Uint8Array(words.length).fill(NO_MATCH);
  const first = typed.charCodeAt(0);
  for (let number = 0; number < words.length; number += 1) {
    const word = words[number] as string;
    if (word.charCodeAt(0) === first && word.startsWith(typed)) errors[number] = 0;
  }
  return errors;
}

/** Adds the words from which a typed word differs by few typing errors. */
export function addTypingErrors(
  vocabulary: Vocabulary,
  typed: string,
  starts: WordErrors,
  accepted = ACCEPTED_EDITS,
): WordErrors {
  const maxEdits = accepted.find(({ minLength }) => typed.length >= minLength)?.edits ?? 0;
  const errors = starts.slice();
  for (const number of listCandidates(vocabulary, typed, maxEdits)) {
    const edits = errors[number] === 0 ? 0 : countEdits(vocabulary.words[number] as string, typed);
    if (edits <= maxEdits) errors[number] = edits;
  }
  return errors;
}

/** Finds the words that sound like a typed word, with few typing errors after the first sound. */
export function matchSounds(sounds: Vocabulary, typed: string, starts: WordErrors): WordErrors {
  const spelled = spellSounds(typed);
  const errors = addTypingErrors(sounds, spelled, starts, ACCEPTED_SOUND_EDITS);
  return errors.map((edits, number) => (sounds.words[number]?.[0] === spelled[0] ? edits : NO_MATCH));
}

/** Excludes most words without counting: an edit adds or removes at most one letter, or replaces one by another. */
export function listCandidates({ words, letters }: Vocabulary, typed: string, maxEdits: number): number[] {
  if (maxEdits === 0) return [];
  const candidates: number[] = [];
  const typedLetters = getLetters(typed);
  for (let number = 0; number < words.length; number += 1) {
    if (Math.abs((words[number] as string).length - typed.length) > maxEdits) continue;
    if (countBits((letters[number] as number) ^ typedLetters) <= 2 * maxEdits) candidates.push(number);
  }
  return candidates;
}

/** Returns the set of a word's letters as bits; letters of other scripts share bits. */
function getLetters(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Counts the added, missing, wrong and swapped characters between two texts (optimal string alignment). */
export function countEdits(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (previous[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (previous[column - 1] as number) + (isSame ? 0 : 1),
        isSwapped ? (beforePrevious[column - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] as number;
}

const MAX_SIMILAR = 5;
const MAX_EDITS = 2;

/**
 * Returns companies whose symbols are easily confused with `symbol`, the most similar first: symbols that it starts or that
 * start it, then symbols with up to two typing errors, fewer in short symbols.
 */
export function findSimilarCompanies(companies: readonly Company[], symbol: string): Company[] {
  return companies
    .map((company) => ({ company, distance: getDistance(company.symbol, symbol) }))
    .filter(({ distance }) => distance !== null)
    .sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0) || a.company.symbol.localeCompare(b.company.symbol))
    .slice(0, MAX_SIMILAR)
    .map(({ company }) => company);
}

/** Returns the difference of two symbols, or `null` if they are not similar. */
function getDistance(symbol: string, typed: string): number | null {
  const shorter = Math.min(symbol.length, typed.length);
  const edits = countEdits(symbol, typed);
  const hasCommonStart = shorter >= 2 && (symbol.startsWith(typed) || typed.startsWith(symbol));
  // An added or missing end is more likely than other typing errors.
  if (hasCommonStart) return edits - 0.5;
  return edits <= Math.min(MAX_EDITS, Math.floor(shorter / 2)) ? edits : null;
}
