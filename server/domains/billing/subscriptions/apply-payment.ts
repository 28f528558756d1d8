import { and, eq, inArray, lt, max, ne } from 'drizzle-orm';
import { payments, subscriptions } from '#server/domains/billing/billing.tables.ts';
import type { PaymentSnapshot } from '#server/domains/billing/paddle/payment-snapshot.ts';
import { makeVersion, type PaddleTimestamp } from '#server/domains/billing/paddle/timestamp.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

/** Applies a payment snapshot from a webhook (`occurredAt` is set) or an API response. The newest snapshot wins. */
export async function applyPayment(
  tx: Transaction,
  { updatedAt, ...incoming }: PaymentSnapshot,
  occurredAt: PaddleTimestamp = updatedAt,
): Promise<void> {
  const row = { ...incoming, paddleUpdatedAt: updatedAt.date, version: makeVersion(updatedAt, occurredAt) };
  await tx
    .insert(payments)
    .values(row)
    .onConflictDoUpdate({ target: payments.paddleId, set: row, setWhere: lt(payments.version, row.version) });
  const { paddleSubscriptionId } = incoming;
  if (paddleSubscriptionId === null) return;
  // Also when the payment is not new: the subscription may have been inserted concurrently without this payment.
  const lastPaymentAt = await findLastPaymentAt(tx, paddleSubscriptionId);
  await tx
    .update(subscriptions)
    .set({ lastPaymentAt })
    .where(eq(subscriptions.paddleId, paddleSubscriptionId));
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
