/**
 * The share of words that two headlines must have in common. Headlines of different companies' results share up to 0.9, so
 * this threshold alone is not enough: see `areSimilar`.
 */
export const MIN_SHARED = 0.7;

/** A headline, normalized for comparison. */
export interface TitleWords {
  words: ReadonlySet<string>;
  figures: ReadonlySet<string>;
}

/** As long as a title may be. Normalization turns one character into up to 18. */
const MAX_LENGTH = 500;

/** Extracts lowercase words without punctuation and plural endings, and figures without thousands separators. */
export function extractTitleWords(title: string): TitleWords {
  const normalized = title.slice(0, MAX_LENGTH).normalize('NFKC').toLowerCase().slice(0, MAX_LENGTH);
  const tokens = normalized.match(TOKENS) ?? [];
  const words = new Set<string>();
  const figures = new Set<string>();
  for (const token of tokens) {
    if (/^\d/.test(token)) figures.add(token.replaceAll(',', ''));
    else words.add(toSingular(token.replaceAll(/['’]/g, '')));
  }
  return { words, figures };
}

const TOKENS = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

const toSingular = (word: string) => (word.length > 3 ? word.replace(/s+$/, '') : word);

/** Words that reverse the meaning of a headline. */
const NEGATIONS = new Set(['not', 'no', 'never', 'without', 'deny', 'denie', 'denied', 'refute', 'reject']);

/**
 * Returns `true` if one headline of a publisher is an edited version of the other, with a few words added. Headlines with
 * a replaced word or figure are about different events ("Lucky Cement posts…", "Fauji Cement posts…").
 */
export function areSimilar(a: TitleWords, b: TitleWords): boolean {
  const [shorter, longer] = a.words.size <= b.words.size ? [a, b] : [b, a];
  if (!containsAll(longer.words, shorter.words)) return false;
  if (a.figures.size !== b.figures.size || !containsAll(a.figures, b.figures)) return false;
  const common = shorter.words.size + a.figures.size;
  if (common === 0 || common / (longer.words.size + a.figures.size) < MIN_SHARED) return false;
  return ![...longer.words].some((word) => NEGATIONS.has(word) && !shorter.words.has(word));
}

function containsAll(set: ReadonlySet<string>, subset: ReadonlySet<string>): boolean {
  for (const word of subset) if (!set.has(word)) return false;
  return true;
}

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
