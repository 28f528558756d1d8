import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** How often something was tried, by a key that tells nothing of the person or address behind it. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEndsAt: timestamp('window_ends_at', { withTimezone: true, mode: 'date' }).notNull(),
    /** After too many failures: when the next try may be made. */
    availableAt: timestamp('available_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [index('rate_limits_window_idx').on(table.windowEndsAt)],
);
