import { expect, it } from 'vitest';
import { addDays, getStartOfDate, getWeekday, toKarachiDate } from './dates.ts';

it.each([
  ['2026-11-21T05:42:00Z', '2026-11-21'],
  ['2026-11-21T18:59:59.999Z', '2026-11-21'],
  ['2026-11-21T19:00:00Z', '2026-11-22'],
  ['2026-12-31T19:00:00Z', '2027-01-01'],
  // Midnight in Karachi during daylight saving time.
  ['2009-07-14T18:00:00Z', '2009-07-15'],
])('converts %s to the Karachi date %s', (timestamp, date) => {
  expect(toKarachiDate(new Date(timestamp))).toBe(date);
});

it.each([
  ['2026-08-14', 1, '2026-08-15'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-08-14', 0, '2026-08-14'],
])('adds to %s %i days to get %s', (date, count, result) => {
  expect(addDays(date, count)).toBe(result);
});

it('throws when days are added to an invalid date', () => {
  expect(() => addDays('2026-13-01', 1)).toThrow(RangeError);
});

it('starts a date at midnight in Karachi', () => {
  expect(getStartOfDate('2026-11-22').toISOString()).toBe('2026-11-21T19:00:00.000Z');
});

it('numbers weekdays from Sunday', () => {
  expect(['2026-11-22', '2026-11-23', '2026-11-27', '2026-11-28'].map(getWeekday)).toEqual([0, 1, 5, 6]);
});
