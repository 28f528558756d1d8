import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** One row: the mode of the first server that started on the database. Servers of the other mode do not start on it (decision 115). */
export const databaseMode = pgTable(
  'database_mode',
  {
    id: integer().primaryKey().default(1),
    mode: text().$type<'demo' | 'production'>().notNull(),
    storedAt: timestamp('stored_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    check('database_mode_one_row', sql`${table.id} = 1`),
    check('database_mode_is_a_mode', sql`${table.mode} in ('demo', 'production')`),
  ],
);
