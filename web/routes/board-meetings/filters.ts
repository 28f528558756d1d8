import type { BoardMeetingOrdering, listBoardMeetings } from '#contract/corporate-actions/board-meetings.ts';
import { COMPANY_NAMES_MAX_LENGTH } from '#contract/corporate-actions/fields.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { boardMeetingsFeedAddress, paths } from '#contract/paths.ts';
import { cleanValue, MAX_DATE_LENGTH, readPage } from '#web/list/url-values.ts';
import { parseMonthFirstDate } from './parse-month-first-date.ts';

/** The meetings stand under their dates, so the page orders by nothing else. */
export const DATE_ORDERINGS = ['meeting_date', '-meeting_date'] as const satisfies BoardMeetingOrdering[];

/** What the list shows; empty means all, but without any date it begins today. */
export interface MeetingFilters {
  search: string;
  company_name: string[];
  /** `2026-11-23` in Karachi. */
  from_date: string;
  to_date: string;
  ordering: (typeof DATE_ORDERINGS)[number];
  page: number;
}

export const NO_FILTERS: MeetingFilters = {
  search: '',
  company_name: [],
  from_date: '',
  to_date: '',
  ordering: 'meeting_date',
  page: 1,
};

/** The names in the address, which are the API's. */
export const FILTER_NAMES = ['search', 'company_name', 'from_date', 'to_date', 'ordering', 'page'] as const;

/** What the API takes. */
export const MAX_SEARCH_LENGTH = 200;
const MAX_COMPANIES = 200;

export function readFilters(address: URLSearchParams): MeetingFilters {
  // A value may be a comma list: the server tells the names in it apart.
  const names = [...new Set(address.getAll('company_name').map(cleanValue))];
  return {
    search: cleanValue(address.get('search')).slice(0, MAX_SEARCH_LENGTH).trim(),
    company_name: names
      .filter((name) => name !== '' && name.length <= COMPANY_NAMES_MAX_LENGTH)
      .slice(0, MAX_COMPANIES),
    from_date: readDay(address.get('from_date')),
    to_date: readDay(address.get('to_date')),
    ordering: DATE_ORDERINGS.find((known) => known === address.get('ordering')) ?? NO_FILTERS.ordering,
    page: readPage(address.get('page')),
  };
}

/** A form that is sent without scripts has the date as it was typed. */
function readDay(text: string | null): string {
  const read = parseMonthFirstDate(text ?? '');
  return 'day' in read ? read.day : '';
}

/** Dates in the address that cannot be read, as they stand there: nobody is to type them again. */
export function unreadableDates(address: URLSearchParams) {
  const unreadable = (name: string) => {
    const text = cleanValue(address.get(name));
    return readDay(text) === '' ? text.slice(0, MAX_DATE_LENGTH) : '';
  };
  return { from_date: unreadable('from_date'), to_date: unreadable('to_date') };
}

/** Whether the address asks for nothing, so that the stored preferences may fill it. */
export const isEmptyAddress = (address: URLSearchParams) => FILTER_NAMES.every((name) => !address.has(name));

/** The address of the list; what is as usual is left out. */
export function meetingsAddress(filters: MeetingFilters): string {
  const address = filterQuery(filters);
  if (filters.page > 1) address.set('page', String(filters.page));
  return address.size > 0 ? `${paths.boardMeetings}?${address}` : paths.boardMeetings;
}

/** The query string of a page in canonical form: dates that cannot be read stay as they are shown. */
export function canonicalFilters(search: URLSearchParams): URLSearchParams {
  const filters = readFilters(search);
  const query = filterQuery(filters);
  for (const [name, text] of Object.entries(unreadableDates(search))) if (text) query.set(name, text);
  if (filters.page > 1) query.set('page', String(filters.page));
  return query;
}

function filterQuery(filters: Omit<MeetingFilters, 'page'>): URLSearchParams {
  const query = new URLSearchParams();
  if (filters.search) query.set('search', filters.search);
  for (const name of filters.company_name) query.append('company_name', name);
  if (filters.from_date) query.set('from_date', filters.from_date);
  if (filters.to_date) query.set('to_date', filters.to_date);
  if (filters.ordering !== NO_FILTERS.ordering) query.set('ordering', filters.ordering);
  return query;
}

/** How many filters are set; the page is none. */
export function countActive({ search, company_name, from_date, to_date, ordering }: MeetingFilters): number {
  const isSet = [
    search !== '',
    company_name.length > 0,
    from_date !== '',
    to_date !== '',
    ordering !== NO_FILTERS.ordering,
  ];
  return isSet.filter(Boolean).length;
}

/** Without dates it is about what is to come: the page opens on today and later. */
export const isUpcoming = ({ from_date, to_date }: MeetingFilters) => from_date === '' && to_date === '';

export function meetingsQuery(
  filters: MeetingFilters,
  today: string,
): EndpointInput<typeof listBoardMeetings>['query'] {
  const shown = fromToday(filters, today);
  return { ...shown, page: String(shown.page) };
}

/** The same list as a file. */
export const csvAddress = (filters: MeetingFilters, today: string) =>
  boardMeetingsFeedAddress('export.csv', filterQuery(fromToday(filters, today)));

/** A calendar is subscribed to for long: it begins on no day but one that was chosen, and has an order of its own. */
export const calendarAddress = (filters: MeetingFilters) =>
  boardMeetingsFeedAddress('calendar.ics', filterQuery({ ...filters, ordering: NO_FILTERS.ordering }));

const fromToday = (filters: MeetingFilters, today: string): MeetingFilters =>
  isUpcoming(filters) ? { ...filters, from_date: today } : filters;
