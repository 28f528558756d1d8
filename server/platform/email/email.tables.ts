import { sql } from 'drizzle-orm';
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The emails of a demo without an email server, which stores them instead of sending them. */
export const demoMailbox = pgTable('demo_mailbox', {
  id: uuid().primaryKey().default(sql`gen_random_uuid()`),
  recipient: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  sentAt: timestamptz('sent_at').notNull(),
});
