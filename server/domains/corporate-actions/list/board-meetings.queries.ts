import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { BoardMeetingOrdering } from '#contract/corporate-actions/board-meetings.ts';
import { boardMeetings } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import type { Queryable } from '#server/platform/database.ts';
import { byName } from './by-name.ts';
import { type EventFilter, passes, type Slice } from './event-filter.ts';

/** A meeting, as much of it as readers see. */
export type BoardMeetingRow = Awaited<ReturnType<typeof readMeetings>>[number];

const { id, state, symbol, companyName, subject, meetingDate, meetingTime, place, updatedAt } = boardMeetings;

/** Within a day by time, and what has none last. */
const WITHIN_A_DAY = [sql`${meetingTime} asc nulls last`, byName(companyName), asc(id)];

const ORDER: Record<BoardMeetingOrdering, SQL[]> = {
  meeting_date: [asc(meetingDate), ...WITHIN_A_DAY],
  '-meeting_date': [desc(meetingDate), ...WITHIN_A_DAY],
  company_name: [byName(companyName), asc(meetingDate), ...WITHIN_A_DAY],
  '-company_name': [desc(byName(companyName)), asc(meetingDate), ...WITHIN_A_DAY],
};

export async function countMeetings(db: Queryable, filter: EventFilter): Promise<number> {
  const [row] = await db.select({ count: count() }).from(boardMeetings).where(isShown(filter));
  return row?.count ?? 0;
}

/** The ids of a slice of the meetings that pass the filter, in order. */
export async function listMeetingIds(
  db: Queryable,
  filter: EventFilter,
  ordering: BoardMeetingOrdering,
  { offset, limit }: Slice,
): Promise<number[]> {
  const rows = await db
    .select({ id })
    .from(boardMeetings)
    .where(isShown(filter))
    .orderBy(...ORDER[ordering])
    .limit(limit)
    .offset(offset);
  return rows.map((row) => row.id);
}

/** The meetings with these ids, in their order; ids that are gone are left out. */
export async function readMeetings(db: Queryable, ids: number[]) {
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

const isShown = (filter: EventFilter) =>
  and(eq(state, 'meeting'), passes(filter, { symbol, companyName, day: meetingDate, texts: [subject] }));
