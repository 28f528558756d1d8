import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { BoardMeetingOrdering } from '#contract/corporate-actions/board-meetings.ts';
import { boardMeetings } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import { prepareOnce } from '#server/platform/database/prepare-once.ts';
import type { Queryable } from '#server/platform/database.ts';
import {
  type EventFilter,
  getFormKey,
  type ListForm,
  type PageSlice,
  toCondition,
  toFilterValues,
  toSlice,
  toSortKey,
} from './event-filter.ts';

/** The public columns of a meeting. */
export type BoardMeetingRow = Awaited<ReturnType<typeof findMeetings>>[number];
export type ListedMeeting = Omit<BoardMeetingRow, 'updatedAt'>;

const { id, state, symbol, companyName, subject, meetingDate, meetingTime, place, updatedAt } = boardMeetings;

/** Orders the meetings of a date by time, those without a time last. */
const WITHIN_DATE = [sql`${meetingTime} asc nulls last`, toSortKey(companyName), asc(id)];

const ORDER: Record<BoardMeetingOrdering, SQL[]> = {
  meeting_date: [asc(meetingDate), ...WITHIN_DATE],
  '-meeting_date': [desc(meetingDate), ...WITHIN_DATE],
  company_name: [toSortKey(companyName), asc(meetingDate), ...WITHIN_DATE],
  '-company_name': [desc(toSortKey(companyName)), asc(meetingDate), ...WITHIN_DATE],
};

const COLUMNS = {
  id,
  symbol,
  companyName,
  subject,
  meetingDate: sql<string>`${meetingDate}`,
  meetingTime,
  place,
};

type Form = ListForm & { ordering: BoardMeetingOrdering };

const prepareCount = prepareOnce(
  (db, { filter }: Form) => db.select({ count: count() }).from(boardMeetings).where(matchMeetings(filter)),
  getFormKey,
);

const prepareList = prepareOnce(
  (db, { filter, ordering, slice }: Form & { slice: PageSlice }) => {
    const { limit, offset } = toSlice(slice);
    return db
      .select({ ...COLUMNS, total: sql<number>`(${countAll(db, filter)})::int` })
      .from(boardMeetings)
      .where(matchMeetings(filter))
      .orderBy(...ORDER[ordering])
      .limit(limit)
      .offset(offset);
  },
  (form) => `${getFormKey(form)} ${toSlice(form.slice).form}`,
);

const countAll = (db: Queryable, filter: EventFilter) =>
  db.select({ count: count() }).from(boardMeetings).where(matchMeetings(filter));

/** Returns one page of the meetings that match the filter, in order, and their number on all pages. */
export async function listMeetings(
  db: Queryable,
  filter: EventFilter,
  ordering: BoardMeetingOrdering,
  slice: PageSlice,
): Promise<{ total: number; rows: ListedMeeting[] }> {
  const values = toFilterValues(filter);
  const rows = await prepareList(db, { filter, ordering, slice }).execute({ ...values, ...slice });
  const [first] = rows;
  if (first || slice.offset === 0) return { total: first?.total ?? 0, rows };
  const [past] = await prepareCount(db, { filter, ordering }).execute(values);
  return { total: past?.count ?? 0, rows };
}

const prepareIds = prepareOnce(
  (db, { filter, ordering }: Form) =>
    db
      .select({ id })
      .from(boardMeetings)
      .where(matchMeetings(filter))
      .orderBy(...ORDER[ordering])
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset')),
  getFormKey,
);

/** Returns the ids of a slice of the meetings that match the filter, in order. */
export async function listMeetingIds(
  db: Queryable,
  filter: EventFilter,
  ordering: BoardMeetingOrdering,
  slice: PageSlice,
): Promise<number[]> {
  const values = { ...toFilterValues(filter), ...slice };
  const rows = await prepareIds(db, { filter, ordering }).execute(values);
  return rows.map((row) => row.id);
}

/** Returns the meetings with these ids in the given order, without those that no longer exist. */
export async function findMeetings(db: Queryable, ids: number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ ...COLUMNS, updatedAt })
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
