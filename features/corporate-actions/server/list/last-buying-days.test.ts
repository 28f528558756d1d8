import { describe, expect, it } from 'vitest';
import { toHolidays } from '#features/market/server/market.ts';
import { groupByExDate } from './last-buying-days.routes.ts';

const HOLIDAYS = toHolidays(['2026-12-25']);

const makeClosure = (id: string, bcFrom: string, exDate: string | null = null, payout = '20% (D)') => ({
  id,
  bcFrom,
  exDate,
  payout,
});
const CLOSURES = [
  makeClosure('past', '2026-11-24'),
  makeClosure('today', '2026-11-25'),
  makeClosure('tomorrow', '2026-11-26'),
  makeClosure('tomorrow, published', '2026-12-10', '2026-11-25'),
  makeClosure('nil', '2026-11-27', null, 'NIL'),
  makeClosure('blank', '2026-11-27', null, ''),
  makeClosure('unclear', '2026-11-30', null, 'as decided'),
  makeClosure('before Christmas', '2026-12-29'),
];

const group = (range: { from: string; to: string; maxDays?: number }) =>
  groupByExDate(CLOSURES, { maxDays: 10, holidays: HOLIDAYS, ...range }).map(
    ({ lastBuyingDay, exDate, closures }) => [lastBuyingDay, exDate, closures.map(({ id }) => id)],
  );

const TODAY = ['2026-11-23', '2026-11-24', ['today']];
const TOMORROW = ['2026-11-24', '2026-11-25', ['tomorrow', 'tomorrow, published']];
const UNCLEAR = ['2026-11-26', '2026-11-27', ['unclear']];
const CHRISTMAS = ['2026-12-24', '2026-12-28', ['before Christmas']];

describe('groupByExDate', () => {
  it.each([
    ['from Monday', { from: '2026-11-23', to: '2026-12-23' }, [TODAY, TOMORROW, UNCLEAR]],
    ['up to the last day', { from: '2026-11-23', to: '2026-12-24' }, [TODAY, TOMORROW, UNCLEAR, CHRISTMAS]],
    ['after Monday', { from: '2026-11-24', to: '2026-12-23' }, [TOMORROW, UNCLEAR]],
    ['with a limit', { from: '2026-11-23', to: '2026-12-23', maxDays: 2 }, [TODAY, TOMORROW]],
    [
      'with a limit that closures without a payout do not count for',
      { from: '2026-11-24', to: '2026-12-31', maxDays: 2 },
      [TOMORROW, UNCLEAR],
    ],
    ['on a day with only closures without a payout', { from: '2026-11-25', to: '2026-11-25' }, []],
    ['without closures', { from: '2027-01-01', to: '2027-01-31' }, []],
  ])('returns the next last buying days %s', (_, range, expected) => {
    expect(group(range)).toEqual(expected);
  });
});
