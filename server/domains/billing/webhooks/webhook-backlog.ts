import { eq, max, sql } from 'drizzle-orm';
import { paddleEvents } from '#server/domains/billing/billing.tables.ts';
import { SECOND } from '#server/platform/clock.ts';
import type { Queryable } from '#server/platform/database.ts';

/** The webhook events that are not applied yet. */
export interface WebhookBacklog {
  waiting: number;
  /** Failed permanently: an administrator must retry them. */
  failed: number;
  /** The age of the oldest waiting event since it was received; 0 if none waits. */
  lagSeconds: number;
  lastReceivedAt: Date | null;
}

export async function readWebhookBacklog(db: Queryable, now: Date): Promise<WebhookBacklog> {
  const isWaiting = eq(paddleEvents.state, 'waiting');
  const [row] = await db
    .select({
      waiting: sql<number>`(count(*) filter (where ${isWaiting}))::int`,
      failed: sql<number>`(count(*) filter (where ${eq(paddleEvents.state, 'failed')}))::int`,
      oldestAt: sql`min(${paddleEvents.receivedAt}) filter (where ${isWaiting})`.mapWith(
        paddleEvents.receivedAt,
      ),
      lastReceivedAt: max(paddleEvents.receivedAt),
    })
    .from(paddleEvents);
  const { waiting = 0, failed = 0, lastReceivedAt = null } = row ?? {};
  const oldestAt = (row?.oldestAt ?? null) as Date | null;
  const lagSeconds = oldestAt === null ? 0 : Math.max(0, (now.getTime() - oldestAt.getTime()) / SECOND);
  return { waiting, failed, lagSeconds, lastReceivedAt };
}
