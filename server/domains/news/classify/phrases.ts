/** A word of a text, as written and in lower case. */
export interface Token {
  text: string;
  word: string;
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

/** Splits a text into words. Any character other than letters and digits separates them ("K-Electric" is two words). */
export function tokenize(text: string): Token[] {
  const plain = text.replace(/[’']s\b/g, '');
  let end = 0;
  return Array.from(plain.matchAll(/[\p{L}\p{N}]+/gu), ({ 0: word, index }) => {
    const gap = plain.slice(end, index);
    end = index + word.length;
    return { text: word, word: word.toLowerCase(), gap };
  });
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
      const length = yield* this.#findAt(tokens, at, accepts);
      at += length;
    }
  }

  *#findAt(
    tokens: readonly Token[],
    at: number,
    accepts: (match: Match<T>) => boolean,
  ): Generator<T, number> {
    for (const { rest, value, acronym } of this.#byFirstWord.get(tokens[at]?.word ?? '') ?? []) {
      const length = rest.length + 1;
      if (!rest.every((word, index) => tokens[at + 1 + index]?.word === word)) continue;
      if (acronym !== null && tokens[at]?.text !== acronym) continue;
      if (!accepts({ value, words: tokens.slice(at, at + length), at })) continue;
      yield value;
      return length;
    }
    return 1;
  }
}

/** Lists each phrase of a table with the value that it indicates. */
export function* toEntries(rules: Record<string, string[]>): Generator<[string, string]> {
  for (const [value, phrases] of Object.entries(rules)) for (const phrase of phrases) yield [phrase, value];
}
