import { and, eq, isNull, lt, ne, or } from 'drizzle-orm';
import { billingReconciliation, subscriptions } from '#server/domains/billing/billing.tables.ts';
import type { PaddleGateway } from '#server/domains/billing/paddle/paddle-gateway.ts';
import { applyPayment } from '#server/domains/billing/subscriptions/apply-payment.ts';
import { applySubscription } from '#server/domains/billing/subscriptions/apply-subscription.ts';
import type { WorkerParts } from '#server/domains/billing/webhooks/billing-worker.ts';
import { after, DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import type { Queryable } from '#server/platform/database.ts';
import { afterOnDatabase, databaseNow, isDue } from '#server/platform/schedule.ts';

const EVERY_MS = HOUR;
const AFTER_FAILURE_MS = 10 * MINUTE;
/** Longer than it takes: a lease that runs out belongs to a server that died. */
const LEASE_MS = 30 * MINUTE;
/** Payments are asked for from this long before the last time, so that none slips through between. */
const OVERLAP_MS = DAY;
/** Younger subscriptions may have begun behind the list's back. */
const SETTLED_MS = HOUR;
const ROW = 1;
const MAX_ERROR_LENGTH = 500;

/** Compares with Paddle when the last time is an hour ago, on one server at a time. */
export async function reconcileIfDue(parts: WorkerParts, gateway: PaddleGateway): Promise<void> {
  const { database, clock, logger } = parts;
  const lease = await acquireLease(parts);
  if (!lease) return;
  let faults: string[];
  let isComplete = true;
  try {
    faults = await reconcile(parts, gateway, lease.lastSuccessAt);
  } catch (error) {
    logger.error({ err: error }, 'what Paddle knows could not be compared');
    faults = [String(error)];
    isComplete = false;
  }
  const now = clock.now();
  await database.db
    .update(billingReconciliation)
    .set({
      leasedUntil: null,
      nextAt: after(now, isComplete ? EVERY_MS : AFTER_FAILURE_MS),
      lastError: faults.length > 0 ? faults.join('; ').slice(0, MAX_ERROR_LENGTH) : null,
      ...(isComplete ? { lastSuccessAt: now } : {}),
    })
    .where(eq(billingReconciliation.leasedUntil, lease.leasedUntil));
}

/**
 * Takes in every subscription and the payments since then as Paddle has them now: what messages told and did not tell
 * comes to the same. Gives what could not be read and what Paddle does not have, a sentence each; throws when Paddle cannot be asked.
 */
export async function reconcile(
  { database, clock, logger, tokenSecret, stopping }: WorkerParts,
  gateway: PaddleGateway,
  lastSuccessAt: Date | null,
): Promise<string[]> {
  const faults: string[] = [];
  const begunAt = clock.now();
  const atPaddle = new Set<string>();
  const onUnreadable = (id: string, error: unknown) => {
    atPaddle.add(id);
    logger.error({ err: error, id }, 'something of Paddle’s could not be read');
    faults.push(`${id} could not be read`);
  };
  for await (const snapshot of gateway.listSubscriptions(onUnreadable)) {
    stopping.throwIfAborted();
    atPaddle.add(snapshot.paddleId);
    const parts = { tokenSecret, logger, now: clock.now() };
    await database.transaction((tx) => applySubscription(tx, snapshot, parts));
  }
  for (const id of await listNotCanceled(database.db, after(begunAt, -SETTLED_MS))) {
    if (atPaddle.has(id)) continue;
    logger.error({ subscription: id }, 'a subscription is not at Paddle');
    faults.push(`${id} is not at Paddle: it may be of another account, such as the sandbox`);
  }
  // A success in the future was recorded by a clock that was ahead: nothing says what happened since.
  const since = lastSuccessAt && lastSuccessAt <= begunAt ? after(lastSuccessAt, -OVERLAP_MS) : null;
  for await (const payment of gateway.listPayments(since, onUnreadable)) {
    stopping.throwIfAborted();
    await database.transaction((tx) => applyPayment(tx, payment));
  }
  return faults;
}

/** Subscriptions that may still give premium access, and that a list made since then holds. */
async function listNotCanceled(db: Queryable, startedBefore: Date): Promise<string[]> {
  const rows = await db
    .select({ paddleId: subscriptions.paddleId })
    .from(subscriptions)
    .where(and(ne(subscriptions.status, 'canceled'), lt(subscriptions.startedAt, startedBefore)));
  return rows.map(({ paddleId }) => paddleId);
}

async function acquireLease({ database, clock }: WorkerParts) {
  const now = clock.now();
  await database.db.insert(billingReconciliation).values({ id: ROW, nextAt: now }).onConflictDoNothing();
  const { leasedUntil, nextAt } = billingReconciliation;
  const isFree = or(isNull(leasedUntil), isDue(leasedUntil, databaseNow, LEASE_MS));
  const [row] = await database.db
    .update(billingReconciliation)
    .set({ leasedUntil: afterOnDatabase(databaseNow, LEASE_MS) })
    .where(and(isDue(nextAt, now, EVERY_MS), isFree))
    .returning();
  return row?.leasedUntil ? { leasedUntil: row.leasedUntil, lastSuccessAt: row.lastSuccessAt } : null;
}
