import { describe, expect, it } from 'vitest';
import { endOfDay, findLastDayError } from './last-day.ts';

it('a day ends at midnight in Karachi', () => {
  expect(endOfDay('2026-12-31').toISOString()).toBe('2026-12-31T19:00:00.000Z');
  expect(endOfDay('2028-02-28').toISOString()).toBe('2028-02-28T19:00:00.000Z');
});

describe('the last day of granted premium', () => {
  it.each([
    ['today', '2026-11-21', null],
    ['yesterday', '2026-11-20', 'past'],
    ['in five years', '2031-11-21', null],
    ['a day more', '2031-11-22', 'too-far'],
  ])('may be %s: %s, %s', (_, day, fault) => {
    expect(findLastDayError(day, new Date('2026-11-21T05:42:00Z'))).toBe(fault);
  });

  it('goes by the day in Karachi', () => {
    expect(findLastDayError('2026-11-21', new Date('2026-11-21T18:59:59Z'))).toBeNull();
    expect(findLastDayError('2026-11-21', new Date('2026-11-21T19:00:00Z'))).toBe('past');
  });

  it('is five years away on a leap day as well', () => {
    const leapDay = new Date('2028-02-29T07:00:00Z');
    expect(findLastDayError('2033-02-28', leapDay)).toBeNull();
    expect(findLastDayError('2033-03-01', leapDay)).toBe('too-far');
  });
});
