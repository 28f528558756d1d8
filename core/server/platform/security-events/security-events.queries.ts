import { and, desc, eq, gte, inArray, lt, not, or, type SQL, sql } from 'drizzle-orm';
import {
  AUDITED_KINDS,
  FIVE_YEAR_KINDS,
  type SecurityEventKind,
} from '#core/contract/accounts/security-events.ts';
import { addMilliseconds, DAY } from '#core/server/platform/clock.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
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

/** Written as in the index, with constants: the database does not use the index for parameters. */
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
const LONG_RETENTION_YEARS = 5;

/**
 * Deletes events past their retention, and those of customers who deleted their account 30 days ago. Events about signals and
 * acceptances are stored for five years at least; after the deletion of the account they contain nothing that identifies its
 * owner except its random ID.
 */
export async function removeOldSecurityEvents(
  tx: Transaction,
  { retentionDays, now }: { retentionDays: number; now: Date },
): Promise<void> {
  const { occurredAt, kind, accountId } = securityEvents;
  const retained = inArray(kind, [...FIVE_YEAR_KINDS]);
  const oldest = addMilliseconds(now, -retentionDays * DAY);
  const fiveYearsAgo = new Date(now);
  fiveYearsAgo.setUTCFullYear(now.getUTCFullYear() - LONG_RETENTION_YEARS);
  const deletedBefore = addMilliseconds(now, -RETENTION_AFTER_DELETION_MS);
  const deletedCustomers = tx
    .select({ id: accountId })
    .from(securityEvents)
    .where(and(eq(kind, 'account_deleted'), lt(occurredAt, deletedBefore)));

  // The trigger that protects the log allows deletions and removing personal data in this transaction only. The cleanup of
  // earlier releases sets 'on'; the database then keeps the kinds of events that they do not know to retain.
  await tx.execute(sql`select set_config('tezi.security_event_cleanup', 'retain', true)`);
  // First, because the events that record the deletion of an account are deleted too.
  await removePersonalData(tx, deletedBefore);
  await tx.delete(securityEvents).where(and(inArray(accountId, deletedCustomers), not(retained)));
  await tx
    .delete(securityEvents)
    .where(and(lt(occurredAt, oldest), or(lt(occurredAt, fiveYearsAgo), not(retained))));
}

/** Removes what identifies the owners of deleted accounts, customers and administrators, from the events that are retained. */
async function removePersonalData(tx: Transaction, deletedBefore: Date): Promise<void> {
  const before = deletedBefore.toISOString();
  await tx.execute(sql`
    update security_events event
    set client_ip = null, device = null, session_id = null
    from security_events deletion
    where deletion.occurred_at < ${before}::timestamptz
      and deletion.kind in ('account_deleted', 'administrator_removed')
      and event.account_id =
        case deletion.kind when 'account_deleted' then deletion.account_id else deletion.target_id::uuid end
      and (event.client_ip is not null or event.device is not null or event.session_id is not null)`);
  // Another administrator approved what this one submitted. A username may have been given to a new account since.
  await tx.execute(sql`
    update security_events event
    set details = event.details - 'submitted_by'
    from security_events removal
    where removal.occurred_at < ${before}::timestamptz
      and removal.kind = 'administrator_removed'
      and event.kind = 'signal_approved'
      and event.id < removal.id
      and lower(event.details ->> 'submitted_by') = lower(removal.details ->> 'label')`);
}
