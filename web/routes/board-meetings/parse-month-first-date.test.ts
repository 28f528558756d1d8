import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMonthFirstDate } from './parse-month-first-date.ts';

const UNKNOWN_FORM = 'Enter a date such as 11/23/2026 or 2026/11/23.';
const NO_SUCH_DAY = 'There is no such day. Enter month, day and year, such as 11/23/2026.';
const FAR_YEAR = 'Enter a year from 1900 to 2099.';

describe('a typed date', () => {
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
  ])('as %s is read: %s', (_form, text, day) => {
    expect(parseMonthFirstDate(text)).toEqual({ day });
  });

  it.each([
    ['four digits of year: the month first', '04/03/2026', '2026-04-03'],
    ['two digits of year with slashes: the day first', '04/03/26', '2026-03-04'],
    ['digits alone: the month first', '04032026', '2026-04-03'],
    ['digits alone and a short year: the month first', '040326', '2026-04-03'],
  ])('that could be two is taken by its form: %s', (_rule, text, day) => {
    expect(parseMonthFirstDate(text)).toEqual({ day });
  });

  it.each([
    ['13/02/2026', '2026-02-13'],
    ['31-12-2026', '2026-12-31'],
    ['29/02/2024', '2024-02-29'],
    ['2/13/26', '2026-02-13'],
    ['23112026', '2026-11-23'],
    ['231126', '2026-11-23'],
  ])('with a number that can be no month takes it as the day: %s', (text, day) => {
    expect(parseMonthFirstDate(text)).toEqual({ day });
  });

  it.each([
    ['02/30/2026', NO_SUCH_DAY],
    ['02/29/2026', NO_SUCH_DAY],
    ['2026/13/01', NO_SUCH_DAY],
    ['2026/00/10', NO_SUCH_DAY],
    ['13/13/2026', NO_SUCH_DAY],
    ['31/04/26', NO_SUCH_DAY],
    ['00000000', NO_SUCH_DAY],
    ['11/23/1899', FAR_YEAR],
    ['2100/01/01', FAR_YEAR],
    ['11/23', UNKNOWN_FORM],
    ['2026', UNKNOWN_FORM],
    ['1/2/2', UNKNOWN_FORM],
    ['2026/11', UNKNOWN_FORM],
    ['1123202', UNKNOWN_FORM],
    ['11.23.2026', UNKNOWN_FORM],
    ['23 Nov 2026', UNKNOWN_FORM],
    ['tomorrow', UNKNOWN_FORM],
    ['11/23/2026; drop table', UNKNOWN_FORM],
    ['١١/٢٣/٢٠٢٦', UNKNOWN_FORM],
  ])('that is none is refused with a sentence: %s', (text, refusal) => {
    expect(parseMonthFirstDate(text)).toEqual({ refusal });
  });

  const days = (from: string, to: string) =>
    fc
      .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  const parts = (day: string) => day.split('-') as [string, string, string];

  it.each<[string, (year: string, month: string, day: string) => string]>([
    ['MM/DD/YYYY', (year, month, day) => `${month}/${day}/${year}`],
    ['MM-DD-YYYY', (year, month, day) => `${month}-${day}-${year}`],
    ['M/D/YYYY', (year, month, day) => `${Number(month)}/${Number(day)}/${year}`],
    ['YYYY/MM/DD', (year, month, day) => `${year}/${month}/${day}`],
    ['YYYY-MM-DD', (year, month, day) => `${year}-${month}-${day}`],
    ['MMDDYYYY', (year, month, day) => `${month}${day}${year}`],
  ])('is the day that was written as %s', (_form, write) => {
    fc.assert(
      fc.property(days('1900-01-01', '2099-12-31'), (day) => {
        expect(parseMonthFirstDate(write(...parts(day)))).toEqual({ day });
      }),
    );
  });

  it.each<[string, (year: string, month: string, day: string) => string]>([
    ['D/M/YY', (year, month, day) => `${Number(day)}/${Number(month)}/${year}`],
    ['DD-MM-YY', (year, month, day) => `${day}-${month}-${year}`],
    ['MMDDYY', (year, month, day) => `${month}${day}${year}`],
  ])('of this century is the day that was written as %s', (_form, write) => {
    fc.assert(
      fc.property(days('2000-01-01', '2099-12-31'), (day) => {
        const [year, ...rest] = parts(day);
        expect(parseMonthFirstDate(write(year.slice(2), ...rest))).toEqual({ day });
      }),
    );
  });

  it('is a day of the calendar or refused, whatever was typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d/-]{1,10}$/)), (text) => {
        const read = parseMonthFirstDate(text);
        if ('refusal' in read || read.day === '') return;
        expect(new Date(`${read.day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(read.day);
        expect(parseMonthFirstDate(read.day)).toEqual(read);
      }),
    );
  });
});
