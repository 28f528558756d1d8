import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The queue of emails; a row is deleted once its email is sent. The text and its tokens are created only when it is sent. */
export const outgoingEmails = pgTable(
  'outgoing_mails',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    template: text().notNull(),
    recipient: text().notNull(),
    queuedAt: timestamptz('queued_at').notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: timestamptz('next_attempt_at').notNull(),
    lastError: text('last_error'),
  },
  (table) => [index('outgoing_mails_due_idx').on(table.nextAttemptAt)],
);

/** The emails of a demo without an email server, which stores them instead of sending them. */
export const demoMailbox = pgTable('demo_mailbox', {
  id: uuid().primaryKey().default(sql`gen_random_uuid()`),
  recipient: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  sentAt: timestamptz('sent_at').notNull(),
});
