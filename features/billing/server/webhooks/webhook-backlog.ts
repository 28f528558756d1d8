import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { InboxWork } from '#core/contract/inbox.ts';
import { paths } from '#core/contract/paths.ts';
import { addMilliseconds, DAY, SECOND } from '#core/server/platform/clock.ts';
import { TOTAL } from '#core/server/platform/database/parameters.ts';
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

/** Presents the webhook events that failed permanently, oldest first, for the administrators' inbox. */
export async function listFailedEventWork(db: Queryable, limit: number): Promise<InboxWork> {
  const { eventId, eventType, lastError, occurredAt, state } = webhookEvents;
  const rows = await db
    .select({ eventId, eventType, lastError, occurredAt, total: TOTAL })
    .from(webhookEvents)
    .where(eq(state, 'failed'))
    .orderBy(asc(occurredAt), asc(eventId))
    .limit(limit);
  return {
    count: rows[0]?.total ?? 0,
    items: rows.map((row) => ({
      id: row.eventId,
      title: row.eventType,
      detail: row.lastError,
      at: row.occurredAt.toISOString(),
      path: paths.adminBilling,
    })),
  };
}

/** Paddle may redeliver an event for so long. A later redelivery still changes nothing. */
const RETENTION_MS = 90 * DAY;

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
