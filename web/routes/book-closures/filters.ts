import {
  BOOK_CLOSURE_ORDERINGS,
  type BookClosureOrdering,
  DEFAULT_BOOK_CLOSURE_ORDERING,
  type listBookClosures,
} from '#contract/corporate-actions/book-closures.ts';
import { COMPANY_NAMES_MAX_LENGTH, EVENTS_SEARCH_MAX_LENGTH } from '#contract/corporate-actions/fields.ts';
import type { LocalDate } from '#contract/dates.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { getBookClosuresFeedPath, paths } from '#contract/paths.ts';
import { countChanged, createFilteredList } from '#web/list/filtered-list.ts';
import {
  addInvalidDates,
  cleanValue,
  type DateRange,
  getInvalidDates,
  joinNames,
  parseNames,
  parsePage,
  readDate,
  readDateRange,
  splitNames,
} from '#web/list/url-values.ts';
import { parseDayFirstDate } from './dates/parse-day-first-date.ts';

/** The filters by their names in the URL and the API. An empty value means all. */
export interface ClosureFilters extends DateRange {
  search: string;
  company_name: string[];
  symbol: string[];
  /** A range that links set; empty for an open range. */
  ex_date_from: LocalDate | '';
  ex_date_to: LocalDate | '';
  ordering: BookClosureOrdering;
  page: number;
}

/** Neither a range of first days nor of ex-dates. */
export const NO_CLOSURE_DATES = { from_date: '', to_date: '', ex_date_from: '', ex_date_to: '' };

export const NO_FILTERS: ClosureFilters = {
  search: '',
  company_name: [],
  symbol: [],
  ...NO_CLOSURE_DATES,
  ordering: DEFAULT_BOOK_CLOSURE_ORDERING,
  page: 1,
};

const NAME_LIMITS = { maxLength: COMPANY_NAMES_MAX_LENGTH, maxCount: 200 };

export function readFilters(params: URLSearchParams): ClosureFilters {
  const symbols = params.getAll('symbol').flatMap((value) => value.toUpperCase().split(','));
  return {
    search: cleanValue(params.get('search')).slice(0, EVENTS_SEARCH_MAX_LENGTH).trim(),
    company_name: parseNames(splitNames(params.getAll('company_name')), NAME_LIMITS),
    symbol: parseNames(symbols, NAME_LIMITS),
    ...readDateRange(params, parseDayFirstDate),
    ex_date_from: readDate(params.get('ex_date_from'), parseDayFirstDate),
    ex_date_to: readDate(params.get('ex_date_to'), parseDayFirstDate),
    ordering:
      BOOK_CLOSURE_ORDERINGS.find((ordering) => ordering === params.get('ordering')) ??
      DEFAULT_BOOK_CLOSURE_ORDERING,
    page: parsePage(params.get('page')),
  };
}

export const closureList = createFilteredList<ClosureFilters>({
  path: paths.bookClosure,
  noFilters: NO_FILTERS,
  readFilters,
  toParams: joinLists,
  // A date range counts as one filter.
  countActive: ({ from_date, to_date, ex_date_from, ex_date_to, ...filters }) =>
    countChanged(
      {
        ...filters,
        ...NO_CLOSURE_DATES,
        from_date: from_date || to_date,
        ex_date_from: ex_date_from || ex_date_to,
      },
      NO_FILTERS,
    ),
  storageKey: 'tezi:book-closures',
});

export const readInvalidDates = (params: URLSearchParams): DateRange =>
  getInvalidDates(params, parseDayFirstDate);

export const toCanonicalQuery = (params: URLSearchParams): URLSearchParams =>
  addInvalidDates(closureList.toQuery(readFilters(params)), readInvalidDates(params));

export const getCsvPath = (filters: ClosureFilters) =>
  getBookClosuresFeedPath('export.csv', closureList.toQuery({ ...filters, page: 1 }));

/** The calendar feed has its own order. */
export const getCalendarPath = (filters: ClosureFilters) =>
  getBookClosuresFeedPath(
    'calendar.ics',
    closureList.toQuery({ ...filters, ordering: NO_FILTERS.ordering, page: 1 }),
  );

export function toClosuresQuery(filters: ClosureFilters): EndpointInput<typeof listBookClosures>['query'] {
  return { ...joinLists(filters), page: String(filters.page) };
}

/** Joins companies and symbols by commas, as the API expects them. */
function joinLists(filters: ClosureFilters) {
  const company_name = joinNames(filters.company_name, COMPANY_NAMES_MAX_LENGTH);
  return { ...filters, company_name, symbol: filters.symbol.join(',') };
}
