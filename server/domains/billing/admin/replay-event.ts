import { and, eq } from 'drizzle-orm';
import { paddleEvents } from '#server/domains/billing/billing.tables.ts';
import type { Transaction } from '#server/platform/database.ts';
import { notFound } from '#server/platform/http-error.ts';

/**
 * Has a message that failed for good tried once more, which is all the same when somebody else did. Its tries go on being
 * counted, so that one that fails again is back among the failed at once.
 */
export async function replayEvent(tx: Transaction, eventId: string, now: Date): Promise<void> {
  const isSought = eq(paddleEvents.eventId, eventId);
  const replayed = await tx
    .update(paddleEvents)
    .set({ state: 'waiting', nextAttemptAt: now })
    .where(and(isSought, eq(paddleEvents.state, 'failed')))
    .returning({ id: paddleEvents.eventId });
  if (replayed.length > 0) return;
  const [known] = await tx.select({ id: paddleEvents.eventId }).from(paddleEvents).where(isSought);
  if (!known) throw notFound();
}
