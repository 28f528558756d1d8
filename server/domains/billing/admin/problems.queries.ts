import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm';
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

const ONE_ROW = sql`(select) as one_row`;

/** Counts the problems and reads the state of reconciliation, which is `null` before the first run. */
export async function readProblemState(db: Queryable) {
  const [row] = await db
    .select({
      failed: db.$count(paddleEvents, eq(paddleEvents.state, 'failed')),
      waiting: db.$count(paddleEvents, eq(paddleEvents.state, 'waiting')),
      unlinked: db.$count(subscriptions, isUnlinked),
      reconciliation: billingReconciliation,
    })
    .from(ONE_ROW)
    .leftJoin(billingReconciliation, sql`true`);
  return row as NonNullable<typeof row>;
}
