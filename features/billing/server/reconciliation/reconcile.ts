import { and, eq, isNull, lt, ne, or } from 'drizzle-orm';
import { addMilliseconds, DAY, HOUR, MINUTE } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { addToDatabaseTime, databaseNow, isDue } from '#core/server/platform/schedule.ts';
import { billingReconciliation, subscriptions } from '#features/billing/server/billing.tables.ts';
import type { PaddleGateway } from '#features/billing/server/paddle/paddle-gateway.ts';
import { applyPayment, applySubscription } from '#features/billing/server/subscriptions/apply-snapshots.ts';
import type { WorkerDependencies } from '#features/billing/server/webhooks/webhook-events.ts';

const INTERVAL_MS = HOUR;
const RETRY_DELAY_MS = 10 * MINUTE;
/** Longer than a reconciliation takes: an expired lease belongs to a server that crashed. */
const LEASE_MS = 30 * MINUTE;
/** Payments are fetched from this long before the last success, so that none is missed. */
const OVERLAP_MS = DAY;
/** Newer subscriptions may have started after the list was read. */
const SETTLED_MS = HOUR;
const ROW_ID = 1;
const MAX_ERROR_LENGTH = 500;

/** Reconciles with Paddle once an hour, on one server at a time. */
export async function reconcileIfDue(
  parts: WorkerDependencies,
  gateway: PaddleGateway,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock, logger } = parts;
  const lease = await acquireLease(parts);
  if (!lease) return;
  let problems: string[];
  let isComplete = true;
  try {
    problems = await reconcile(parts, gateway, lease.lastSuccessAt, signal);
  } catch (error) {
    logger.error({ err: error }, 'reconciliation with Paddle failed');
    problems = [String(error)];
    isComplete = false;
  }
  const now = clock.now();
  await database.db
    .update(billingReconciliation)
    .set({
      leasedUntil: null,
      nextAt: addMilliseconds(now, isComplete ? INTERVAL_MS : RETRY_DELAY_MS),
      lastError: problems.length > 0 ? problems.join('; ').slice(0, MAX_ERROR_LENGTH) : null,
      ...(isComplete ? { lastSuccessAt: now } : {}),
    })
    .where(eq(billingReconciliation.leasedUntil, lease.leasedUntil));
}

/**
 * Applies all subscriptions, and the payments since the last success, as they are at Paddle now. Recovers lost webhook
 * events. Returns a sentence for each entity that cannot be parsed or is missing at Paddle; throws when Paddle cannot be
 * reached.
 */
async function reconcile(
  { database, clock, logger, tokenSecrets }: WorkerDependencies,
  gateway: PaddleGateway,
  lastSuccessAt: Date | null,
  signal?: AbortSignal,
): Promise<string[]> {
  const problems: string[] = [];
  const startedAt = clock.now();
  const atPaddle = new Set<string>();
  const onUnreadable = (id: string, error: unknown) => {
    atPaddle.add(id);
    logger.error({ err: error, id }, 'Paddle entity could not be parsed');
    problems.push(`${id} could not be parsed`);
  };
  for await (const snapshot of gateway.listSubscriptions(onUnreadable)) {
    signal?.throwIfAborted();
    atPaddle.add(snapshot.paddleId);
    const parts = { tokenSecrets, logger, now: clock.now() };
    await database.transaction((tx) => applySubscription(tx, snapshot, parts));
  }
  for (const id of await listNotCanceled(database.db, addMilliseconds(startedAt, -SETTLED_MS))) {
    if (atPaddle.has(id)) continue;
    logger.error({ subscription: id }, 'subscription does not exist at Paddle');
    problems.push(`${id} does not exist at Paddle; it may belong to another account, such as the sandbox`);
  }
  // A success in the future was recorded by a clock that was ahead, so it cannot be used as a starting point.
  const since =
    lastSuccessAt && lastSuccessAt <= startedAt ? addMilliseconds(lastSuccessAt, -OVERLAP_MS) : null;
  for await (const payment of gateway.listPayments(since, onUnreadable)) {
    signal?.throwIfAborted();
    await database.transaction((tx) => applyPayment(tx, payment, clock.now()));
  }
  return problems;
}

/** Lists subscriptions that may still give premium access and are old enough to be in Paddle's list. */
async function listNotCanceled(db: Queryable, startedBefore: Date): Promise<string[]> {
  const rows = await db
    .select({ paddleId: subscriptions.paddleId })
    .from(subscriptions)
    .where(and(ne(subscriptions.status, 'canceled'), lt(subscriptions.startedAt, startedBefore)));
  return rows.map(({ paddleId }) => paddleId);
}

async function acquireLease({ database, clock }: WorkerDependencies) {
  const now = clock.now();
  await database.db.insert(billingReconciliation).values({ id: ROW_ID, nextAt: now }).onConflictDoNothing();
  const { leasedUntil, nextAt } = billingReconciliation;
  const isFree = or(isNull(leasedUntil), isDue(leasedUntil, databaseNow, LEASE_MS));
  const [row] = await database.db
    .update(billingReconciliation)
    .set({ leasedUntil: addToDatabaseTime(databaseNow, LEASE_MS) })
    .where(and(isDue(nextAt, now, INTERVAL_MS), isFree))
    .returning();
  return row?.leasedUntil ? { leasedUntil: row.leasedUntil, lastSuccessAt: row.lastSuccessAt } : null;
}
