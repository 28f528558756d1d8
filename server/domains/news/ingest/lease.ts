import { and, asc, eq, isNull, or } from 'drizzle-orm';
import { newsSources } from '#server/domains/news/news.tables.ts';
import type { SourceRow } from '#server/domains/news/sources/sources.queries.ts';
import { MINUTE } from '#server/platform/clock.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { addToDatabaseTime, databaseNow, isDue } from '#server/platform/schedule.ts';
import { MAX_WAIT_MS } from './next-fetch.ts';

/** A source that no other server fetches until `leasedUntil`, which also identifies the lease. */
export type LeasedSource = SourceRow & { leasedUntil: Date };

/** Longer than fetching, parsing and storing can take together: an expired lease belongs to a crashed server. */
const LEASE_MS = MINUTE;

/** Lists the sources that are due and not being fetched, starting with the one that has been due for the longest time. */
export async function listDueSourceIds(db: Queryable, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: newsSources.id })
    .from(newsSources)
    .where(isDueSource(now))
    .orderBy(asc(newsSources.nextFetchAt), asc(newsSources.id));
  return rows.map(({ id }) => id);
}

/** Leases a source if it is due. Returns `null` if it is not, or is already leased. */
export async function leaseDueSource(db: Queryable, id: number, now: Date): Promise<LeasedSource | null> {
  const [row] = await db
    .update(newsSources)
    .set(toLease(now))
    .where(and(eq(newsSources.id, id), isDueSource(now)))
    .returning();
  return toLeasedSource(row);
}

/** Leases a source, due or not. Returns `null` if it is already leased. */
export async function leaseSource(db: Queryable, id: number, now: Date): Promise<LeasedSource | null> {
  const [row] = await db
    .update(newsSources)
    .set(toLease(now))
    .where(and(eq(newsSources.id, id), isNotLeased))
    .returning();
  return toLeasedSource(row);
}

/** Locks a lease until the transaction ends. Returns `false` if the lease was lost. */
export async function lockLease(tx: Transaction, source: LeasedSource): Promise<boolean> {
  const rows = await tx.select({ id: newsSources.id }).from(newsSources).where(isHeld(source)).for('update');
  return rows.length > 0;
}

/** Releases the lease and stores the result. Returns `false`, and stores nothing, if the lease was lost. */
export async function releaseLease(
  db: Queryable,
  source: LeasedSource,
  result: Partial<SourceRow> = {},
): Promise<boolean> {
  const rows = await db
    .update(newsSources)
    .set({ ...result, leasedUntil: null })
    .where(isHeld(source))
    .returning({ id: newsSources.id });
  return rows.length > 0;
}

const toLease = (now: Date) => ({
  leasedUntil: addToDatabaseTime(databaseNow, LEASE_MS),
  lastAttemptAt: now,
});

const isNotLeased = or(
  isNull(newsSources.leasedUntil),
  isDue(newsSources.leasedUntil, databaseNow, LEASE_MS),
);

const isDueSource = (now: Date) =>
  and(eq(newsSources.isEnabled, true), isDue(newsSources.nextFetchAt, now, MAX_WAIT_MS), isNotLeased);

const isHeld = ({ id, leasedUntil }: LeasedSource) =>
  and(eq(newsSources.id, id), eq(newsSources.leasedUntil, leasedUntil));

function toLeasedSource(row: SourceRow | undefined): LeasedSource | null {
  return row?.leasedUntil ? { ...row, leasedUntil: row.leasedUntil } : null;
}
