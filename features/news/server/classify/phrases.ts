/** A word of a text, as written and in lower case. */
export interface Token {
  text: string;
  word: string;
  /** Is `true` for "Lucky's" and "Packages'". */
  isPossessive: boolean;
  /** The characters between the previous word and this one. */
  gap: string;
}

/** Words of a text that equal a phrase. */
export interface Match<T> {
  value: T;
  words: readonly Token[];
  /** The index of the first word in the text. */
  at: number;
}

const WORD = /([\p{L}\p{N}]+)(?:[’']s\b)?/gu;

/** Splits a text into words. Any character other than letters and digits separates them ("K-Electric" is two words). */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match; match = WORD.exec(text)) {
    const [written, word = ''] = match;
    const isPossessive = written !== word || (word.endsWith('s') && /[’']/.test(text[WORD.lastIndex] ?? ''));
    tokens.push({ text: word, word: word.toLowerCase(), isPossessive, gap: text.slice(end, match.index) });
    end = WORD.lastIndex;
  }
  return tokens;
}

interface Entry<T> {
  rest: string[];
  value: T;
  /** Uppercase phrases match only in upper case: "US" is not "us". */
  acronym: string | null;
}

/** Finds many phrases in one pass over a text, by their first word. */
export class Phrases<T> {
  readonly #byFirstWord = new Map<string, Entry<T>[]>();

  /** The first of several equal phrases wins. */
  constructor(entries: Iterable<readonly [phrase: string, value: T]>) {
    const seen = new Set<string>();
    for (const [phrase, value] of entries) {
      const [first, ...rest] = tokenize(phrase).map(({ word }) => word);
      const acronym = /^[A-Z][A-Z0-9]*$/.test(phrase) ? phrase : null;
      const key = acronym ?? [first, ...rest].join(' ');
      if (first === undefined || seen.has(key)) continue;
      seen.add(key);
      const others = this.#byFirstWord.get(first) ?? [];
      const longestFirst = [...others, { rest, value, acronym }].sort(
        (a, b) => b.rest.length - a.rest.length,
      );
      this.#byFirstWord.set(first, longestFirst);
    }
  }

  /** Yields the values of the phrases in a text, in order. Longer phrases win; matches do not overlap. */
  *find(tokens: readonly Token[], accepts: (match: Match<T>) => boolean = () => true): Generator<T> {
    for (let at = 0; at < tokens.length; ) {
      const entries = this.#byFirstWord.get(tokens[at]?.word ?? '');
      const found = entries?.find((entry) => isAt(entry, tokens, at, accepts));
      if (found) yield found.value;
      at += found ? found.rest.length + 1 : 1;
    }
  }
}

function isAt<T>(
  { rest, value, acronym }: Entry<T>,
  tokens: readonly Token[],
  at: number,
  accepts: (match: Match<T>) => boolean,
): boolean {
  if (!rest.every((word, index) => tokens[at + 1 + index]?.word === word)) return false;
  if (acronym !== null && tokens[at]?.text !== acronym) return false;
  return accepts({ value, words: tokens.slice(at, at + rest.length + 1), at });
}

/** Lists each phrase of a table, whose phrases are separated by commas, with the value that it indicates. */
export function* toEntries(table: Record<string, string>): Generator<[string, string]> {
  for (const [value, phrases] of Object.entries(table))
    for (const phrase of splitPhrases(phrases)) yield [phrase, value];
}

export const splitPhrases = (phrases: string) => phrases.split(',').map((phrase) => phrase.trim());
