import { and, eq, inArray, lt, max, ne } from 'drizzle-orm';
import { payments, subscriptions } from '#server/domains/billing/billing.tables.ts';
import { queueReceipts } from '#server/domains/billing/emails/queue-billing-email.ts';
import { isRecent } from '#server/domains/billing/emails/subscription-emails.ts';
import type { PaymentSnapshot } from '#server/domains/billing/paddle/payment-snapshot.ts';
import { makeVersion, type PaddleTimestamp } from '#server/domains/billing/paddle/timestamp.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

/**
 * Applies a payment snapshot from a webhook (`occurredAt` is set) or an API response, and queues the receipt of a completed
 * payment. The newest snapshot wins.
 */
export async function applyPayment(
  tx: Transaction,
  { updatedAt, ...incoming }: PaymentSnapshot,
  now: Date,
  occurredAt: PaddleTimestamp = updatedAt,
): Promise<void> {
  const row = { ...incoming, paddleUpdatedAt: updatedAt.date, version: makeVersion(updatedAt, occurredAt) };
  const isCompleted = incoming.status === 'completed';
  const wasOpen = isCompleted && (await isOpen(tx, incoming.paddleId));
  await tx
    .insert(payments)
    .values(row)
    .onConflictDoUpdate({ target: payments.paddleId, set: row, setWhere: lt(payments.version, row.version) });
  const { paddleSubscriptionId } = incoming;
  if (paddleSubscriptionId === null) return;
  // Also when the payment is not new: the subscription may have been inserted concurrently without this payment.
  const lastPaymentAt = await findLastPaymentAt(tx, paddleSubscriptionId);
  const [subscription] = await tx
    .update(subscriptions)
    .set({ lastPaymentAt })
    .where(eq(subscriptions.paddleId, paddleSubscriptionId))
    .returning({ paddleId: subscriptions.paddleId, userId: subscriptions.userId });
  if (!subscription || !isCompleted) return;
  // A payment that Paddle collected after several attempts was billed long ago.
  const isJustCompleted = wasOpen && isRecent(updatedAt.date, now);
  await queueReceipts(tx, subscription, now, isJustCompleted ? incoming.paddleId : null);
}

/** Locks a stored payment and returns true while it is not completed. */
async function isOpen(tx: Transaction, paddleId: string): Promise<boolean> {
  const [current] = await tx
    .select({ status: payments.status })
    .from(payments)
    .where(eq(payments.paddleId, paddleId))
    .for('update');
  return current !== undefined && current.status !== 'completed';
}

/** Returns the date of the last payment of a subscription. A trial that starts without a charge is not a payment. */
export async function findLastPaymentAt(db: Queryable, paddleSubscriptionId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(payments.billedAt) })
    .from(payments)
    .where(
      and(
        eq(payments.paddleSubscriptionId, paddleSubscriptionId),
        inArray(payments.status, ['paid', 'completed']),
        ne(payments.totalAmount, '0'),
      ),
    );
  return row?.at ?? null;
}
