import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDayFirstDate } from './filters.ts';

const dates = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2100-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const FORMATS: [name: string, write: (year: string, month: string, day: string) => string][] = [
  ['YYYY-MM-DD', (year, month, day) => `${year}-${month}-${day}`],
  ['YYYY/MM/DD', (year, month, day) => `${year}/${month}/${day}`],
  ['DD-MM-YYYY', (year, month, day) => `${day}-${month}-${year}`],
  ['DD/MM/YYYY', (year, month, day) => `${day}/${month}/${year}`],
  ['D/M/YYYY', (year, month, day) => `${Number(day)}/${Number(month)}/${year}`],
  ['YYYY-M-D', (year, month, day) => `${year}-${Number(month)}-${Number(day)}`],
];

describe('parseDayFirstDate', () => {
  it.each(FORMATS)('parses any date in the format %s', (_, write) => {
    fc.assert(
      fc.property(dates, (date) => {
        const [year = '', month = '', day = ''] = date.split('-');
        expect(parseDayFirstDate(write(year, month, day))).toEqual({ date, isWholeYear: false });
      }),
    );
  });

  it('parses a year alone as its first day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2100 }), (year) => {
        expect(parseDayFirstDate(String(year))).toEqual({ date: `${year}-01-01`, isWholeYear: true });
      }),
    );
  });

  it.each([
    ['2026-08-18', '2026-08-18'],
    ['2026/08/18', '2026-08-18'],
    ['18-08-2026', '2026-08-18'],
    ['18/08/2026', '2026-08-18'],
    ['04-05-2023', '2023-05-04'],
    ['1/2/2026', '2026-02-01'],
    ['29/02/2028', '2028-02-29'],
    ['31/12/2100', '2100-12-31'],
    ['  18/08/2026 ', '2026-08-18'],
    ['2026', '2026-01-01'],
  ])('parses %s as %s', (text, date) => {
    expect(parseDayFirstDate(text)).toMatchObject({ date });
  });

  it.each(['', '  '])('parses an empty text as no date: %j', (text) => {
    expect(parseDayFirstDate(text)).toEqual({ date: '', isWholeYear: false });
  });

  it.each([
    ['31/02/2026', 'Enter a day from 1 to 28 for that month.'],
    ['29-02-2026', 'Enter a day from 1 to 28 for that month.'],
    ['2026-04-31', 'Enter a day from 1 to 30 for that month.'],
    ['00/08/2026', 'Enter a day from 1 to 31 for that month.'],
    ['08/18/2026', 'There is no month 18. Enter a date such as 2026-08-18 or 18/08/2026.'],
    ['2026-00-18', 'There is no month 0. Enter a date such as 2026-08-18 or 18/08/2026.'],
    ['18/08/1899', 'Enter a year from 1900 to 2100.'],
    ['0026', 'Enter a year from 1900 to 2100.'],
    ['2101', 'Enter a year from 1900 to 2100.'],
  ])('rejects %s: %s', (text, error) => {
    expect(parseDayFirstDate(text)).toEqual({ error });
  });

  it.each([
    '18/08/26',
    '18-08/2026',
    '18.08.2026',
    '18 Aug 2026',
    '20260818',
    '2026-8',
    '08/2026',
    '٢٠٢٦',
    'tomorrow',
    '-2026',
    '1'.repeat(5000),
  ])('rejects the unknown format %s', (text) => {
    expect(parseDayFirstDate(text)).toEqual({
      error: 'Enter a date such as 2026-08-18 or 18/08/2026, or a year.',
    });
  });

  it('returns an existing date or an error message for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const typed = parseDayFirstDate(text);
        if ('error' in typed) expect(typed.error).toMatch(/\.$/);
        else if (typed.date !== '')
          expect(new Date(`${typed.date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(typed.date);
      }),
    );
  });
});
