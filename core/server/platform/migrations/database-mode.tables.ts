import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';

/** One row: the mode of the first server that started on the database. Servers of the other mode do not start on it (decision 115). */
export const databaseMode = pgTable(
  'database_mode',
  {
    id: integer().primaryKey().default(1),
    mode: text().$type<'demo' | 'production'>().notNull(),
    storedAt: timestamptz('stored_at').notNull().defaultNow(),
  },
  (table) => [
    check('database_mode_one_row', sql`${table.id} = 1`),
    check('database_mode_is_a_mode', sql`${table.mode} in ('demo', 'production')`),
  ],
);
