import type { LabeledHeadline } from './labeled-headlines.ts';

type Labels = Pick<LabeledHeadline, 'symbols' | 'sector' | 'category'>;
export type ScoredField = 'company' | 'sector' | 'category';

/** The counts of the values of one field, over all headlines. */
export interface Score {
  /** Values found by the classifier. */
  found: number;
  /** Values that the labels name. */
  labeled: number;
  correct: number;
  /** The share of the found values that are correct. */
  precision: number;
  /** The share of the labeled values that were found. */
  recall: number;
}

/** The values of a field. "No sector" and the category General are the absence of a value. */
const VALUES: Record<ScoredField, (labels: Labels) => string[]> = {
  company: ({ symbols }) => symbols,
  sector: ({ sector }) => (sector === null ? [] : [sector]),
  category: ({ category }) => (category === 'General' ? [] : [category]),
};

/** Compares the classification of headlines with their labels. */
export function scoreClassification(
  headlines: LabeledHeadline[],
  classify: (headline: { title: string; text: string; feedCategories: string[] }) => Labels,
): { scores: Record<ScoredField, Score>; generalShare: number; misses: string[] } {
  const results = headlines.map((label) => ({ label, actual: classify({ ...label, feedCategories: [] }) }));
  const score = (field: ScoredField) =>
    toScore(results.map(({ label, actual }) => [VALUES[field](label), VALUES[field](actual)] as const));
  const general = results.filter(({ actual }) => actual.category === 'General').length;
  return {
    scores: { company: score('company'), sector: score('sector'), category: score('category') },
    generalShare: general / results.length,
    misses: results.flatMap(({ label, actual }) => describeMisses(label, actual)),
  };
}

function toScore(pairs: (readonly [labeled: string[], found: string[]])[]): Score {
  const sum = (count: (labeled: string[], found: string[]) => number) =>
    pairs.reduce((total, [labeled, found]) => total + count(labeled, found), 0);
  const found = sum((_, values) => values.length);
  const labeled = sum((values) => values.length);
  const correct = sum((expected, values) => values.filter((value) => expected.includes(value)).length);
  return { found, labeled, correct, precision: correct / found, recall: correct / labeled };
}

function describeMisses(label: LabeledHeadline, actual: Labels): string[] {
  return (Object.keys(VALUES) as ScoredField[]).flatMap((field) => {
    const expected = VALUES[field](label).toSorted().join(' ') || '-';
    const found = VALUES[field](actual).toSorted().join(' ') || '-';
    return expected === found ? [] : `${field}: ${found} instead of ${expected}: ${label.title}`;
  });
}
