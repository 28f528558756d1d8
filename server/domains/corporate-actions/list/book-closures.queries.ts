import { asc, count, desc, type SQL, sql } from 'drizzle-orm';
import type { BookClosureOrdering } from '#contract/corporate-actions/book-closures.ts';
import { bookClosures } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import type { Queryable } from '#server/platform/database.ts';
import { byName } from './by-name.ts';
import { type EventFilter, passes, type Slice } from './event-filter.ts';

/** A closure, as much of it as readers see. */
export type BookClosureRow = Awaited<ReturnType<typeof readClosures>>[number];

const { id, symbol, companyName, faceValue, payout, bcFrom, bcTo, exDate, note, updatedAt } = bookClosures;

const ORDER: Record<BookClosureOrdering, SQL[]> = {
  '-bc_from': [desc(bcFrom), byName(companyName), asc(id)],
  bc_from: [asc(bcFrom), byName(companyName), asc(id)],
  company_name: [byName(companyName), desc(bcFrom), asc(id)],
  '-company_name': [desc(byName(companyName)), desc(bcFrom), asc(id)],
};

export async function countClosures(db: Queryable, filter: EventFilter): Promise<number> {
  const [row] = await db.select({ count: count() }).from(bookClosures).where(isChosen(filter));
  return row?.count ?? 0;
}

/** The ids of a slice of the closures that pass the filter, in order. */
export async function listClosureIds(
  db: Queryable,
  filter: EventFilter,
  ordering: BookClosureOrdering,
  { offset, limit }: Slice,
): Promise<number[]> {
  const rows = await db
    .select({ id })
    .from(bookClosures)
    .where(isChosen(filter))
    .orderBy(...ORDER[ordering])
    .limit(limit)
    .offset(offset);
  return rows.map((row) => row.id);
}

/** The closures with these ids, in their order; ids that are gone are left out. */
export async function readClosures(db: Queryable, ids: number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id, symbol, companyName, faceValue, payout, bcFrom, bcTo, exDate, note, updatedAt })
    .from(bookClosures)
    .where(sql`${id} = any(${sql.param(ids)}::int[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((each) => byId.get(each) ?? []);
}

const isChosen = (filter: EventFilter) =>
  passes(filter, { symbol, companyName, day: bcFrom, texts: [payout, note] });
