import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Counters of attempts. Their keys reveal neither the user nor the IP address. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEndsAt: timestamp('window_ends_at', { withTimezone: true, mode: 'date' }).notNull(),
    /** The time of the next allowed attempt, after too many failures. */
    availableAt: timestamp('available_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [index('rate_limits_window_idx').on(table.windowEndsAt)],
);
