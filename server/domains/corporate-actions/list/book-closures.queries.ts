import { asc, count, desc, type SQL, sql } from 'drizzle-orm';
import type { BookClosureOrdering } from '#contract/corporate-actions/book-closures.ts';
import { bookClosures } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import type { Queryable } from '#server/platform/database.ts';
import { type EventFilter, type PageSlice, toCondition, toSortKey } from './event-filter.ts';

/** The public columns of a closure. */
export type BookClosureRow = Awaited<ReturnType<typeof findClosures>>[number];

const { id, symbol, companyName, faceValue, payout, bcFrom, bcTo, exDate, note, updatedAt } = bookClosures;

const ORDER: Record<BookClosureOrdering, SQL[]> = {
  '-bc_from': [desc(bcFrom), toSortKey(companyName), asc(id)],
  bc_from: [asc(bcFrom), toSortKey(companyName), asc(id)],
  company_name: [toSortKey(companyName), desc(bcFrom), asc(id)],
  '-company_name': [desc(toSortKey(companyName)), desc(bcFrom), asc(id)],
};

export async function countClosures(db: Queryable, filter: EventFilter): Promise<number> {
  const [row] = await db.select({ count: count() }).from(bookClosures).where(matchClosures(filter));
  return row?.count ?? 0;
}

/** Returns the ids of one page of the closures that match the filter, in order. */
export async function listClosureIds(
  db: Queryable,
  filter: EventFilter,
  ordering: BookClosureOrdering,
  { offset, limit }: PageSlice,
): Promise<number[]> {
  const rows = await db
    .select({ id })
    .from(bookClosures)
    .where(matchClosures(filter))
    .orderBy(...ORDER[ordering])
    .limit(limit)
    .offset(offset);
  return rows.map((row) => row.id);
}

/** Returns the closures with these ids in the given order, without those that no longer exist. */
export async function findClosures(db: Queryable, ids: number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id, symbol, companyName, faceValue, payout, bcFrom, bcTo, exDate, note, updatedAt })
    .from(bookClosures)
    .where(sql`${id} = any(${sql.param(ids)}::int[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((each) => byId.get(each) ?? []);
}

const matchClosures = (filter: EventFilter) =>
  toCondition(filter, { symbol, companyName, date: bcFrom, texts: [payout, note] });
