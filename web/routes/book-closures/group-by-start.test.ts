import { describe, expect, it } from 'vitest';
import type { BookClosure } from '#contract/corporate-actions/book-closures.ts';
import { groupByStart } from './group-by-start.ts';

const starting = (bc_from: string, id: number) => ({ bc_from, id }) as BookClosure;
const [a, b, c] = [starting('2026-08-18', 1), starting('2026-08-18', 2), starting('2026-08-10', 3)];

describe('closures in a list', () => {
  it('stand together by the day on which they begin, in their order', () => {
    expect(groupByStart([a, b, c], '-bc_from')).toEqual([
      { start: '2026-08-18', closures: [a, b] },
      { start: '2026-08-10', closures: [c] },
    ]);
    expect(groupByStart([c, b, a], 'bc_from')).toEqual([
      { start: '2026-08-10', closures: [c] },
      { start: '2026-08-18', closures: [b, a] },
    ]);
  });

  it('stand in one table when they are ordered by company', () => {
    expect(groupByStart([a, c, b], 'company_name')).toEqual([{ start: null, closures: [a, c, b] }]);
  });
});
