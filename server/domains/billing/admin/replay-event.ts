import { and, eq } from 'drizzle-orm';
import { paddleEvents } from '#server/domains/billing/billing.tables.ts';
import { webhookEventQueue } from '#server/domains/billing/webhooks/apply-stored-event.ts';
import type { Transaction } from '#server/platform/database.ts';
import { notFound } from '#server/platform/http-error.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';

/**
 * Queues a permanently failed event for one more attempt. Does nothing when it is already queued or applied. The attempt
 * count is not reset, so an event that fails again is immediately listed as failed again.
 */
export async function replayEvent(tx: Transaction, eventId: string): Promise<void> {
  const hasId = eq(paddleEvents.eventId, eventId);
  const replayed = await tx
    .update(paddleEvents)
    .set({ state: 'waiting' })
    .where(and(hasId, eq(paddleEvents.state, 'failed')))
    .returning({ id: paddleEvents.eventId });
  if (replayed.length > 0) return enqueue(tx, webhookEventQueue, { eventId });
  const [existing] = await tx.select({ id: paddleEvents.eventId }).from(paddleEvents).where(hasId);
  if (!existing) throw notFound();
}
