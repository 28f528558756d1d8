import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { addMilliseconds, DAY, SECOND } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { webhookEvents } from '#features/billing/server/billing.tables.ts';

/** The webhook events that are not applied yet. */
interface WebhookBacklog {
  waiting: number;
  /** Failed permanently: an administrator must retry them. */
  failed: number;
  /** The age of the oldest waiting event since it was received; 0 if none waits. */
  lagSeconds: number;
}

export async function readWebhookBacklog(db: Queryable, now: Date): Promise<WebhookBacklog> {
  const isWaiting = eq(webhookEvents.state, 'waiting');
  const [row] = await db
    .select({
      waiting: sql<number>`(count(*) filter (where ${isWaiting}))::int`,
      failed: sql<number>`(count(*) filter (where ${eq(webhookEvents.state, 'failed')}))::int`,
      oldestAt: sql`min(${webhookEvents.receivedAt}) filter (where ${isWaiting})`.mapWith(
        webhookEvents.receivedAt,
      ),
    })
    .from(webhookEvents)
    // Almost all are applied.
    .where(inArray(webhookEvents.state, ['waiting', 'failed']));
  const { waiting = 0, failed = 0 } = row ?? {};
  const oldestAt = (row?.oldestAt ?? null) as Date | null;
  const lagSeconds = oldestAt === null ? 0 : Math.max(0, (now.getTime() - oldestAt.getTime()) / SECOND);
  return { waiting, failed, lagSeconds };
}

/** Paddle may redeliver an event for so long. A later redelivery still changes nothing. */
export const RETENTION_MS = 90 * DAY;

/**
 * Deletes applied events after the retention period, because they contain personal data. Failed events are kept for an
 * administrator.
 */
export async function removeAppliedWebhookEvents(db: Queryable, now: Date): Promise<void> {
  await db
    .delete(webhookEvents)
    .where(
      and(
        eq(webhookEvents.state, 'applied'),
        lt(webhookEvents.appliedAt, addMilliseconds(now, -RETENTION_MS)),
      ),
    );
}
