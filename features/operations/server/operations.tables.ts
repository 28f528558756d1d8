import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';

/** Where administrators receive emails about new tasks. */
export const taskEmails = pgTable('task_emails', {
  administratorId: uuid('administrator_id').primaryKey(),
  email: text().notNull(),
  /** `null` until the administrator has entered the code that was sent to it. */
  confirmedAt: timestamptz('confirmed_at'),
  /** The SHA-256 hash of the last code. */
  codeHash: text('code_hash'),
  codeExpiresAt: timestamptz('code_expires_at'),
  wrongCodes: integer('wrong_codes').notNull().default(0),
  isOn: boolean('is_on').notNull().default(true),
});

/** The tasks that each administrator was notified of, until they are settled. */
export const notifiedTasks = pgTable(
  'notified_tasks',
  {
    administratorId: uuid('administrator_id')
      .notNull()
      .references(() => taskEmails.administratorId, { onDelete: 'cascade' }),
    taskId: text('task_id').notNull(),
    title: text().notNull(),
    text: text().notNull(),
    path: text().notNull(),
    /** How much there was to settle, or how severe a problem was, when it was last emailed or seen with less. */
    level: integer().notNull(),
    lastSeenAt: timestamptz('last_seen_at').notNull(),
    isSent: boolean('is_sent').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.administratorId, table.taskId] })],
);
