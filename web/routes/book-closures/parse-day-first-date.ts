import type { LocalDate } from '#contract/dates.ts';

/** A date as the user typed it: empty for an empty text, the first of January for a year alone. */
export interface TypedDate {
  date: LocalDate | '';
  isWholeYear: boolean;
}

const MIN_YEAR = 1900;
const MAX_YEAR = 2100;

const YEAR = /^(\d{4})$/;
const YEAR_FIRST = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/;
const DAY_FIRST = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})$/;

/**
 * Parses a date as users of the book closures type it: `2026-08-18`, `2026/08/18`, `18-08-2026`, `18/08/2026`, or a year,
 * which means its first day. The day comes before the month, as in Pakistan. Returns an error message to show otherwise.
 */
export function parseDayFirstDate(text: string): TypedDate | { error: string } {
  const typed = text.trim();
  if (typed === '') return { date: '', isWholeYear: false };
  const [, yearAlone] = YEAR.exec(typed) ?? [];
  if (yearAlone) return toDate(yearAlone, '1', '1', true);
  const [, year, , month, day] = YEAR_FIRST.exec(typed) ?? [];
  if (year && month && day) return toDate(year, month, day);
  const [, firstDay, , itsMonth, itsYear] = DAY_FIRST.exec(typed) ?? [];
  if (itsYear && itsMonth && firstDay) return toDate(itsYear, itsMonth, firstDay);
  return { error: 'Enter a date such as 2026-08-18 or 18/08/2026, or a year.' };
}

function toDate(
  year: string,
  month: string,
  day: string,
  isWholeYear = false,
): TypedDate | { error: string } {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (y < MIN_YEAR || y > MAX_YEAR) return { error: `Enter a year from ${MIN_YEAR} to ${MAX_YEAR}.` };
  if (m < 1 || m > 12) {
    return { error: `There is no month ${m}. Enter a date such as 2026-08-18 or 18/08/2026.` };
  }
  const days = countDays(y, m);
  if (d < 1 || d > days) return { error: `Enter a day from 1 to ${days} for that month.` };
  return { date: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, isWholeYear };
}

/** Day 0 of the next month is the last day of the month. */
const countDays = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
