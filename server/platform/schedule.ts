import { gt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { after } from './clock.ts';

/**
 * The database's clock, to the millisecond that a JavaScript date can hold. Leases are on this clock: those of the
 * servers differ, and the demo's can be set forward.
 */
export const databaseNow: SQL<Date> = sql<Date>`date_trunc('milliseconds', clock_timestamp())`;

/** As `after`, for the database's clock. */
export const afterOnDatabase = (start: SQL<Date>, durationMs: number): SQL<Date> =>
  sql<Date>`${start} + make_interval(secs => ${durationMs / 1000}::float8)`;

/**
 * Matches a lease that has ended, or something due that waits for at most `longestWaitMs`. A time further ahead than twice
 * that was recorded by a clock that was wrong: it counts as past, or it would block for as long as the clock was ahead.
 */
export function isDue(column: PgColumn, now: Date | SQL<Date>, longestWaitMs: number): SQL | undefined {
  const latest =
    now instanceof Date ? after(now, 2 * longestWaitMs) : afterOnDatabase(now, 2 * longestWaitMs);
  return or(lte(column, now), gt(column, latest));
}
