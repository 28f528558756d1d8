import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { BoardMeetingOrdering } from '#contract/corporate-actions/board-meetings.ts';
import { boardMeetings } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import type { Queryable } from '#server/platform/database.ts';
import { type EventFilter, type PageSlice, toCondition, toSortKey } from './event-filter.ts';

/** The public columns of a meeting. */
export type BoardMeetingRow = Awaited<ReturnType<typeof findMeetings>>[number];

const { id, state, symbol, companyName, subject, meetingDate, meetingTime, place, updatedAt } = boardMeetings;

/** Orders the meetings of a date by time, those without a time last. */
const WITHIN_DATE = [sql`${meetingTime} asc nulls last`, toSortKey(companyName), asc(id)];

const ORDER: Record<BoardMeetingOrdering, SQL[]> = {
  meeting_date: [asc(meetingDate), ...WITHIN_DATE],
  '-meeting_date': [desc(meetingDate), ...WITHIN_DATE],
  company_name: [toSortKey(companyName), asc(meetingDate), ...WITHIN_DATE],
  '-company_name': [desc(toSortKey(companyName)), asc(meetingDate), ...WITHIN_DATE],
};

export async function countMeetings(db: Queryable, filter: EventFilter): Promise<number> {
  const [row] = await db.select({ count: count() }).from(boardMeetings).where(matchMeetings(filter));
  return row?.count ?? 0;
}

/** Returns the ids of one page of the meetings that match the filter, in order. */
export async function listMeetingIds(
  db: Queryable,
  filter: EventFilter,
  ordering: BoardMeetingOrdering,
  { offset, limit }: PageSlice,
): Promise<number[]> {
  const rows = await db
    .select({ id })
    .from(boardMeetings)
    .where(matchMeetings(filter))
    .orderBy(...ORDER[ordering])
    .limit(limit)
    .offset(offset);
  return rows.map((row) => row.id);
}

/** Returns the meetings with these ids in the given order, without those that no longer exist. */
export async function findMeetings(db: Queryable, ids: number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id,
      symbol,
      companyName,
      subject,
      meetingDate: sql<string>`${meetingDate}`,
      meetingTime,
      place,
      updatedAt,
    })
    .from(boardMeetings)
    .where(and(eq(state, 'meeting'), sql`${id} = any(${sql.param(ids)}::int[])`));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((each) => byId.get(each) ?? []);
}

const matchMeetings = (filter: EventFilter) =>
  and(
    eq(state, 'meeting'),
    toCondition(filter, { symbol, companyName, date: meetingDate, texts: [subject] }),
  );
