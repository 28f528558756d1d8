import { gt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { addMilliseconds } from './clock.ts';

// * The database's clock, truncated to milliseconds like a JavaScript date. Leases use this clock, because the clocks
// of servers differ and the demo's can be set forward.
export const databaseNow: SQL<Date> = sql<Date>`date_trunc('milliseconds', clock_timestamp())`;

/** Adds a duration to a time of the database's clock. */
export const addToDatabaseTime = (start: SQL<Date>, durationMs: number): SQL<Date> =>
  sql<Date>`${start} + make_interval(secs => ${durationMs / 1000}::float8)`;

/**
 * Matches an expired lease, or a due time that is never more than `longestWaitMs` ahead. A time more than twice that
 * far ahead was recorded by a wrong clock and counts as due, because it would otherwise block until the clocks agree.
 */
export function isDue(column: PgColumn, now: Date | SQL<Date>, longestWaitMs: number): SQL | undefined {
  const latest =
    now instanceof Date ? addMilliseconds(now, 2 * longestWaitMs) : addToDatabaseTime(now, 2 * longestWaitMs);
  return or(lte(column, now), gt(column, latest));
}
