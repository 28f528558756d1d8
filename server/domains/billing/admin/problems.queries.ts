import { and, asc, count, desc, eq, isNull, ne } from 'drizzle-orm';
import { MAX_LISTED_PROBLEMS } from '#contract/billing/admin-endpoints.ts';
import {
  billingReconciliation,
  paddleEvents,
  subscriptions,
} from '#server/domains/billing/billing.tables.ts';
import type { Queryable } from '#server/platform/database.ts';

const DEAD_LETTER = {
  eventId: paddleEvents.eventId,
  eventType: paddleEvents.eventType,
  occurredAt: paddleEvents.occurredAt,
  receivedAt: paddleEvents.receivedAt,
  attempts: paddleEvents.attempts,
  lastError: paddleEvents.lastError,
};

/** Lists the events that failed permanently, oldest first. */
export function listDeadLetters(db: Queryable) {
  return db
    .select(DEAD_LETTER)
    .from(paddleEvents)
    .where(eq(paddleEvents.state, 'failed'))
    .orderBy(asc(paddleEvents.occurredAt), asc(paddleEvents.eventId))
    .limit(MAX_LISTED_PROBLEMS);
}

export async function countEvents(db: Queryable, state: 'waiting' | 'failed'): Promise<number> {
  const [row] = await db.select({ value: count() }).from(paddleEvents).where(eq(paddleEvents.state, state));
  return row?.value ?? 0;
}

/** A canceled subscription gives no premium access and needs no link. */
const isUnlinked = and(isNull(subscriptions.userId), ne(subscriptions.status, 'canceled'));

/** Lists subscriptions without a customer, newest first. */
export function listUnlinked(db: Queryable) {
  return db
    .select()
    .from(subscriptions)
    .where(isUnlinked)
    .orderBy(desc(subscriptions.startedAt), desc(subscriptions.paddleId))
    .limit(MAX_LISTED_PROBLEMS);
}

export async function countUnlinked(db: Queryable): Promise<number> {
  const [row] = await db.select({ value: count() }).from(subscriptions).where(isUnlinked);
  return row?.value ?? 0;
}

/** Reads the state of reconciliation; `null` before the first run. */
export async function readReconciliation(db: Queryable) {
  const [row] = await db.select().from(billingReconciliation);
  return row ?? null;
}
