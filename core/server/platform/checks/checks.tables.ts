import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';

/** Worst first. `unknown`: the check could not run. `off`: what is checked is not set up, or has no data yet. */
export const CHECK_STATES = ['failing', 'unknown', 'warning', 'off', 'ok'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** What a check found on a server. */
export interface StoredResult {
  id: string;
  title: string;
  path: string | null;
  /** `null` for a result that all servers share. */
  server: string | null;
  state: CheckState;
  cause: string;
  action: string | null;
  /** For how long it had its state when it was stored. */
  ageMs: number;
}

/** What the checks of each server last found. Times are those of the database, because the clocks of servers differ. */
export const checkResults = pgTable('check_results', {
  server: text().primaryKey(),
  results: jsonb().$type<StoredResult[]>().notNull(),
  checkedAt: timestamptz('checked_at').notNull().defaultNow(),
});
