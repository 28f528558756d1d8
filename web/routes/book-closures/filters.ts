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
    ordering: oneOf(BOOK_CLOSURE_ORDERINGS, DEFAULT_BOOK_CLOSURE_ORDERING),
  },
  // A range counts as one filter.
  toCounted: ({ from_date, to_date, ex_date_from, ex_date_to, ...filters }) => ({
    ...filters,
    ...NO_CLOSURE_DATES,
    from_date: from_date || to_date,
    ex_date_from: ex_date_from || ex_date_to,
  }),
  storageKey: 'tezi:book-closures',
});

export type ClosureFilters = typeof closureList.noFilters;

export const getCsvPath = (filters: ClosureFilters) =>
  getBookClosuresFeedPath('export.csv', closureList.toQuery({ ...filters, page: 1 }));

/** The calendar feed has its own order. */
export const getCalendarPath = (filters: ClosureFilters) =>
  getBookClosuresFeedPath(
    'calendar.ics',
    closureList.toQuery({ ...filters, ordering: DEFAULT_BOOK_CLOSURE_ORDERING, page: 1 }),
  );
