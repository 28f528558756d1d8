import { describe, expect, it } from 'vitest';
import { findLastDayError, getEndOfDate } from './grants.ts';

it('getEndOfDate returns midnight in Karachi', () => {
  expect(getEndOfDate('2026-12-31').toISOString()).toBe('2026-12-31T19:00:00.000Z');
  expect(getEndOfDate('2028-02-28').toISOString()).toBe('2028-02-28T19:00:00.000Z');
});

describe('findLastDayError', () => {
  it.each([
    ['accepts today', '2026-11-21', null],
    ['rejects yesterday', '2026-11-20', 'past'],
    ['accepts a date in five years', '2031-11-21', null],
    ['rejects the date after that', '2031-11-22', 'too-far'],
  ])('%s: %s', (_, date, problem) => {
    expect(findLastDayError(date, new Date('2026-11-21T05:42:00Z'))).toBe(problem);
  });

  it('compares dates in Karachi', () => {
    expect(findLastDayError('2026-11-21', new Date('2026-11-21T18:59:59Z'))).toBeNull();
    expect(findLastDayError('2026-11-21', new Date('2026-11-21T19:00:00Z'))).toBe('past');
  });

  it('accepts five years from a leap day', () => {
    const leapDay = new Date('2028-02-29T07:00:00Z');
    expect(findLastDayError('2033-02-28', leapDay)).toBeNull();
    expect(findLastDayError('2033-03-01', leapDay)).toBe('too-far');
  });
});
