import { createHmac } from 'node:crypto';
import { and, eq, lte, not, type SQL, sql } from 'drizzle-orm';
import { addMilliseconds, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { throttled } from '#core/server/platform/http-error.ts';
import { isDue } from '#core/server/platform/schedule.ts';
import { rateLimits } from './rate-limits.tables.ts';

/** A maximum number of attempts in a window. */
export interface Limit {
  max: number;
  windowMs: number;
}

const FIRST_DELAY_MS = SECOND;
const MAX_DELAY_MS = 15 * MINUTE;

/**
 * Returns the key of a counter, keyed with the server's secret so that the table reveals no email and no IP address.
 */
export function getCounterKey(secret: string, name: string, subject: string): string {
  return `${name}:${createHmac('sha256', secret).update(`limit\0${name}\0${subject}`).digest('base64url')}`;
}

/** Counts one attempt; throws `throttled` beyond the limit. All servers count together. */
export async function countAttempt(db: Queryable, key: string, limit: Limit, now: Date): Promise<void> {
  const row = await incrementCounter(db, key, limit, now);
  if (row.count > limit.max) throw throttled(getSecondsUntil(row.windowEndsAt, now));
}

/** What is left of a limit after an attempt. `remaining` is below zero beyond the limit. */
export interface Quota {
  limit: Limit;
  remaining: number;
  secondsLeft: number;
}

/** Counts one attempt and returns what is left: for callers who are shown it. All servers count together. */
export async function countQuota(db: Queryable, key: string, limit: Limit, now: Date): Promise<Quota> {
  const row = await incrementCounter(db, key, limit, now);
  return { limit, remaining: limit.max - row.count, secondsLeft: getSecondsUntil(row.windowEndsAt, now) };
}

/** Returns how many attempts were counted in the current window. */
export async function readCount(db: Queryable, key: string, limit: Limit, now: Date): Promise<number> {
  const hasEnded = isDue(rateLimits.windowEndsAt, now, limit.windowMs + MAX_DELAY_MS);
  const rows = await db
    .select({ count: rateLimits.count })
    .from(rateLimits)
    .where(and(eq(rateLimits.key, key), not(hasEnded as SQL)));
  return rows[0]?.count ?? 0;
}

/**
 * Throws `throttled` during the delay after too many failures: a growing one, or until the window of a ceiling ends.
 */
export async function rejectWhileDelayed(db: Queryable, key: string, limit: Limit, now: Date): Promise<void> {
  const maxWaitMs = Math.max(MAX_DELAY_MS, limit.windowMs);
  const [row] = await db
    .select({ availableAt: rateLimits.availableAt })
    .from(rateLimits)
    .where(and(eq(rateLimits.key, key), not(isDue(rateLimits.availableAt, now, maxWaitMs) as SQL)));
  if (row?.availableAt) throw throttled(getSecondsUntil(row.availableAt, now));
}

/**
 * Counts a failure. From the limit on, each failure doubles the delay before the next attempt, from a second to a
 * quarter of an hour. This slows guessing down without locking the owner out permanently.
 */
export async function countFailure(db: Queryable, key: string, limit: Limit, now: Date): Promise<void> {
  const { count } = await incrementCounter(db, key, limit, now);
  if (count < limit.max) return;
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (count - limit.max), MAX_DELAY_MS);
  const availableAt = addMilliseconds(now, delayMs);
  await db
    .update(rateLimits)
    .set({ availableAt, windowEndsAt: addMilliseconds(availableAt, limit.windowMs) })
    .where(eq(rateLimits.key, key));
}

/** Counts a failure. From the limit on, further attempts are rejected until the window ends. */
export async function countTowardsCeiling(
  db: Queryable,
  key: string,
  limit: Limit,
  now: Date,
): Promise<void> {
  const { count, windowEndsAt } = await incrementCounter(db, key, limit, now);
  if (count < limit.max) return;
  await db.update(rateLimits).set({ availableAt: windowEndsAt }).where(eq(rateLimits.key, key));
}

/** Resets the failures after a success. */
export async function resetFailures(db: Queryable, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}

/** Deletes counters whose window has ended. */
export async function removeExpiredCounters(db: Queryable, now: Date): Promise<void> {
  await db.delete(rateLimits).where(lte(rateLimits.windowEndsAt, now));
}

/** One statement, so that concurrent attempts are all counted. */
async function incrementCounter(db: Queryable, key: string, limit: Limit, now: Date) {
  const windowEndsAt = addMilliseconds(now, limit.windowMs);
  const hasEnded = isDue(rateLimits.windowEndsAt, now, limit.windowMs + MAX_DELAY_MS);
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

const getSecondsUntil = (time: Date, now: Date) =>
  Math.max(1, Math.ceil((time.getTime() - now.getTime()) / SECOND));
