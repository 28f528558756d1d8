import {
  BOOK_CLOSURE_ORDERINGS,
  type BookClosureOrdering,
  DEFAULT_BOOK_CLOSURE_ORDERING,
  type listBookClosures,
} from '#contract/corporate-actions/book-closures.ts';
import { COMPANY_NAMES_MAX_LENGTH, EVENTS_SEARCH_MAX_LENGTH } from '#contract/corporate-actions/fields.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { bookClosuresFeedAddress, paths } from '#contract/paths.ts';
import { cleanValue, MAX_DATE_LENGTH, readPage } from '#web/list/url-values.ts';
import type { DateRange } from './dates/adjust-range.ts';
import { parseDayFirstDate } from './dates/parse-day-first-date.ts';

/** What the list shows, under the API's names; empty means all. */
export interface ClosureFilters {
  search: string;
  company_name: string[];
  symbol: string[];
  /** The day, `2026-08-18`. */
  from_date: string;
  to_date: string;
  ordering: BookClosureOrdering;
  page: number;
}

export const NO_FILTERS: ClosureFilters = {
  search: '',
  company_name: [],
  symbol: [],
  from_date: '',
  to_date: '',
  ordering: DEFAULT_BOOK_CLOSURE_ORDERING,
  page: 1,
};

export const FILTER_NAMES = ['search', 'company_name', 'symbol', 'from_date', 'to_date', 'ordering'] as const;

/** What the API takes. */
const MAX_CHOICES = 200;

export function readFilters(address: URLSearchParams): ClosureFilters {
  const several = (name: string, split = (value: string) => [value]) =>
    [...new Set(address.getAll(name).flatMap(split).map(cleanValue))].filter(isName).slice(0, MAX_CHOICES);
  return {
    search: cleanValue(address.get('search')).slice(0, EVENTS_SEARCH_MAX_LENGTH).trim(),
    // A name may hold commas itself: the server tells whether a value is one name or several.
    company_name: several('company_name'),
    symbol: several('symbol', (value) => value.toUpperCase().split(',')),
    from_date: readDay(address.get('from_date')),
    to_date: readDay(address.get('to_date')),
    ordering:
      BOOK_CLOSURE_ORDERINGS.find((known) => known === address.get('ordering')) ??
      DEFAULT_BOOK_CLOSURE_ORDERING,
    page: readPage(address.get('page')),
  };
}

const isName = (text: string) => text !== '' && text.length <= COMPANY_NAMES_MAX_LENGTH;

/** A form that was sent without scripts has the dates as they were typed. */
function readDay(text: string | null): string {
  const typed = parseDayFirstDate(cleanValue(text));
  return 'day' in typed ? typed.day : '';
}

/** Dates in the address that cannot be read, as they were typed; empty where there is none. */
export function unreadDates(address: URLSearchParams): DateRange {
  const unread = (name: string) => {
    const text = cleanValue(address.get(name)).slice(0, MAX_DATE_LENGTH);
    return readDay(text) === '' ? text : '';
  };
  return { from_date: unread('from_date'), to_date: unread('to_date') };
}

/** Whether the address asks for nothing, so that the stored preferences may fill it. */
export const isEmptyAddress = (address: URLSearchParams) =>
  [...FILTER_NAMES, 'page'].every((name) => !address.has(name));

/** The same list as a file. */
export const csvAddress = (filters: ClosureFilters) =>
  bookClosuresFeedAddress('export.csv', filterQuery(filters));

/** A calendar has an order of its own. */
export const calendarAddress = (filters: ClosureFilters) =>
  bookClosuresFeedAddress('calendar.ics', filterQuery({ ...filters, ordering: NO_FILTERS.ordering }));

/** The filters as they stand in an address; what is as usual is left out. */
function filterQuery(filters: Omit<ClosureFilters, 'page'>): URLSearchParams {
  const address = new URLSearchParams();
  if (filters.search) address.set('search', filters.search);
  for (const name of filters.company_name) address.append('company_name', name);
  if (filters.symbol.length > 0) address.set('symbol', filters.symbol.join(','));
  if (filters.from_date) address.set('from_date', filters.from_date);
  if (filters.to_date) address.set('to_date', filters.to_date);
  if (filters.ordering !== DEFAULT_BOOK_CLOSURE_ORDERING) address.set('ordering', filters.ordering);
  return address;
}

/** The query string of a page in canonical form: dates that cannot be read stay as they are shown. */
export function canonicalFilters(search: URLSearchParams): URLSearchParams {
  const filters = readFilters(search);
  const query = filterQuery(filters);
  for (const [name, text] of Object.entries(unreadDates(search))) if (text) query.set(name, text);
  if (filters.page > 1) query.set('page', String(filters.page));
  return query;
}

export function closuresAddress(filters: ClosureFilters): string {
  const address = filterQuery(filters);
  if (filters.page > 1) address.set('page', String(filters.page));
  return address.size > 0 ? `${paths.bookClosure}?${address}` : paths.bookClosure;
}

/** How many filters are set; a range of dates is one, the page is none. */
export function countActive(filters: ClosureFilters): number {
  const { search, company_name, symbol, from_date, to_date, ordering } = filters;
  const isSet = [
    search !== '',
    company_name.length > 0,
    symbol.length > 0,
    from_date !== '' || to_date !== '',
    ordering !== DEFAULT_BOOK_CLOSURE_ORDERING,
  ];
  return isSet.filter(Boolean).length;
}

export function closuresQuery(filters: ClosureFilters): EndpointInput<typeof listBookClosures>['query'] {
  return { ...filters, symbol: filters.symbol.join(','), page: String(filters.page) };
}
