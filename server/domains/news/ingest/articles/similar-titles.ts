/**
 * How much of their words two headlines must share. Reports name 0.5; headlines of different companies' results share up
 * to 0.9 of theirs, so that no threshold alone tells them apart: see `areNearEqual`.
 */
export const MIN_SHARED = 0.7;

/** A headline as it is compared. */
export interface TitleWords {
  words: ReadonlySet<string>;
  figures: ReadonlySet<string>;
}

/** Words in lower case without punctuation or a plural's s; figures without separators of thousands. */
export function titleWords(title: string): TitleWords {
  const tokens = title.normalize('NFKC').toLowerCase().match(TOKENS) ?? [];
  const words = new Set<string>();
  const figures = new Set<string>();
  for (const token of tokens) {
    if (/^\d/.test(token)) figures.add(token.replaceAll(',', ''));
    else words.add(singular(token.replaceAll(/['’]/g, '')));
  }
  return { words, figures };
}

const TOKENS = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

const singular = (word: string) => (word.length > 3 ? word.replace(/s+$/, '') : word);

/** Words that turn what a headline says into something else. */
const TURNING = new Set(['not', 'no', 'never', 'without', 'deny', 'denie', 'denied', 'refute', 'reject']);

/**
 * Whether two headlines of one outlet are the same one edited: one has a few words more than the other. Where a word or a
 * figure is replaced by another they tell different things ("Lucky Cement posts…", "Fauji Cement posts…").
 */
export function areNearEqual(a: TitleWords, b: TitleWords): boolean {
  const [less, more] = a.words.size <= b.words.size ? [a, b] : [b, a];
  if (!holdsAll(more.words, less.words)) return false;
  if (a.figures.size !== b.figures.size || !holdsAll(a.figures, b.figures)) return false;
  const common = less.words.size + a.figures.size;
  if (common === 0 || common / (more.words.size + a.figures.size) < MIN_SHARED) return false;
  return ![...more.words].some((word) => TURNING.has(word) && !less.words.has(word));
}

function holdsAll(whole: ReadonlySet<string>, part: ReadonlySet<string>): boolean {
  for (const word of part) if (!whole.has(word)) return false;
  return true;
}
