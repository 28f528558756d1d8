/** A word of a text as it stands there, and as it is looked up. */
interface Token {
  text: string;
  word: string;
}

/** The words of a text; every sign between letters and digits parts them ("K-Electric" is two words). */
export function tokensOf(text: string): Token[] {
  return (text.replace(/[’']s\b/g, '').match(/[\p{L}\p{N}]+/gu) ?? []).map((token) => ({
    text: token,
    word: token.toLowerCase(),
  }));
}

interface Entry<T> {
  rest: string[];
  value: T;
  /** "US" is not "us": what is written in capitals is looked for in capitals. */
  acronym: string | null;
}

/** Finds any of many phrases in one pass over a text, by the words that they begin with. */
export class Phrases<T> {
  readonly #byFirstWord = new Map<string, Entry<T>[]>();

  /** Of equal phrases the first one counts. */
  constructor(entries: Iterable<readonly [phrase: string, value: T]>) {
    const known = new Set<string>();
    for (const [phrase, value] of entries) {
      const [first, ...rest] = tokensOf(phrase).map(({ word }) => word);
      const acronym = /^[A-Z][A-Z0-9]*$/.test(phrase) ? phrase : null;
      const key = acronym ?? [first, ...rest].join(' ');
      if (first === undefined || known.has(key)) continue;
      known.add(key);
      const others = this.#byFirstWord.get(first) ?? [];
      const longestFirst = [...others, { rest, value, acronym }].sort(
        (a, b) => b.rest.length - a.rest.length,
      );
      this.#byFirstWord.set(first, longestFirst);
    }
  }

  /** What the phrases in a text stand for, in the text's order; longer phrases win, none overlap. */
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
