import { expect, it } from 'vitest';
import type { BoardMeeting } from '#features/corporate-actions/contract/board-meetings.ts';
import type { BookClosure } from '#features/corporate-actions/contract/book-closures.ts';
import { findNextClosure, findNextMeeting } from './company-facts.tsx';

const TODAY = '2026-11-23';

it.each<[string[], string | undefined]>([
  [['2026-12-04', '2026-11-27', '2026-11-20'], '2026-11-27'],
  [['2026-11-23', '2026-11-20'], '2026-11-23'],
  [['2026-11-20'], undefined],
  [[], undefined],
])('of the ex-dates %j the next one is %s', (exDates, next) => {
  const closures = exDates.map((ex_date) => ({ ex_date })) as BookClosure[];
  expect(findNextClosure(closures, TODAY)?.ex_date).toBe(next);
});

it('finds the next meeting that takes place', () => {
  const meetings = [
    { meeting_date: '2026-12-02', is_postponed: false },
    { meeting_date: '2026-11-25', is_postponed: false },
    { meeting_date: '2026-11-24', is_postponed: true },
    { meeting_date: '2026-11-20', is_postponed: false },
  ] as BoardMeeting[];
  expect(findNextMeeting(meetings, TODAY)?.meeting_date).toBe('2026-11-25');
  expect(findNextMeeting(meetings.slice(2), TODAY)).toBeNull();
});
