import { eq } from 'drizzle-orm';
import { lockSubscription, type SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import { subscriptions } from '#server/domains/billing/billing.tables.ts';
import type { PaddleSnapshot } from '#server/domains/billing/paddle/subscription-snapshot.ts';
import type { PaddleTimestamp } from '#server/domains/billing/paddle/timestamp.ts';
import type { Transaction } from '#server/platform/database.ts';
import { findLastPaymentAt } from './apply-payment.ts';
import { applySnapshot, type SubscriptionState, toSubscriptionState } from './apply-snapshot.ts';
import { type ApplyingParts, linkSubscription } from './link-subscription.ts';

/**
 * Takes in what Paddle told of a subscription, by a message (`occurredAt`) or as an answer of its API, and finds out whose
 * it is as long as that is not known. Gives the subscription as it is known now.
 */
export async function applySubscription(
  tx: Transaction,
  snapshot: PaddleSnapshot,
  parts: ApplyingParts,
  occurredAt?: PaddleTimestamp,
): Promise<SubscriptionRow> {
  const told = toSubscriptionState(snapshot, occurredAt);
  const { row: known, isNew } = await insertOrLock(tx, told);
  const facts = applySnapshot(known, told);
  const isNews = facts.version !== known.version || facts.periodVersion !== known.periodVersion;
  const row = isNews ? await update(tx, known.id, facts) : known;
  if (row.userId !== null) return row;
  const linked = await linkSubscription(tx, row, snapshot, parts);
  if (isNew && linked.userId === null) {
    parts.logger.warn({ subscription: row.paddleId }, 'a subscription belongs to nobody that is known');
  }
  return linked;
}

async function insertOrLock(
  tx: Transaction,
  told: SubscriptionState,
): Promise<{ row: SubscriptionRow; isNew: boolean }> {
  const known = await lockSubscription(tx, told.paddleId);
  if (known) return { row: known, isNew: false };
  const lastPaymentAt = await findLastPaymentAt(tx, told.paddleId);
  const [inserted] = await tx
    .insert(subscriptions)
    .values({ ...told, lastPaymentAt })
    .onConflictDoNothing({ target: subscriptions.paddleId })
    .returning();
  if (inserted) return { row: inserted, isNew: true };
  // Another server did at the same moment.
  return { row: (await lockSubscription(tx, told.paddleId)) as SubscriptionRow, isNew: false };
}

async function update(tx: Transaction, id: string, facts: SubscriptionState): Promise<SubscriptionRow> {
  const [row] = await tx.update(subscriptions).set(facts).where(eq(subscriptions.id, id)).returning();
  return row as SubscriptionRow;
}
