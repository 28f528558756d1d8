import { describe, expect, it } from 'vitest';
import type { BookClosure } from '#features/corporate-actions/contract/book-closures.ts';
import { groupByStart } from './closure-results.tsx';

const createClosure = (bc_from: string, id: number) => ({ bc_from, id }) as BookClosure;
const [a, b, c] = [
  createClosure('2026-08-18', 1),
  createClosure('2026-08-18', 2),
  createClosure('2026-08-10', 3),
];

describe('groupByStart', () => {
  it('groups closures by start date and keeps their order', () => {
    expect(groupByStart([a, b, c], '-bc_from')).toEqual([
      { start: '2026-08-18', closures: [a, b] },
      { start: '2026-08-10', closures: [c] },
    ]);
    for (const ordering of ['bc_from', 'nearest'] as const)
      expect(groupByStart([c, b, a], ordering)).toEqual([
        { start: '2026-08-10', closures: [c] },
        { start: '2026-08-18', closures: [b, a] },
      ]);
  });

  it('returns one group if the list is ordered by company', () => {
    expect(groupByStart([a, c, b], 'company_name')).toEqual([{ start: null, closures: [a, c, b] }]);
  });
});
