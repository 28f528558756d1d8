import { index, json, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';

/** The requests that were sent with an `Idempotency-Key`, and their responses. Times are those of the database. */
export const idempotentRequests = pgTable(
  'idempotent_requests',
  {
    administratorId: uuid('administrator_id').notNull(),
    key: text().notNull(),
    /** The hash of the method, URL and body. */
    fingerprint: text().notNull(),
    response: json(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.administratorId, table.key] }),
    index('idempotent_requests_time_idx').on(table.createdAt),
  ],
);
