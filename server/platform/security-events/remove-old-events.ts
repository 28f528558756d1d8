import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { addMilliseconds, DAY } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/database.ts';
import { securityEvents } from './security-events.tables.ts';

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
