import { countEdits } from './count-edits.ts';

/** Typing errors that are accepted in a word, by its minimum length. */
const ACCEPTED_EDITS = [
  { minLength: 8, edits: 2 },
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
export function addTypingErrors(vocabulary: Vocabulary, typed: string, starts: WordErrors): WordErrors {
  const maxEdits = ACCEPTED_EDITS.find(({ minLength }) => typed.length >= minLength)?.edits ?? 0;
  const errors = starts.slice();
  for (const number of listCandidates(vocabulary, typed, maxEdits)) {
    const edits = errors[number] === 0 ? 0 : countEdits(vocabulary.words[number] as string, typed);
    if (edits <= maxEdits) errors[number] = edits;
  }
  return errors;
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
