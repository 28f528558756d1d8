/** A day as the API knows it, `2026-08-18`, empty for an empty text; whether only its year was typed. */
export interface TypedDay {
  day: string;
  isWholeYear: boolean;
}

/** What was typed, or a sentence that says what is wrong with it. */
type TypedDate = TypedDay | { refusal: string };

const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;

const YEAR = /^(\d{4})$/;
const YEAR_FIRST = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/;
const DAY_FIRST = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})$/;

/**
 * Reads a date as section 5 of the specification lets readers of book closures type it: `2026-08-18`, `2026/08/18`,
 * `18-08-2026`, `18/08/2026`, or a year, which means its first day. The day stands before the month, as in Pakistan.
 */
export function parseDayFirstDate(text: string): TypedDate {
  const typed = text.trim();
  if (typed === '') return { day: '', isWholeYear: false };
  const [, yearAlone] = YEAR.exec(typed) ?? [];
  if (yearAlone) return dayOf(yearAlone, '1', '1', true);
  const [, year, , month, day] = YEAR_FIRST.exec(typed) ?? [];
  if (year && month && day) return dayOf(year, month, day);
  const [, firstDay, , itsMonth, itsYear] = DAY_FIRST.exec(typed) ?? [];
  if (itsYear && itsMonth && firstDay) return dayOf(itsYear, itsMonth, firstDay);
  return { refusal: 'Write a date like 2026-08-18 or 18/08/2026, or a year.' };
}

function dayOf(year: string, month: string, day: string, isWholeYear = false): TypedDate {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (y < FIRST_YEAR || y > LAST_YEAR)
    return { refusal: `Choose a year from ${FIRST_YEAR} to ${LAST_YEAR}.` };
  if (m < 1 || m > 12) {
    return { refusal: `There is no month ${m}. Write 2026-08-18 or 18/08/2026.` };
  }
  const days = daysIn(y, m);
  if (d < 1 || d > days) return { refusal: `Days of that month run from 1 to ${days}.` };
  return { day: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, isWholeYear };
}

/** The day before the next month's first. */
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
