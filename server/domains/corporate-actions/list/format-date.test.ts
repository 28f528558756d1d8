import { describe, expect, it } from 'vitest';
import { formatDay, formatShortDay, formatTime } from './format-date.ts';

describe('a day', () => {
  it.each([
    ['2026-11-23', 'Monday, Nov 23rd, 2026'],
    ['2026-08-18', 'Tuesday, Aug 18th, 2026'],
    ['2023-05-04', 'Thursday, May 4th, 2023'],
    ['2026-02-09', 'Monday, Feb 9th, 2026'],
    ['2028-02-29', 'Tuesday, Feb 29th, 2028'],
    ['2027-01-01', 'Friday, Jan 1st, 2027'],
    ['2026-12-31', 'Thursday, Dec 31st, 2026'],
  ])('%s reads %s', (day, text) => {
    expect(formatDay(day)).toBe(text);
  });

  it('has the ending of its number', () => {
    const dates = Array.from({ length: 31 }, (_, index) => String(index + 1).padStart(2, '0'));
    expect(dates.map((date) => formatDay(`2026-10-${date}`).split(' ')[2]).join(' ')).toBe(
      '1st, 2nd, 3rd, 4th, 5th, 6th, 7th, 8th, 9th, 10th, 11th, 12th, 13th, 14th, 15th, 16th, 17th, 18th, ' +
        '19th, 20th, 21st, 22nd, 23rd, 24th, 25th, 26th, 27th, 28th, 29th, 30th, 31st,',
    );
  });
});

describe('a day in short', () => {
  it.each([
    ['2026-08-17', '17 Aug 2026'],
    ['2027-01-01', '1 Jan 2027'],
    ['2026-12-31', '31 Dec 2026'],
  ])('%s reads %s', (day, text) => {
    expect(formatShortDay(day)).toBe(text);
  });
});

describe('a time', () => {
  it.each([
    ['10:30:00', '10:30 AM'],
    ['00:00:00', '12:00 AM'],
    ['00:05:00', '12:05 AM'],
    ['11:59:59', '11:59 AM'],
    ['12:00:00', '12:00 PM'],
    ['13:05:00', '1:05 PM'],
    ['23:45:00', '11:45 PM'],
  ])('%s reads %s', (time, text) => {
    expect(formatTime(time)).toBe(text);
  });
});
