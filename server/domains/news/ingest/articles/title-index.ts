import { areNearEqual, MIN_SHARED, type TitleWords } from './similar-titles.ts';

interface Entry<Of> {
  title: TitleWords;
  of: Of;
}

/** So many titles are compared with one at most. Only an outlet that floods its readers has more that are so alike. */
const MAX_COMPARED = 1000;

/** Titles by their words: which of thousands one is near-equal to is found without going through them all. */
export class TitleIndex<Of> {
  readonly #byWord = new Map<string, Entry<Of>[]>();

  add(title: TitleWords, of: Of): void {
    for (const key of keysOf(title)) {
      const entries = this.#byWord.get(key);
      if (entries) entries.push({ title, of });
      else this.#byWord.set(key, [{ title, of }]);
    }
  }

  /** Whether one of those that `isWanted` is near-equal; of too many that could be, the last ones added are compared. */
  hasNearEqual(title: TitleWords, isWanted: (of: Of) => boolean): boolean {
    let left = MAX_COMPARED;
    for (const entries of this.#couldBe(title)) {
      for (let at = entries.length - 1; at >= 0 && left > 0; at -= 1, left -= 1) {
        const entry = entries[at];
        if (entry && isWanted(entry.of) && areNearEqual(entry.title, title)) return true;
      }
    }
    return false;
  }

  /** A near-equal title lacks few of the words, so it has one of any that are more than these: of the rarest. */
  #couldBe(title: TitleWords): Entry<Of>[][] {
    const size = title.words.size + title.figures.size;
    const maxLacked = Math.floor(size * (1 - MIN_SHARED) + 1e-9);
    return keysOf(title)
      .map((key) => this.#byWord.get(key) ?? [])
      .sort((a, b) => a.length - b.length)
      .slice(0, maxLacked + 1);
  }
}

/** Figures are the same in titles that are near-equal: with them a word is rarer. */
function keysOf({ words, figures }: TitleWords): string[] {
  const numbers = [...figures].sort().join(' ');
  return words.size === 0 ? [numbers] : [...words].map((word) => `${word} ${numbers}`);
}
