import { eq } from 'drizzle-orm';
import { stillSubscribed } from '#server/domains/billing/billing.errors.ts';
import { listCustomerSubscriptions, type SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import { paddleCustomers, premiumGrants, subscriptions } from '#server/domains/billing/billing.tables.ts';
import type { Transaction } from '#server/platform/database.ts';

/** Throws while a subscription of this customer goes on: Paddle would keep charging for it. */
export async function assertAllCanceled(tx: Transaction, userId: string): Promise<void> {
  const all = await listCustomerSubscriptions(tx, userId);
  if (all.some(isNotCanceled)) throw stillSubscribed();
}

/** Forgets whose the subscriptions were. They and their payments stay for the books, with Paddle's ids alone. */
export async function unlinkCustomer(tx: Transaction, userId: string): Promise<void> {
  await tx.update(subscriptions).set({ userId: null }).where(eq(subscriptions.userId, userId));
  await tx.delete(paddleCustomers).where(eq(paddleCustomers.userId, userId));
  await tx.delete(premiumGrants).where(eq(premiumGrants.userId, userId));
}

/** Whether Paddle goes on charging for it, or would again. */
export const isNotCanceled = ({ status, scheduledAction }: SubscriptionRow) =>
  status !== 'canceled' && scheduledAction !== 'cancel';

/** Whether Paddle charges for it again by itself. */
export const isRenewing = ({ status, scheduledAction }: SubscriptionRow) =>
  status !== 'canceled' && status !== 'paused' && scheduledAction === null;
