import { sql } from 'drizzle-orm';
import { pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/** Accounts of their own, apart from the customers. Names are compared in lower case. */
export const administrators = pgTable(
  'administrators',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    username: text().notNull(),
    passwordHash: text('password_hash').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [uniqueIndex('administrators_username_key').on(sql`lower(${table.username})`)],
);
