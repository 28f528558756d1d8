import { and, asc, eq, isNull, or, type SQL } from 'drizzle-orm';
import { addMilliseconds, DAY, HOUR, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { enqueueAll } from '#core/server/platform/jobs/enqueue.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import { addToDatabaseTime, databaseNow, isDue } from '#core/server/platform/schedule.ts';
import { newsSources } from '#features/news/server/news.tables.ts';
import type { SourceRow } from '#features/news/server/sources/sources.queries.ts';

/** Has one job per source. A failed fetch is recorded in the source's row, which schedules the next one. */
export const sourceQueue = defineQueue<{ sourceId: number }>('fetch-source', {
  timeLimitMs: 2 * MINUTE,
  isExclusive: true,
});

/** Queues the fetches of sources. Those that are not due when the job runs are skipped. */
export async function queueFetches(tx: Transaction, sourceIds: readonly number[]): Promise<void> {
  if (sourceIds.length === 0) return;
  await enqueueAll(
    tx,
    sourceQueue,
    sourceIds.map((sourceId) => ({ data: { sourceId }, key: String(sourceId) })),
  );
}

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
export const leaseDueSource = (db: Queryable, id: number, now: Date) =>
  lease(db, and(eq(newsSources.id, id), isDueSource(now)), now);

/** Leases a source, due or not. Returns `null` if it is already leased. */
export const leaseSource = (db: Queryable, id: number, now: Date) =>
  lease(db, and(eq(newsSources.id, id), isNotLeased), now);

async function lease(db: Queryable, condition: SQL | undefined, now: Date): Promise<LeasedSource | null> {
  const [row] = await db
    .update(newsSources)
    .set({ leasedUntil: addToDatabaseTime(databaseNow, LEASE_MS), lastAttemptAt: now })
    .where(condition)
    .returning();
  return row?.leasedUntil ? { ...row, leasedUntil: row.leasedUntil } : null;
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

const isNotLeased = or(
  isNull(newsSources.leasedUntil),
  isDue(newsSources.leasedUntil, databaseNow, LEASE_MS),
);

const isDueSource = (now: Date) =>
  and(eq(newsSources.isEnabled, true), isDue(newsSources.nextFetchAt, now, MAX_WAIT_MS), isNotLeased);

const isHeld = ({ id, leasedUntil }: LeasedSource) =>
  and(eq(newsSources.id, id), eq(newsSources.leasedUntil, leasedUntil));

const MIN_WAIT_MS = 10 * MINUTE;
const MAX_CACHE_AGE_MS = 6 * HOUR;
/** Limits the delay that a feed can ask for. */
const MAX_WAIT_MS = DAY;
const FIRST_RETRY_MS = 5 * MINUTE;
const MAX_RETRY_MS = 6 * HOUR;
/** The share by which delays vary, so that sources do not synchronize. */
const JITTER = 0.1;

/** Schedules the next fetch after a success: at least ten minutes later, and not before the feed allows. */
export function scheduleAfterSuccess(
  now: Date,
  { ttlMinutes, cacheControl }: { ttlMinutes: number | null; cacheControl: string | null },
  random: () => number,
): Date {
  const ttlMs = Math.min((ttlMinutes ?? 0) * MINUTE, MAX_WAIT_MS);
  const maxAgeMs = Math.min(getMaxAgeSeconds(cacheControl) * SECOND, MAX_CACHE_AGE_MS);
  return addMilliseconds(now, applyJitter(Math.max(MIN_WAIT_MS, ttlMs, maxAgeMs), random));
}

/** Schedules the next fetch of an unchanged feed. A 304 response does not repeat the TTL, so the last wait applies again. */
export function scheduleAfterUnchanged(
  now: Date,
  { lastWaitMs, cacheControl }: { lastWaitMs: number; cacheControl: string | null },
  random: () => number,
): Date {
  const next = scheduleAfterSuccess(now, { ttlMinutes: null, cacheControl }, random);
  const repeated = addMilliseconds(now, Math.min(lastWaitMs, MAX_WAIT_MS));
  return next > repeated ? next : repeated;
}

/** Schedules the next attempt with exponential backoff, and not before `retryAfterMs`. */
export function scheduleAfterFailure(
  now: Date,
  { failures, retryAfterMs }: { failures: number; retryAfterMs: number | null },
  random: () => number,
): Date {
  const backoffMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
  return addMilliseconds(
    now,
    Math.max(applyJitter(backoffMs, random), Math.min(retryAfterMs ?? 0, MAX_WAIT_MS)),
  );
}

/** Parses a `Retry-After` header (RFC 9110, section 10.2.3: seconds or a date) into milliseconds. */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * SECOND;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

function getMaxAgeSeconds(cacheControl: string | null): number {
  return Number(/(?:^|[\s,])max-age="?(\d{1,9})/i.exec(cacheControl ?? '')?.[1] ?? 0);
}

const applyJitter = (durationMs: number, random: () => number) =>
  Math.round(durationMs * (1 - JITTER + 2 * JITTER * random()));
