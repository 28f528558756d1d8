import { type BoardMeetingOrdering, listBoardMeetings } from '#contract/corporate-actions/board-meetings.ts';
import { getBoardMeetingsFeedPath, paths } from '#contract/paths.ts';
import { eventFilters } from '#web/list/event-filters.ts';
import { type DateRange, oneOf } from '#web/list/filters.ts';
import { createListRoute } from '#web/list/list-route.ts';
import { parseMonthFirstDate } from './parse-month-first-date.ts';

/** The page groups meetings by date, so it offers no other ordering. */
export const DATE_ORDERINGS = ['meeting_date', '-meeting_date'] as const satisfies BoardMeetingOrdering[];

export const meetingList = createListRoute(listBoardMeetings, {
  path: paths.boardMeetings,
  title: 'Board Meetings',
  description:
    'Board meetings of companies listed on the Pakistan Stock Exchange, by date, with subject and time.',
  filters: {
    ...eventFilters(parseMonthFirstDate),
    ordering: oneOf(DATE_ORDERINGS, 'meeting_date'),
  },
  resolve: (filters, today) => (isUpcoming(filters) ? { ...filters, from_date: today } : filters),
  storageKey: 'tezi:board-meetings',
});

export type MeetingFilters = typeof meetingList.noFilters;

/** Returns whether the list shows meetings from today on, which it does without dates. */
export const isUpcoming = ({ from_date, to_date }: DateRange) => from_date === '' && to_date === '';

export const getCsvPath = (filters: MeetingFilters, today: string) =>
  getBoardMeetingsFeedPath(
    'export.csv',
    meetingList.toQuery({ ...meetingList.resolve(filters, today), page: 1 }),
  );

/** A calendar subscription has no start date unless one is chosen, because it outlasts today. The feed has its own order. */
export const getCalendarPath = (filters: MeetingFilters) =>
  getBoardMeetingsFeedPath(
    'calendar.ics',
    meetingList.toQuery({ ...filters, ordering: 'meeting_date', page: 1 }),
  );
