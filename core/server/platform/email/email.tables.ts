import { sql } from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';

/** The emails of a demo without an email server, which stores them instead of sending them. */
export const demoMailbox = pgTable('demo_mailbox', {
  id: uuid().primaryKey().default(sql`gen_random_uuid()`),
  recipient: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  sentAt: timestamptz('sent_at').notNull(),
});
