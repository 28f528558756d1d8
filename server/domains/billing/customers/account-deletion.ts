import { eq } from 'drizzle-orm';
import { stillSubscribed } from '#server/domains/billing/billing.errors.ts';
import { listCustomerSubscriptions } from '#server/domains/billing/billing.queries.ts';
import { paddleCustomers, premiumGrants, subscriptions } from '#server/domains/billing/billing.tables.ts';
import { isNotCanceled } from '#server/domains/billing/subscriptions/renewal.ts';
import type { Transaction } from '#server/platform/database.ts';

/** Throws while the customer has a subscription that is not canceled: Paddle would keep charging for it. */
export async function assertAllCanceled(tx: Transaction, userId: string): Promise<void> {
  const all = await listCustomerSubscriptions(tx, userId);
  const blocking = all.find(isNotCanceled);
  if (blocking) throw stillSubscribed(blocking);
}

/**
 * Unlinks the customer's subscriptions and deletes grants. Subscriptions and payments are kept for accounting, with
 * Paddle's IDs only.
 */
export async function unlinkCustomer(tx: Transaction, userId: string): Promise<void> {
  await tx.update(subscriptions).set({ userId: null }).where(eq(subscriptions.userId, userId));
  await tx.delete(paddleCustomers).where(eq(paddleCustomers.userId, userId));
  await tx.delete(premiumGrants).where(eq(premiumGrants.userId, userId));
}
