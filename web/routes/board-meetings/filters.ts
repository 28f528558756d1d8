import type { BoardMeetingOrdering, listBoardMeetings } from '#contract/corporate-actions/board-meetings.ts';
import { COMPANY_NAMES_MAX_LENGTH, EVENTS_SEARCH_MAX_LENGTH } from '#contract/corporate-actions/fields.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { getBoardMeetingsFeedPath, paths } from '#contract/paths.ts';
import { createFilteredList } from '#web/list/filtered-list.ts';
import {
  addInvalidDates,
  cleanValue,
  type DateRange,
  getInvalidDates,
  joinNames,
  parseNames,
  parsePage,
  readDateRange,
  splitNames,
} from '#web/list/url-values.ts';
import { parseMonthFirstDate } from './parse-month-first-date.ts';

/** The page groups meetings by date, so it offers no other ordering. */
export const DATE_ORDERINGS = ['meeting_date', '-meeting_date'] as const satisfies BoardMeetingOrdering[];

/** The filters by their names in the URL and the API. An empty value means all; without dates the list starts today. */
export interface MeetingFilters extends DateRange {
  search: string;
  company_name: string[];
  symbol: string[];
  ordering: (typeof DATE_ORDERINGS)[number];
  page: number;
}

export const NO_FILTERS: MeetingFilters = {
  search: '',
  company_name: [],
  symbol: [],
  from_date: '',
  to_date: '',
  ordering: 'meeting_date',
  page: 1,
};

const NAME_LIMITS = { maxLength: COMPANY_NAMES_MAX_LENGTH, maxCount: 200 };

export function readFilters(params: URLSearchParams): MeetingFilters {
  return {
    search: cleanValue(params.get('search')).slice(0, EVENTS_SEARCH_MAX_LENGTH).trim(),
    company_name: parseNames(splitNames(params.getAll('company_name')), NAME_LIMITS),
    symbol: parseNames(
      params.getAll('symbol').flatMap((value) => value.toUpperCase().split(',')),
      NAME_LIMITS,
    ),
    ...readDateRange(params, parseMonthFirstDate),
    ordering: DATE_ORDERINGS.find((ordering) => ordering === params.get('ordering')) ?? NO_FILTERS.ordering,
    page: parsePage(params.get('page')),
  };
}

export const meetingList = createFilteredList<MeetingFilters>({
  path: paths.boardMeetings,
  noFilters: NO_FILTERS,
  readFilters,
  toParams: joinLists,
  storageKey: 'tezi:board-meetings',
});

export const readInvalidDates = (params: URLSearchParams): DateRange =>
  getInvalidDates(params, parseMonthFirstDate);

export const toCanonicalQuery = (params: URLSearchParams): URLSearchParams =>
  addInvalidDates(meetingList.toQuery(readFilters(params)), readInvalidDates(params));

/** Returns whether the list shows meetings from today on, which it does without dates. */
export const isUpcoming = ({ from_date, to_date }: DateRange) => from_date === '' && to_date === '';

export function toMeetingsQuery(
  filters: MeetingFilters,
  today: string,
): EndpointInput<typeof listBoardMeetings>['query'] {
  return { ...joinLists(startToday(filters, today)), page: String(filters.page) };
}

/** Joins companies and symbols by commas, as the API expects them. */
function joinLists(filters: MeetingFilters) {
  const company_name = joinNames(filters.company_name, COMPANY_NAMES_MAX_LENGTH);
  return { ...filters, company_name, symbol: filters.symbol.join(',') };
}

export const getCsvPath = (filters: MeetingFilters, today: string) =>
  getBoardMeetingsFeedPath('export.csv', meetingList.toQuery({ ...startToday(filters, today), page: 1 }));

/** A calendar subscription has no start date unless one is chosen, because it outlasts today. The feed has its own order. */
export const getCalendarPath = (filters: MeetingFilters) =>
  getBoardMeetingsFeedPath(
    'calendar.ics',
    meetingList.toQuery({ ...filters, ordering: NO_FILTERS.ordering, page: 1 }),
  );

const startToday = (filters: MeetingFilters, today: string): MeetingFilters =>
  isUpcoming(filters) ? { ...filters, from_date: today } : filters;
