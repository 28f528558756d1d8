import type { LocalDate } from '#core/contract/dates.ts';
import { getBookClosuresFeedPath, paths } from '#core/contract/paths.ts';
import { oneOf } from '#core/web/list/filters.ts';
import { createListRoute } from '#core/web/list/list-route.ts';
import {
  BOOK_CLOSURE_ORDERINGS,
  DEFAULT_BOOK_CLOSURE_ORDERING,
  listBookClosures,
} from '#features/corporate-actions/contract/book-closures.ts';
import { date, eventFilters } from '#features/corporate-actions/web/event-filters.ts';

const MIN_YEAR = 1900;
const MAX_YEAR = 2100;

const DATE_EXAMPLE = 'Enter a date such as 2026-08-18 or 18/08/2026';

const FORMATS = [
  /^(?<year>\d{4})$/,
  /^(?<year>\d{4})([-/])(?<month>\d{1,2})\2(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})([-/])(?<month>\d{1,2})\2(?<year>\d{4})$/,
];

const padToTwo = (part: number) => String(part).padStart(2, '0');

/** Day 0 of the next month is the last day of the month. */
const countDays = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Neither a range of first days nor of ex-dates. */
export const NO_CLOSURE_DATES = { from_date: '', to_date: '', ex_date_from: '', ex_date_to: '' };
type ClosureDate = keyof typeof NO_CLOSURE_DATES;

/** The order that lists closures from today on, the next one first. With dates it lists those of the dates. */
export const NEAREST_FIRST = 'nearest';

/** The orders of the page: those of the API, and the nearest first. */
export const CLOSURE_ORDERINGS = [...BOOK_CLOSURE_ORDERINGS, NEAREST_FIRST] as const;
export type ClosureOrdering = (typeof CLOSURE_ORDERINGS)[number];

export const closureList = createListRoute(listBookClosures, {
  path: paths.bookClosure,
  title: 'Book Closures',
  description:
    'Book closures of companies listed on the Pakistan Stock Exchange: payouts in rupees per share, ex-dates and last buying days.',
  filters: {
    ...eventFilters(parseDayFirstDate),
    // Only links set a range of ex-dates.
    ex_date_from: date(parseDayFirstDate),
    ex_date_to: date(parseDayFirstDate),
    ordering: oneOf(CLOSURE_ORDERINGS, DEFAULT_BOOK_CLOSURE_ORDERING),
  },
  resolve: (filters, today) => {
    if (filters.ordering !== NEAREST_FIRST) return filters;
    const hasDates = Object.keys(NO_CLOSURE_DATES).some((name) => filters[name as ClosureDate] !== '');
    return { ...filters, from_date: hasDates ? filters.from_date : today, ordering: 'bc_from' };
  },
  // A range counts as one filter, and the nearest first as none: it has its own button.
  toCounted: ({ from_date, to_date, ex_date_from, ex_date_to, ordering, ...filters }) => ({
    ...filters,
    ordering: ordering === NEAREST_FIRST ? DEFAULT_BOOK_CLOSURE_ORDERING : ordering,
    ...NO_CLOSURE_DATES,
    from_date: from_date || to_date,
    ex_date_from: ex_date_from || ex_date_to,
  }),
  storageKey: 'tezi:book-closures',
});

export type ClosureFilters = typeof closureList.noFilters;

export const getCsvPath = (filters: ClosureFilters, today: string) =>
  getBookClosuresFeedPath(
    'export.csv',
    closureList.toQuery({ ...closureList.resolve(filters, today), page: 1 }),
  );

/** The calendar feed has its own order. */
export const getCalendarPath = (filters: ClosureFilters) =>
  getBookClosuresFeedPath(
    'calendar.ics',
    closureList.toQuery({ ...filters, ordering: DEFAULT_BOOK_CLOSURE_ORDERING, page: 1 }),
  );

/** A date as the user typed it: empty for an empty text, the first of January for a year alone. */
export interface TypedDate {
  date: LocalDate | '';
  isWholeYear: boolean;
}

/**
 * Parses a date as users of the book closures type it: `2026-08-18`, `2026/08/18`, `18-08-2026`, `18/08/2026`, or a year,
 * which means its first day. The day comes before the month, as in Pakistan. Returns an error message to show otherwise.
 */
export function parseDayFirstDate(text: string): TypedDate | { error: string } {
  const typed = text.trim();
  if (typed === '') return { date: '', isWholeYear: false };
  const parts = FORMATS.map((format) => format.exec(typed)?.groups).find((groups) => groups !== undefined);
  if (!parts) return { error: `${DATE_EXAMPLE}, or a year.` };
  const isWholeYear = parts.month === undefined;
  const [year = 0, month = 0, day = 0] = [parts.year, parts.month ?? 1, parts.day ?? 1].map(Number);
  if (year < MIN_YEAR || year > MAX_YEAR) return { error: `Enter a year from ${MIN_YEAR} to ${MAX_YEAR}.` };
  if (month < 1 || month > 12) return { error: `There is no month ${month}. ${DATE_EXAMPLE}.` };
  const days = countDays(year, month);
  if (day < 1 || day > days) return { error: `Enter a day from 1 to ${days} for that month.` };
  return { date: [year, month, day].map(padToTwo).join('-'), isWholeYear };
}
