import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { SecurityEventKind } from '#core/contract/accounts/security-events.ts';
import { timestamptz } from '#core/server/platform/database/columns.ts';
import type { EventDetails } from './security-event.ts';

/** The security log. Triggers reject changes, and deletions other than those of the cleanup job. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    occurredAt: timestamptz('occurred_at').notNull(),
    kind: text().$type<SecurityEventKind>().notNull(),
    outcome: text({ enum: ['success', 'failure'] }).notNull(),
    /** The number of occurrences since the last row about the same incident. */
    count: integer().notNull().default(1),
    accountKind: text('account_kind', { enum: ['customer', 'administrator', 'operator'] }),
    accountId: uuid('account_id'),
    clientIp: text('client_ip'),
    /** Browser and operating system, for example `Chrome on Windows`. */
    device: text(),
    sessionId: uuid('session_id'),
    targetType: text('target_type'),
    targetId: text('target_id'),
    details: jsonb().$type<EventDetails>().notNull().default({}),
  },
  (table) => [
    index('security_events_time_idx').on(table.occurredAt, table.id),
    index('security_events_audit_idx')
      .on(table.occurredAt, table.id)
      .where(sql`${table.accountKind} in ('administrator', 'operator')`),
    index('security_events_kind_idx').on(table.kind, table.occurredAt, table.id),
    index('security_events_account_idx')
      .on(table.accountId, table.occurredAt, table.id)
      .where(sql`${table.accountId} is not null`),
    index('security_events_ip_idx')
      .on(table.clientIp, table.occurredAt, table.id)
      .where(sql`${table.clientIp} is not null`),
  ],
);
