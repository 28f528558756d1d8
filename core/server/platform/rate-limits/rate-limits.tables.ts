import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';

/** Counters of attempts. Their keys reveal neither the user nor the IP address. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEndsAt: timestamptz('window_ends_at').notNull(),
    /** The time of the next allowed attempt, after too many failures. */
    availableAt: timestamptz('available_at'),
  },
  (table) => [index('rate_limits_window_idx').on(table.windowEndsAt)],
);
