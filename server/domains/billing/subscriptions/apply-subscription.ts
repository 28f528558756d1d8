import { eq } from 'drizzle-orm';
import { lockSubscription, type SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import { subscriptions } from '#server/domains/billing/billing.tables.ts';
import { queueSubscriptionEmails } from '#server/domains/billing/emails/queue-billing-email.ts';
import type { PaddleSnapshot } from '#server/domains/billing/paddle/subscription-snapshot.ts';
import type { PaddleTimestamp } from '#server/domains/billing/paddle/timestamp.ts';
import type { Transaction } from '#server/platform/database.ts';
import { findLastPaymentAt } from './apply-payment.ts';
import { applySnapshot, type SubscriptionState, toSubscriptionState } from './apply-snapshot.ts';
import { type ApplyingParts, linkSubscription } from './link-subscription.ts';

/**
 * Applies a subscription snapshot from a webhook (`occurredAt` is set) or an API response, links it to a user if it is not
 * linked yet, and queues the email that the change causes. Returns the stored subscription.
 */
export async function applySubscription(
  tx: Transaction,
  snapshot: PaddleSnapshot,
  parts: ApplyingParts,
  occurredAt?: PaddleTimestamp,
): Promise<SubscriptionRow> {
  const incoming = toSubscriptionState(snapshot, occurredAt);
  const { row: current, isNew } = await insertOrLock(tx, incoming);
  const next = applySnapshot(current, incoming);
  const isNewer = next.version !== current.version || next.periodVersion !== current.periodVersion;
  const row = isNewer ? await update(tx, current.id, next) : current;
  if (row.userId !== null) {
    await queueSubscriptionEmails(tx, isNew ? null : current, row, parts.now);
    return row;
  }
  const linked = await linkSubscription(tx, row, snapshot, parts);
  await queueSubscriptionEmails(tx, null, linked, parts.now);
  if (isNew && linked.userId === null) {
    parts.logger.warn({ subscription: row.paddleId }, 'subscription has no matching customer');
  }
  return linked;
}

async function insertOrLock(
  tx: Transaction,
  incoming: SubscriptionState,
): Promise<{ row: SubscriptionRow; isNew: boolean }> {
  const current = await lockSubscription(tx, incoming.paddleId);
  if (current) return { row: current, isNew: false };
  const lastPaymentAt = await findLastPaymentAt(tx, incoming.paddleId);
  const [inserted] = await tx
    .insert(subscriptions)
    .values({ ...incoming, lastPaymentAt })
    .onConflictDoNothing({ target: subscriptions.paddleId })
    .returning();
  if (inserted) return { row: inserted, isNew: true };
  // Another server inserted it concurrently.
  return { row: (await lockSubscription(tx, incoming.paddleId)) as SubscriptionRow, isNew: false };
}

async function update(tx: Transaction, id: string, state: SubscriptionState): Promise<SubscriptionRow> {
  const [row] = await tx.update(subscriptions).set(state).where(eq(subscriptions.id, id)).returning();
  return row as SubscriptionRow;
}
