import { and, eq, sql } from 'drizzle-orm';
import { paddleEvents } from '#server/domains/billing/billing.tables.ts';
import { type Clock, HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';
import type { Database, Transaction } from '#server/platform/database.ts';
import { defineQueue } from '#server/platform/jobs/queue.ts';
import type { Logger } from '#server/platform/logger.ts';
import type { TokenSecrets } from '#server/platform/token-secrets.ts';
import { applyEvent } from './apply-event.ts';

export interface WorkerParts {
  database: Database;
  clock: Clock;
  logger: Logger;
  /** Signs checkout references. */
  tokenSecrets: TokenSecrets;
}

type EventRow = typeof paddleEvents.$inferSelect;

/** Counted in the event's row. */
const MAX_ATTEMPTS = 10;
/** More than the event has, because crashes and failures of the database also use them up. */
const MAX_JOB_ATTEMPTS = 50;
const MAX_ERROR_LENGTH = 500;

/** A job for each stored event that is used. */
export const webhookEventQueue = defineQueue<{ eventId: string }>('webhook-event', {
  timeLimitMs: MINUTE,
  retries: { maxAttempts: MAX_JOB_ATTEMPTS, firstDelayMs: 30 * SECOND, longestDelayMs: HOUR },
});

/**
 * Applies a stored event once, in a transaction. Throws if it fails, so that the job is retried. A failed event does not
 * block the others, because the result does not depend on their order (`apply-snapshot.ts`). After ten failures it is left
 * to an administrator.
 */
export async function applyStoredEvent(
  eventId: string,
  { database, clock, logger, tokenSecrets }: WorkerParts,
): Promise<void> {
  let event: EventRow | undefined;
  try {
    await database.transaction(async (tx) => {
      event = await lockWaitingEvent(tx, eventId);
      if (!event) return;
      const now = clock.now();
      await applyEvent(tx, event, { tokenSecrets, logger, now });
      await tx
        .update(paddleEvents)
        .set({ state: 'applied', appliedAt: now, lastError: null })
        .where(eq(paddleEvents.eventId, eventId));
    });
  } catch (error) {
    if (!event) throw error;
    const { eventType } = event;
    const isDeadLetter = event.attempts + 1 >= MAX_ATTEMPTS;
    await recordFailure(database, event, { error, isDeadLetter });
    const problem = `webhook event ${eventId} (${eventType}) could not be applied`;
    if (!isDeadLetter) throw new Error(problem, { cause: error });
    logger.error({ err: error, eventId, eventType, isDeadLetter }, problem);
  }
}

async function lockWaitingEvent(tx: Transaction, eventId: string): Promise<EventRow | undefined> {
  const [event] = await tx.select().from(paddleEvents).where(isWaiting(eventId)).for('update');
  return event;
}

async function recordFailure(
  database: Database,
  { eventId }: EventRow,
  { error, isDeadLetter }: { error: unknown; isDeadLetter: boolean },
): Promise<void> {
  await database.db
    .update(paddleEvents)
    .set({
      state: isDeadLetter ? 'failed' : 'waiting',
      attempts: sql`${paddleEvents.attempts} + 1`,
      lastError: String(error).slice(0, MAX_ERROR_LENGTH),
    })
    .where(isWaiting(eventId));
}

const isWaiting = (eventId: string) =>
  and(eq(paddleEvents.eventId, eventId), eq(paddleEvents.state, 'waiting'));
