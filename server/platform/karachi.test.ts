import { describe, expect, it } from 'vitest';
import { addDays, karachiDay, weekdayOf } from './karachi.ts';

describe('the day in Karachi', () => {
  it.each([
    ['2026-11-21T05:42:00Z', '2026-11-21'],
    ['2026-11-21T18:59:59.999Z', '2026-11-21'],
    ['2026-11-21T19:00:00Z', '2026-11-22'],
    ['2026-12-31T19:00:00Z', '2027-01-01'],
    // Midnight in Karachi while the clocks were an hour ahead.
    ['2009-07-14T18:00:00Z', '2009-07-15'],
  ])('at %s is %s', (at, day) => {
    expect(karachiDay(new Date(at))).toBe(day);
  });
});

describe('counting days', () => {
  it.each([
    ['2026-08-14', 1, '2026-08-15'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-08-14', 0, '2026-08-14'],
  ])('from %s by %i comes to %s', (day, count, other) => {
    expect(addDays(day, count)).toBe(other);
  });

  it('of what is no day throws', () => {
    expect(() => addDays('2026-13-01', 1)).toThrow(RangeError);
  });
});

it('the weekday counts from Sunday', () => {
  expect(['2026-11-22', '2026-11-23', '2026-11-27', '2026-11-28'].map(weekdayOf)).toEqual([0, 1, 5, 6]);
});
