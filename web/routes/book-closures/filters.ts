import {
  BOOK_CLOSURE_ORDERINGS,
  DEFAULT_BOOK_CLOSURE_ORDERING,
  listBookClosures,
} from '#contract/corporate-actions/book-closures.ts';
import { getBookClosuresFeedPath, paths } from '#contract/paths.ts';
import { date, eventFilters } from '#web/list/event-filters.ts';
import { oneOf } from '#web/list/filters.ts';
import { createListRoute } from '#web/list/list-route.ts';
import { parseDayFirstDate } from './parse-day-first-date.ts';

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
