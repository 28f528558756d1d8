import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDate } from './values.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

describe('parseDate', () => {
  it.each([
    ['Sep 18, 2026', '2026-09-18'],
    ['11.01.2021', '2021-01-11'],
    ['07.09.2023 Thursday', '2023-09-07'],
    ['04-05-2023', '2023-05-04'],
    ['19-Apr-23', '2023-04-19'],
    ['18/08/2026', '2026-08-18'],
    ['August 10, 2026 4:15 PM', '2026-08-10'],
    ['31 Oct 2025', '2025-10-31'],
    ['2026-11-23', '2026-11-23'],
    ['2026/11/3', '2026-11-03'],
    ['2026-11-23 00:00:00', '2026-11-23'],
    ['2026-11-23T10:30', '2026-11-23'],
    ['/Date(1731870000000)/', '2024-11-18'],
    ['/Date(1731870000000+0500)/', '2024-11-18'],
    // Midnight in Karachi during daylight saving time
    ['/Date(1247594400000)/', '2009-07-15'],
    ['16-SEP-26', '2026-09-16'],
    ['Monday, Nov 23rd, 2026', '2026-11-23'],
    ['Mon 23 November 2026', '2026-11-23'],
    ['23 Nov 2026 (Mon.)', '2026-11-23'],
    ['1 Sept 2026', '2026-09-01'],
    ['29.02.2024', '2024-02-29'],
    ['5.1.2026', '2026-01-05'],
  ])('parses %j as %s', (text, date) => {
    expect(parseDate(text)).toEqual({ date });
  });

  it.each([
    ['31.02.2026', '"31.02.2026" is not a valid date: February 2026 has 28 days.'],
    ['29 Feb 2026', '"29 Feb 2026" is not a valid date: February 2026 has 28 days.'],
    ['0 Feb 2026', '"0 Feb 2026" is not a valid date: February 2026 has 28 days.'],
    [
      '04/13/2026',
      '"04/13/2026" is not a valid date: there is no such month (numeric dates are read day first).',
    ],
    [
      '31 Okt 2026',
      '"31 Okt 2026" is not a valid date: there is no such month (numeric dates are read day first).',
    ],
    ['01-02-03', '"01-02-03" is ambiguous. Write the year with four digits.'],
    ['11.01.21', '"11.01.21" is ambiguous. Write the year with four digits.'],
    ['07.09.2023 Friday', 'The weekday in "07.09.2023 Friday" is wrong: the date is a Thursday.'],
    ['07.09.2023 Thuday', 'The weekday in "07.09.2023 Thuday" is wrong: the date is a Thursday.'],
    ['1.1.1899', '"1.1.1899" is not a valid date: the year must be from 1947 to 2100.'],
    ['2026-11-23 soon', '"2026-11-23 soon" is not a valid date: unexpected "soon".'],
    ['18/08/2026 - 25/08/2026', '"18/08/2026 - 25/08/2026" is not a valid date: unexpected "- 25/08/2026".'],
    ['18/08-2026', '"18/08-2026" is not a date. Use a format such as 23 Nov 2026.'],
    ['tomorrow', '"tomorrow" is not a date. Use a format such as 23 Nov 2026.'],
    ['46255', '"46255" is not a date. Use a format such as 23 Nov 2026.'],
    ['/Date(-2209006800000)/', '"/Date(-2209006800000)/" is not a date from 1947 to 2100.'],
    ['/Date(x)/', '"/Date(x)/" is not a date.'],
    ['  ', 'The date is missing.'],
  ])('rejects %j: %s', (text, rejection) => {
    expect(parseDate(text)).toEqual({ rejection });
  });

  it('rejects 10 MB of digits', () => {
    expect(parseDate('1'.repeat(10_000_000))).toEqual({
      rejection: expect.stringMatching(/^"1{60}…" is not a date\.$/),
    });
  });

  const dates = fc.date({ min: new Date('1970-01-01'), max: new Date('2069-12-31'), noInvalidDate: true });
  const two = (number: number) => String(number).padStart(2, '0');
  const toParts = (date: Date) => ({
    y: date.getUTCFullYear(),
    m: date.getUTCMonth(),
    d: date.getUTCDate(),
    month: MONTHS[date.getUTCMonth()] ?? '',
    weekday: WEEKDAYS[date.getUTCDay()] ?? '',
    ms: Date.parse(`${date.toISOString().slice(0, 10)}T00:00:00+05:00`),
  });
  it.each<[string, (parts: ReturnType<typeof toParts>) => string]>([
    ['Sep 18, 2026', ({ y, d, month }) => `${month.slice(0, 3)} ${d}, ${y}`],
    ['11.01.2021', ({ y, m, d }) => `${two(d)}.${two(m + 1)}.${y}`],
    ['07.09.2023 Thursday', ({ y, m, d, weekday }) => `${two(d)}.${two(m + 1)}.${y} ${weekday}`],
    ['04-05-2023', ({ y, m, d }) => `${two(d)}-${two(m + 1)}-${y}`],
    ['19-Apr-23', ({ y, d, month }) => `${two(d)}-${month.slice(0, 3)}-${two(y % 100)}`],
    ['18/08/2026', ({ y, m, d }) => `${two(d)}/${two(m + 1)}/${y}`],
    ['August 10, 2026 4:15 PM', ({ y, d, month }) => `${month} ${d}, ${y} 4:15 PM`],
    ['31 Oct 2025', ({ y, d, month }) => `${d} ${month.slice(0, 3)} ${y}`],
    ['2026-11-23', ({ y, m, d }) => `${y}-${two(m + 1)}-${two(d)}`],
    ['/Date(ms)/', ({ ms }) => `/Date(${ms})/`],
    ['16-SEP-26', ({ y, d, month }) => `${two(d)}-${month.slice(0, 3).toUpperCase()}-${two(y % 100)}`],
    ['Monday, Nov 23, 2026', ({ y, d, month, weekday }) => `${weekday}, ${month.slice(0, 3)} ${d}, ${y}`],
  ])('parses any date formatted like %s', (_, write) => {
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseDate(write(toParts(date)))).toEqual({ date: date.toISOString().slice(0, 10) });
      }),
    );
  });
});
