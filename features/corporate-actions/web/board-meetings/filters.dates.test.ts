import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMonthFirstDate } from './filters.ts';

const UNKNOWN_FORMAT = 'Enter a date such as 11/23/2026 or 2026/11/23.';
const NO_SUCH_DATE = 'This date does not exist. Enter month, day and year, such as 11/23/2026.';
const YEAR_OUT_OF_RANGE = 'Enter a year from 1900 to 2099.';

describe('parseMonthFirstDate', () => {
  it.each([
    ['MM/DD/YYYY', '11/23/2026', '2026-11-23'],
    ['MM-DD-YYYY', '11-23-2026', '2026-11-23'],
    ['M/D/YYYY', '8/5/2026', '2026-08-05'],
    ['YYYY/MM/DD', '2026/11/23', '2026-11-23'],
    ['YYYY-MM-DD', '2026-11-23', '2026-11-23'],
    ['YYYY/M/D', '2026/8/5', '2026-08-05'],
    ['MMDDYYYY', '11232026', '2026-11-23'],
    ['D/M/YY', '5/8/26', '2026-08-05'],
    ['DD-MM-YY', '05-08-26', '2026-08-05'],
    ['MMDDYY', '112326', '2026-11-23'],
    ['with spaces around it', ' 11/23/2026 ', '2026-11-23'],
    ['with spaces in it', '11 / 23 / 2026', '2026-11-23'],
    ['the leap day', '02/29/2024', '2024-02-29'],
    ['nothing', '', ''],
    ['spaces alone', '   ', ''],
  ])('parses %s: %s', (_format, text, date) => {
    expect(parseMonthFirstDate(text)).toEqual({ date });
  });

  it.each([
    ['four digits of year: the month first', '04/03/2026', '2026-04-03'],
    ['two digits of year with slashes: the day first', '04/03/26', '2026-03-04'],
    ['digits alone: the month first', '04032026', '2026-04-03'],
    ['digits alone and a short year: the month first', '040326', '2026-04-03'],
  ])('decides an ambiguous date by its format: %s', (_rule, text, date) => {
    expect(parseMonthFirstDate(text)).toEqual({ date });
  });

  it.each([
    ['13/02/2026', '2026-02-13'],
    ['31-12-2026', '2026-12-31'],
    ['29/02/2024', '2024-02-29'],
    ['2/13/26', '2026-02-13'],
    ['23112026', '2026-11-23'],
    ['231126', '2026-11-23'],
  ])('reads a number that is no month as the day: %s', (text, date) => {
    expect(parseMonthFirstDate(text)).toEqual({ date });
  });

  it.each([
    ['02/30/2026', NO_SUCH_DATE],
    ['02/29/2026', NO_SUCH_DATE],
    ['2026/13/01', NO_SUCH_DATE],
    ['2026/00/10', NO_SUCH_DATE],
    ['13/13/2026', NO_SUCH_DATE],
    ['31/04/26', NO_SUCH_DATE],
    ['00000000', NO_SUCH_DATE],
    ['11/23/1899', YEAR_OUT_OF_RANGE],
    ['2100/01/01', YEAR_OUT_OF_RANGE],
    ['11/23', UNKNOWN_FORMAT],
    ['2026', UNKNOWN_FORMAT],
    ['1/2/2', UNKNOWN_FORMAT],
    ['2026/11', UNKNOWN_FORMAT],
    ['1123202', UNKNOWN_FORMAT],
    ['11.23.2026', UNKNOWN_FORMAT],
    ['23 Nov 2026', UNKNOWN_FORMAT],
    ['tomorrow', UNKNOWN_FORMAT],
    ['11/23/2026; drop table', UNKNOWN_FORMAT],
    ['١١/٢٣/٢٠٢٦', UNKNOWN_FORMAT],
  ])('rejects %s: %s', (text, error) => {
    expect(parseMonthFirstDate(text)).toEqual({ error });
  });

  const dates = (from: string, to: string) =>
    fc
      .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  const toParts = (date: string) => date.split('-') as [string, string, string];

  it.each<[string, (year: string, month: string, day: string) => string]>([
    ['MM/DD/YYYY', (year, month, day) => `${month}/${day}/${year}`],
    ['MM-DD-YYYY', (year, month, day) => `${month}-${day}-${year}`],
    ['M/D/YYYY', (year, month, day) => `${Number(month)}/${Number(day)}/${year}`],
    ['YYYY/MM/DD', (year, month, day) => `${year}/${month}/${day}`],
    ['YYYY-MM-DD', (year, month, day) => `${year}-${month}-${day}`],
    ['MMDDYYYY', (year, month, day) => `${month}${day}${year}`],
  ])('parses any date in the format %s', (_format, write) => {
    fc.assert(
      fc.property(dates('1900-01-01', '2099-12-31'), (date) => {
        expect(parseMonthFirstDate(write(...toParts(date)))).toEqual({ date });
      }),
    );
  });

  it.each<[string, (year: string, month: string, day: string) => string]>([
    ['D/M/YY', (year, month, day) => `${Number(day)}/${Number(month)}/${year}`],
    ['DD-MM-YY', (year, month, day) => `${day}-${month}-${year}`],
    ['MMDDYY', (year, month, day) => `${month}${day}${year}`],
  ])('parses any date of this century in the format %s', (_format, write) => {
    fc.assert(
      fc.property(dates('2000-01-01', '2099-12-31'), (date) => {
        const [year, ...rest] = toParts(date);
        expect(parseMonthFirstDate(write(year.slice(2), ...rest))).toEqual({ date });
      }),
    );
  });

  it('returns an existing date or an error for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d/-]{1,10}$/)), (text) => {
        const parsed = parseMonthFirstDate(text);
        if ('error' in parsed || parsed.date === '') return;
        expect(new Date(`${parsed.date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(parsed.date);
        expect(parseMonthFirstDate(parsed.date)).toEqual(parsed);
      }),
    );
  });
});
