import { and, asc, eq, isNull, or } from 'drizzle-orm';
import { newsSources } from '#server/domains/news/news.tables.ts';
import type { SourceRow } from '#server/domains/news/sources/sources.queries.ts';
import { MINUTE } from '#server/platform/clock.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { afterOnDatabase, databaseNow, isDue } from '#server/platform/schedule.ts';
import { LONGEST_WAIT_MS } from './next-fetch.ts';

/** A source that nobody else reads until `leasedUntil`, which also names the lease. */
export type LeasedSource = SourceRow & { leasedUntil: Date };

/** Longer than a fetch, a parse and storing may take together: a lease that ends belongs to a server that died. */
const LEASE_MS = MINUTE;

/** The source that has been due for longest, taken so that no other server reads it too; `null` when none is due. */
export async function leaseDueSource(db: Queryable, now: Date): Promise<LeasedSource | null> {
  const isNext = and(
    eq(newsSources.isEnabled, true),
    isDue(newsSources.nextFetchAt, now, LONGEST_WAIT_MS),
    isFree,
  );
  const next = db
    .select({ id: newsSources.id })
    .from(newsSources)
    .where(isNext)
    .orderBy(asc(newsSources.nextFetchAt), asc(newsSources.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(newsSources)
    .set(leaseFrom(now))
    .where(and(eq(newsSources.id, next), isNext))
    .returning();
  return leased(row);
}

/** That source, due or not; `null` when somebody reads it at this moment. */
export async function leaseSource(db: Queryable, id: number, now: Date): Promise<LeasedSource | null> {
  const [row] = await db
    .update(newsSources)
    .set(leaseFrom(now))
    .where(and(eq(newsSources.id, id), isFree))
    .returning();
  return leased(row);
}

/** Whether the lease still holds; if so, nobody can take it before the transaction ends. */
export async function holdLease(tx: Transaction, source: LeasedSource): Promise<boolean> {
  const rows = await tx.select({ id: newsSources.id }).from(newsSources).where(isHeld(source)).for('update');
  return rows.length > 0;
}

/** Ends the lease with what came of it; `false` when it was lost meanwhile, and nothing is written. */
export async function endLease(
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

const leaseFrom = (now: Date) => ({
  leasedUntil: afterOnDatabase(databaseNow, LEASE_MS),
  lastAttemptAt: now,
});

const isFree = or(isNull(newsSources.leasedUntil), isDue(newsSources.leasedUntil, databaseNow, LEASE_MS));

const isHeld = ({ id, leasedUntil }: LeasedSource) =>
  and(eq(newsSources.id, id), eq(newsSources.leasedUntil, leasedUntil));

function leased(row: SourceRow | undefined): LeasedSource | null {
  return row?.leasedUntil ? { ...row, leasedUntil: row.leasedUntil } : null;
}
