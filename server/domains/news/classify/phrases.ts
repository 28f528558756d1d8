/** A word of a text, as written and in lower case. */
interface Token {
  text: string;
  word: string;
}

/** Splits a text into words. Any character other than letters and digits separates them ("K-Electric" is two words). */
export function tokenize(text: string): Token[] {
  return (text.replace(/[’']s\b/g, '').match(/[\p{L}\p{N}]+/gu) ?? []).map((token) => ({
    text: token,
    word: token.toLowerCase(),
  }));
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
  *find(tokens: readonly Token[], accepts: (words: readonly Token[]) => boolean = () => true): Generator<T> {
    for (let at = 0; at < tokens.length; ) {
      const length = yield* this.#findAt(tokens, at, accepts);
      at += length;
    }
  }

  *#findAt(
    tokens: readonly Token[],
    at: number,
    accepts: (words: readonly Token[]) => boolean,
  ): Generator<T, number> {
    for (const { rest, value, acronym } of this.#byFirstWord.get(tokens[at]?.word ?? '') ?? []) {
      const length = rest.length + 1;
      if (!rest.every((word, index) => tokens[at + 1 + index]?.word === word)) continue;
      if (acronym !== null && tokens[at]?.text !== acronym) continue;
      if (!accepts(tokens.slice(at, at + length))) continue;
      yield value;
      return length;
    }
    return 1;
  }
}
