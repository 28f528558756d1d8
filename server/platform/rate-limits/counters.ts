import { createHmac } from 'node:crypto';
import { and, eq, lte, not, type SQL, sql } from 'drizzle-orm';
import { after, MINUTE, SECOND } from '#server/platform/clock.ts';
import type { Queryable } from '#server/platform/database.ts';
import { throttled } from '#server/platform/http-error.ts';
import { isDue } from '#server/platform/schedule.ts';
import { rateLimits } from './rate-limits.tables.ts';

/** So many in so long a time. */
export interface Limit {
  max: number;
  windowMs: number;
}

const FIRST_DELAY_MS = SECOND;
const LONGEST_DELAY_MS = 15 * MINUTE;

/**
 * The key under which something is counted. It is made with the server's secret, so that the table tells nobody whose
 * e-mail or address it was.
 */
export function limitKey(secret: string, name: string, subject: string): string {
  return `${name}:${createHmac('sha256', secret).update(`limit\0${name}\0${subject}`).digest('base64url')}`;
}

/** Counts one more; throws `throttled` when that is more than the limit. All servers count together. */
export async function countAttempt(db: Queryable, key: string, limit: Limit, now: Date): Promise<void> {
  const row = await increment(db, key, limit, now);
  if (row.count > limit.max) throw throttled(secondsUntil(row.windowEndsAt, now));
}

/** Throws `throttled` while the delay after too many failures lasts: a growing one, or until a ceiling's window ends. */
export async function rejectWhileDelayed(db: Queryable, key: string, limit: Limit, now: Date): Promise<void> {
  const longestWaitMs = Math.max(LONGEST_DELAY_MS, limit.windowMs);
  const [row] = await db
    .select({ availableAt: rateLimits.availableAt })
    .from(rateLimits)
    .where(and(eq(rateLimits.key, key), not(isDue(rateLimits.availableAt, now, longestWaitMs) as SQL)));
  if (row?.availableAt) throw throttled(secondsUntil(row.availableAt, now));
}

/**
 * Counts a failure. From the limit on each failure doubles the time until the next try, from a second to a quarter of an
 * hour: nobody is locked out for good, and nobody guesses fast.
 */
export async function countFailure(db: Queryable, key: string, limit: Limit, now: Date): Promise<void> {
  const { count } = await increment(db, key, limit, now);
  if (count < limit.max) return;
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (count - limit.max), LONGEST_DELAY_MS);
  const availableAt = after(now, delayMs);
  await db
    .update(rateLimits)
    .set({ availableAt, windowEndsAt: after(availableAt, limit.windowMs) })
    .where(eq(rateLimits.key, key));
}

/** Counts a failure. From the limit on, further attempts are rejected until the window ends. */
export async function countTowardsCeiling(
  db: Queryable,
  key: string,
  limit: Limit,
  now: Date,
): Promise<void> {
  const { count, windowEndsAt } = await increment(db, key, limit, now);
  if (count < limit.max) return;
  await db.update(rateLimits).set({ availableAt: windowEndsAt }).where(eq(rateLimits.key, key));
}

/** Forgets the failures after a success. */
export async function resetFailures(db: Queryable, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}

/** Removes what no longer counts. */
export async function removeExpiredCounters(db: Queryable, now: Date): Promise<void> {
  await db.delete(rateLimits).where(lte(rateLimits.windowEndsAt, now));
}

/** One statement, so that calls at the same time are all counted. */
async function increment(db: Queryable, key: string, limit: Limit, now: Date) {
  const windowEndsAt = after(now, limit.windowMs);
  const hasEnded = isDue(rateLimits.windowEndsAt, now, limit.windowMs + LONGEST_DELAY_MS);
  const [row] = await db
    .insert(rateLimits)
    .values({ key, count: 1, windowEndsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${hasEnded} then 1 else ${rateLimits.count} + 1 end`,
        windowEndsAt: sql`case when ${hasEnded} then excluded.window_ends_at else ${rateLimits.windowEndsAt} end`,
        availableAt: sql`case when ${hasEnded} then null else ${rateLimits.availableAt} end`,
      },
    })
    .returning({ count: rateLimits.count, windowEndsAt: rateLimits.windowEndsAt });
  return row as { count: number; windowEndsAt: Date };
}

const secondsUntil = (moment: Date, now: Date) =>
  Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / SECOND));
