import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addDays,
  formatEndDate,
  formatKarachiDate,
  formatLongDate,
  formatLongTimestamp,
  formatShortDate,
  formatShortDateWithWeekday,
  formatTime,
  formatTimestamp,
  formatTimestampWithSeconds,
  getStartOfDate,
  getWeekday,
  toKarachiDate,
} from './dates.ts';

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

it.each([
  ['2026-08-17', '17 Aug 2026'],
  ['2027-01-01', '1 Jan 2027'],
  ['2026-12-31', '31 Dec 2026'],
  ['2028-02-29', '29 Feb 2028'],
])('formats %s as the short date %s', (date, text) => {
  expect(formatShortDate(date)).toBe(text);
});

it.each([
  ['2026-08-14', 'Fri 14 Aug 2026'],
  ['2026-03-01', 'Sun 1 Mar 2026'],
])('formats %s with its weekday as %s', (date, text) => {
  expect(formatShortDateWithWeekday(date)).toBe(text);
});

it.each([
  ['2026-12-21T05:00:00.000Z', '21 Dec 2026', '21 Dec 2026'],
  // The last second and the first instant of a date in Karachi.
  ['2026-12-31T18:59:59.000Z', '31 Dec 2026', '31 Dec 2026'],
  ['2026-12-31T19:00:00.000Z', '1 Jan 2027', '31 Dec 2026'],
  ['2026-12-31T19:00:00.001Z', '1 Jan 2027', '1 Jan 2027'],
  // Midnight in UTC is no boundary.
  ['2026-12-31T00:00:00.000Z', '31 Dec 2026', '31 Dec 2026'],
  ['2028-02-29T19:00:00.000Z', '1 Mar 2028', '29 Feb 2028'],
  ['2026-12-31T20:30:00.000-10:00', '1 Jan 2027', '1 Jan 2027'],
])('formats %s as the date %s, and as an end on %s', (timestamp, date, endDate) => {
  expect(formatKarachiDate(timestamp)).toBe(date);
  expect(formatKarachiDate(new Date(timestamp))).toBe(date);
  expect(formatEndDate(timestamp)).toBe(endDate);
  expect(formatEndDate(new Date(timestamp))).toBe(endDate);
});

describe.each(['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'])('with the system in %s', (zone) => {
  const original = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = zone;
  });
  afterAll(() => {
    if (original === undefined) delete process.env.TZ;
    else process.env.TZ = original;
  });

  it('formats dates in Karachi', () => {
    expect(formatKarachiDate('2026-12-31T19:00:00.000Z')).toBe('1 Jan 2027');
    expect(formatEndDate('2026-12-31T19:00:00.000Z')).toBe('31 Dec 2026');
    expect(formatEndDate('2026-12-21T05:00:00.000Z')).toBe('21 Dec 2026');
  });
});

it.each([
  ['2026-08-18', 'Tuesday, Aug 18th, 2026'],
  ['2026-11-23', 'Monday, Nov 23rd, 2026'],
  ['2023-05-04', 'Thursday, May 4th, 2023'],
  ['2026-02-09', 'Monday, Feb 9th, 2026'],
  ['2026-01-01', 'Thursday, Jan 1st, 2026'],
  ['2026-05-02', 'Saturday, May 2nd, 2026'],
  ['2026-06-11', 'Thursday, Jun 11th, 2026'],
  ['2026-06-12', 'Friday, Jun 12th, 2026'],
  ['2026-06-13', 'Saturday, Jun 13th, 2026'],
  ['2026-06-21', 'Sunday, Jun 21st, 2026'],
  ['2026-07-22', 'Wednesday, Jul 22nd, 2026'],
  ['2026-09-04', 'Friday, Sep 4th, 2026'],
  ['2028-02-29', 'Tuesday, Feb 29th, 2028'],
  ['2027-01-01', 'Friday, Jan 1st, 2027'],
  ['2026-12-31', 'Thursday, Dec 31st, 2026'],
])('formats %s as the long date %s', (date, text) => {
  expect(formatLongDate(date)).toBe(text);
});

it('ends the day of a long date with its ordinal suffix', () => {
  const days = Array.from({ length: 31 }, (_, index) => String(index + 1).padStart(2, '0'));
  expect(days.map((day) => formatLongDate(`2026-10-${day}`).split(' ')[2]).join(' ')).toBe(
    '1st, 2nd, 3rd, 4th, 5th, 6th, 7th, 8th, 9th, 10th, 11th, 12th, 13th, 14th, 15th, 16th, 17th, 18th, ' +
      '19th, 20th, 21st, 22nd, 23rd, 24th, 25th, 26th, 27th, 28th, 29th, 30th, 31st,',
  );
});

it.each([
  ['10:30:00', '10:30 AM'],
  ['00:00:00', '12:00 AM'],
  ['00:05:00', '12:05 AM'],
  ['11:59:59', '11:59 AM'],
  ['12:00:00', '12:00 PM'],
  ['13:05:00', '1:05 PM'],
  ['23:45:00', '11:45 PM'],
])('formats the time %s as %s', (time, text) => {
  expect(formatTime(time)).toBe(text);
});

it.each([
  ['2026-11-21T05:42:07Z', '21 Nov 2026, 10:42 PKT', '21 Nov 2026, 10:42:07 PKT'],
  ['2026-12-31T19:00:00Z', '1 Jan 2027, 00:00 PKT', '1 Jan 2027, 00:00:00 PKT'],
  ['2026-08-17T18:59:59+05:00', '17 Aug 2026, 18:59 PKT', '17 Aug 2026, 18:59:59 PKT'],
])('formats the timestamp %s as %s and %s', (timestamp, text, textWithSeconds) => {
  expect(formatTimestamp(timestamp)).toBe(text);
  expect(formatTimestampWithSeconds(timestamp)).toBe(textWithSeconds);
});

it.each([
  ['2026-11-21T05:42:00Z', 'November 21, 2026 at 10:42 AM PKT'],
  ['2026-11-21T07:05:00.000Z', 'November 21, 2026 at 12:05 PM PKT'],
  ['2026-12-31T19:00:00Z', 'January 1, 2027 at 12:00 AM PKT'],
  ['2026-08-17T18:59:59+05:00', 'August 17, 2026 at 6:59 PM PKT'],
])('formats %s as the long timestamp %s', (timestamp, text) => {
  expect(formatLongTimestamp(timestamp)).toBe(text);
});
