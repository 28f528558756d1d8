import { and, asc, eq, sql } from 'drizzle-orm';
import { paddleEvents } from '#server/domains/billing/billing.tables.ts';
import { addMilliseconds, type Clock, HOUR, SECOND } from '#server/platform/clock.ts';
import type { Database, Transaction } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import { isDue } from '#server/platform/schedule.ts';
import { applyEvent } from './apply-event.ts';

export interface WorkerParts {
  database: Database;
  clock: Clock;
  logger: Logger;
  /** Signs checkout references. */
  tokenSecret: string;
  /** Aborts between two units of work. */
  stopping: AbortSignal;
}

type EventRow = typeof paddleEvents.$inferSelect;

const FIRST_RETRY_MS = 30 * SECOND;
const LONGEST_RETRY_MS = HOUR;
const MAX_ATTEMPTS = 10;
const MAX_ERROR_LENGTH = 500;

/**
 * Applies all due events, oldest first, each in its own transaction. Several servers may run this at once: a claimed event
 * is skipped by the others. A failed event does not block the others, because the result does not depend on their order
 * (`apply-snapshot.ts`). After ten failures it is left to an administrator.
 */
export async function applyDueEvents(parts: WorkerParts): Promise<void> {
  while (!parts.stopping.aborted) {
    const outcome = await applyNext(parts);
    if (outcome === 'none') return;
    if (outcome !== 'applied') await recordFailure(outcome, parts);
  }
}

interface Failure {
  event: EventRow;
  error: unknown;
}

async function applyNext({ database, clock, logger, tokenSecret }: WorkerParts) {
  let event: EventRow | undefined;
  try {
    return await database.transaction(async (tx): Promise<'applied' | 'none'> => {
      const now = clock.now();
      event = await claimEvent(tx, now);
      if (!event) return 'none';
      await applyEvent(tx, event, { tokenSecret, logger, now });
      await tx
        .update(paddleEvents)
        .set({ state: 'applied', appliedAt: now, lastError: null })
        .where(eq(paddleEvents.eventId, event.eventId));
      return 'applied';
    });
  } catch (error) {
    if (!event) throw error;
    return { event, error };
  }
}

async function claimEvent(tx: Transaction, now: Date): Promise<EventRow | undefined> {
  const [event] = await tx
    .select()
    .from(paddleEvents)
    .where(and(eq(paddleEvents.state, 'waiting'), isDue(paddleEvents.nextAttemptAt, now, LONGEST_RETRY_MS)))
    .orderBy(asc(paddleEvents.occurredAt), asc(paddleEvents.eventId))
    .limit(1)
    .for('update', { skipLocked: true });
  return event;
}

async function recordFailure(
  { event, error }: Failure,
  { database, clock, logger }: WorkerParts,
): Promise<void> {
  const { eventId, eventType } = event;
  const attempts = event.attempts + 1;
  const isDeadLetter = attempts >= MAX_ATTEMPTS;
  logger.error(
    { err: error, eventId, eventType, attempts, isDeadLetter },
    'webhook event could not be applied',
  );
  const delayMs = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
  await database.db
    .update(paddleEvents)
    .set({
      state: isDeadLetter ? 'failed' : 'waiting',
      attempts: sql`${paddleEvents.attempts} + 1`,
      nextAttemptAt: addMilliseconds(clock.now(), delayMs),
      lastError: String(error).slice(0, MAX_ERROR_LENGTH),
    })
    // Another server may have applied it in the meantime.
    .where(and(eq(paddleEvents.eventId, eventId), eq(paddleEvents.state, 'waiting')));
}
