import { expect, it } from 'vitest';
import { LOOK_AHEAD_RANGES } from './act-by.tsx';

it.each([
  ['Next 7 Days', '2026-11-22', '2026-11-22', '2026-11-28'],
  ['Next 7 Days', '2026-12-28', '2026-12-28', '2027-01-03'],
  ['Next 30 Days', '2026-11-22', '2026-11-22', '2026-12-21'],
  ['Next 30 Days', '2028-02-01', '2028-02-01', '2028-03-01'],
] as const)('returns for %s on %s the first days from %s to %s', (range, today, from_date, to_date) => {
  expect(LOOK_AHEAD_RANGES[range](today)).toEqual({ from_date, to_date });
});

it.each([
  ['a Monday', '2026-11-23', '2026-11-23', '2026-11-27'],
  ['a Friday', '2026-11-27', '2026-11-23', '2026-11-27'],
  ['a Saturday', '2026-11-21', '2026-11-23', '2026-11-27'],
  ['a Sunday', '2026-11-22', '2026-11-23', '2026-11-27'],
  ["New Year's Eve", '2026-12-31', '2026-12-28', '2027-01-01'],
])('returns for the ex-dates of this week on %s, %s, those from %s to %s', (_, today, from, to) => {
  expect(LOOK_AHEAD_RANGES['Ex-Date This Week'](today)).toEqual({ ex_date_from: from, ex_date_to: to });
});
