import { asc, desc, inArray, type SQL, sql } from 'drizzle-orm';
import type { BoardMeetingOrdering } from '#features/corporate-actions/contract/board-meetings.ts';
import { boardMeetings, PUBLIC_STATES } from '#features/corporate-actions/server/corporate-actions.tables.ts';
import {
  createEventQueries,
  type EventFilter,
  toCondition,
  toFilterValues,
  toSortKey,
} from './event-queries.ts';

const { id, state, symbol, companyName, subject, meetingDate, meetingTime, place, revisions, updatedAt } =
  boardMeetings;

/** The public columns of a meeting. */
export type BoardMeetingRow = Pick<
  typeof boardMeetings.$inferSelect,
  'id' | 'state' | 'symbol' | 'companyName' | 'subject' | 'meetingTime' | 'place' | 'revisions' | 'updatedAt'
> & { meetingDate: string };
export type ListedMeeting = Omit<BoardMeetingRow, 'updatedAt'>;

/** Orders the meetings of a date by time, those without a time last. */
const WITHIN_DATE = [sql`${meetingTime} asc nulls last`, toSortKey(companyName), asc(id)];

const ORDER: Record<BoardMeetingOrdering, SQL[]> = {
  meeting_date: [asc(meetingDate), ...WITHIN_DATE],
  '-meeting_date': [desc(meetingDate), ...WITHIN_DATE],
  company_name: [toSortKey(companyName), asc(meetingDate), ...WITHIN_DATE],
  '-company_name': [desc(toSortKey(companyName)), asc(meetingDate), ...WITHIN_DATE],
};

export const {
  list: listMeetings,
  listIds: listMeetingIds,
  find: findMeetings,
} = createEventQueries<BoardMeetingRow, EventFilter, BoardMeetingOrdering>({
  table: boardMeetings,
  id,
  columns: {
    id,
    state,
    symbol,
    companyName,
    subject,
    meetingDate,
    meetingTime,
    place,
    revisions,
  },
  updatedAt,
  order: ORDER,
  isPublic: inArray(state, [...PUBLIC_STATES]),
  toCondition: (filter) => toCondition(filter, { symbol, companyName, date: meetingDate, texts: [subject] }),
  toValues: toFilterValues,
});
