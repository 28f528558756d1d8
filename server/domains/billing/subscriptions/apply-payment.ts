import { and, eq, inArray, lt, max, ne } from 'drizzle-orm';
import { payments, subscriptions } from '#server/domains/billing/billing.tables.ts';
import type { PaymentSnapshot } from '#server/domains/billing/paddle/payment-snapshot.ts';
import { type PaddleTimestamp, makeVersion } from '#server/domains/billing/paddle/timestamp.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

/** Takes in what Paddle told of a payment, by a message (`occurredAt`) or as an answer of its API. The newest counts. */
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
  // Also when nothing is new: the subscription may have been taken in at the same moment, and not have heard of it.
  const lastPaymentAt = await findLastPaymentAt(tx, paddleSubscriptionId);
  await tx
    .update(subscriptions)
    .set({ lastPaymentAt })
    .where(eq(subscriptions.paddleId, paddleSubscriptionId));
}

/** When something was last paid for a subscription; a trial that begins without a charge is no payment. */
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
