import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Mails to be written and sent; a row goes when its mail is out. Texts, and the tokens in them, are made only then. */
export const outgoingMails = pgTable(
  'outgoing_mails',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    template: text().notNull(),
    recipient: text().notNull(),
    queuedAt: moment('queued_at').notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    lastError: text('last_error'),
  },
  (table) => [index('outgoing_mails_due_idx').on(table.nextAttemptAt)],
);

/** What a demo without a mail server has written instead of sending it. */
export const demoMailbox = pgTable('demo_mailbox', {
  id: uuid().primaryKey().default(sql`gen_random_uuid()`),
  recipient: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  sentAt: moment('sent_at').notNull(),
});
