import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { AUDITED_KINDS, type SecurityEventKind } from '#contract/admin/security-events.ts';
import { addMilliseconds, DAY } from '#server/platform/clock.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { securityEvents } from './security-events.tables.ts';

export type StoredEvent = typeof securityEvents.$inferSelect;

export interface EventFilter {
  kind?: SecurityEventKind | undefined;
  accountId?: string | undefined;
  /** Only audited actions of administrators and the operator. */
  isAudited?: boolean;
  isByOperator?: boolean;
  clientIp?: string | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  before?: Date | undefined;
}

/** The last event of a page; the next page continues with older events. */
export type EventPosition = Pick<StoredEvent, 'occurredAt' | 'id'>;

/** As in the index, with constants: the database does not use it for parameters. */
const isByStaff = sql`${securityEvents.accountKind} in ('administrator', 'operator')`;

/** Returns events that match, newest first. Every filter has an index in this order, so that no page needs a sort. */
export function listEvents(
  db: Queryable,
  filter: EventFilter,
  { limit, after }: { limit: number; after: EventPosition | null },
): Promise<StoredEvent[]> {
  const { kind, accountId, clientIp, from, before, isAudited, isByOperator } = filter;
  const conditions: (SQL | undefined)[] = [
    kind && eq(securityEvents.kind, kind),
    isAudited ? and(isByStaff, inArray(securityEvents.kind, [...AUDITED_KINDS])) : undefined,
    isByOperator ? eq(securityEvents.accountKind, 'operator') : undefined,
    accountId === undefined ? undefined : eq(securityEvents.accountId, accountId),
    clientIp === undefined ? undefined : eq(securityEvents.clientIp, clientIp),
    from && gte(securityEvents.occurredAt, from),
    before && lt(securityEvents.occurredAt, before),
    after === null
      ? undefined
      : sql`(${securityEvents.occurredAt}, ${securityEvents.id}) < (${after.occurredAt.toISOString()}::timestamptz, ${after.id})`,
  ];
  return db
    .select()
    .from(securityEvents)
    .where(and(...conditions))
    .orderBy(desc(securityEvents.occurredAt), desc(securityEvents.id))
    .limit(limit);
}

/** Long enough to investigate a deletion that the owner did not request. */
const RETENTION_AFTER_DELETION_MS = 30 * DAY;

/** Deletes events past their retention, and those of customers who deleted their account 30 days ago. */
export async function removeOldSecurityEvents(
  tx: Transaction,
  { retentionDays, now }: { retentionDays: number; now: Date },
): Promise<void> {
  const deletedCustomers = tx
    .select({ id: securityEvents.accountId })
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.kind, 'account_deleted'),
        lt(securityEvents.occurredAt, addMilliseconds(now, -RETENTION_AFTER_DELETION_MS)),
      ),
    );
  // The trigger that protects the log allows deletions in this transaction only.
  await tx.execute(sql`select set_config('tezi.security_event_cleanup', 'on', true)`);
  await tx
    .delete(securityEvents)
    .where(lt(securityEvents.occurredAt, addMilliseconds(now, -retentionDays * DAY)));
  await tx.delete(securityEvents).where(inArray(securityEvents.accountId, deletedCustomers));
}
