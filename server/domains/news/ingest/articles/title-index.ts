import { areSimilar, MIN_SHARED, type TitleWords } from './similar-titles.ts';

interface Entry<T> {
  title: TitleWords;
  value: T;
}

/** Limits the comparisons per title. Only a flood of near-identical titles reaches it. */
const MAX_COMPARISONS = 1000;

/** An index of titles by word. It finds a similar title among thousands without comparing them all. */
export class TitleIndex<T> {
  readonly #byWord = new Map<string, Entry<T>[]>();

  add(title: TitleWords, value: T): void {
    for (const key of getIndexKeys(title)) {
      const entries = this.#byWord.get(key);
      if (entries) entries.push({ title, value });
      else this.#byWord.set(key, [{ title, value }]);
    }
  }

  /** Looks for a similar title among those that `isWanted` accepts. Compares the most recently added titles first. */
  hasSimilar(title: TitleWords, isWanted: (value: T) => boolean): boolean {
    let remaining = MAX_COMPARISONS;
    for (const entries of this.#getCandidates(title)) {
      for (let at = entries.length - 1; at >= 0 && remaining > 0; at -= 1, remaining -= 1) {
        const entry = entries[at];
        if (entry && isWanted(entry.value) && areSimilar(entry.title, title)) return true;
      }
    }
    return false;
  }

  /** A similar title lacks at most `maxMissing` words, so it has one of any `maxMissing + 1` words. The rarest ones are used. */
  #getCandidates(title: TitleWords): Entry<T>[][] {
    const size = title.words.size + title.figures.size;
    const maxMissing = Math.floor(size * (1 - MIN_SHARED) + 1e-9);
    return getIndexKeys(title)
      .map((key) => this.#byWord.get(key) ?? [])
      .sort((a, b) => a.length - b.length)
      .slice(0, maxMissing + 1);
  }
}

/** Similar titles have the same figures. Adding them to each word makes the keys rarer. */
function getIndexKeys({ words, figures }: TitleWords): string[] {
  const numbers = [...figures].sort().join(' ');
  return words.size === 0 ? [numbers] : [...words].map((word) => `${word} ${numbers}`);
}
