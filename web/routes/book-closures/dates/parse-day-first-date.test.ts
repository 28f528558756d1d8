import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDayFirstDate } from './parse-day-first-date.ts';

const days = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2100-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const FORMS: [name: string, write: (year: string, month: string, day: string) => string][] = [
  ['YYYY-MM-DD', (year, month, day) => `${year}-${month}-${day}`],
  ['YYYY/MM/DD', (year, month, day) => `${year}/${month}/${day}`],
  ['DD-MM-YYYY', (year, month, day) => `${day}-${month}-${year}`],
  ['DD/MM/YYYY', (year, month, day) => `${day}/${month}/${year}`],
  ['D/M/YYYY', (year, month, day) => `${Number(day)}/${Number(month)}/${year}`],
  ['YYYY-M-D', (year, month, day) => `${year}-${Number(month)}-${Number(day)}`],
];

describe('a date typed into a filter of the closures', () => {
  it.each(FORMS)('is any day written as %s', (_, write) => {
    fc.assert(
      fc.property(days, (day) => {
        const [year = '', month = '', date = ''] = day.split('-');
        expect(parseDayFirstDate(write(year, month, date))).toEqual({ day, isWholeYear: false });
      }),
    );
  });

  it('is a year alone, which becomes its first day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2100 }), (year) => {
        expect(parseDayFirstDate(String(year))).toEqual({ day: `${year}-01-01`, isWholeYear: true });
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
  ])('%s is %s', (text, day) => {
    expect(parseDayFirstDate(text)).toMatchObject({ day });
  });

  it.each(['', '  '])('is none when nothing was typed: %j', (text) => {
    expect(parseDayFirstDate(text)).toEqual({ day: '', isWholeYear: false });
  });

  it.each([
    ['31/02/2026', 'Days of that month run from 1 to 28.'],
    ['29-02-2026', 'Days of that month run from 1 to 28.'],
    ['2026-04-31', 'Days of that month run from 1 to 30.'],
    ['00/08/2026', 'Days of that month run from 1 to 31.'],
    ['08/18/2026', 'There is no month 18. Write 2026-08-18 or 18/08/2026.'],
    ['2026-00-18', 'There is no month 0. Write 2026-08-18 or 18/08/2026.'],
    ['18/08/1899', 'Choose a year from 1900 to 2100.'],
    ['0026', 'Choose a year from 1900 to 2100.'],
    ['2101', 'Choose a year from 1900 to 2100.'],
  ])('%s is refused: %s', (text, refusal) => {
    expect(parseDayFirstDate(text)).toEqual({ refusal });
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
  ])('%s is no form that is understood', (text) => {
    expect(parseDayFirstDate(text)).toEqual({
      refusal: 'Write a date like 2026-08-18 or 18/08/2026, or a year.',
    });
  });

  it('is a day or a sentence, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const typed = parseDayFirstDate(text);
        if ('refusal' in typed) expect(typed.refusal).toMatch(/\.$/);
        else if (typed.day !== '')
          expect(new Date(`${typed.day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(typed.day);
      }),
    );
  });
});
