import { paddleCustomers } from '#server/domains/billing/billing.tables.ts';
import type { Transaction } from '#server/platform/database.ts';

/**
 * Links a Paddle customer to a user; an existing link is not changed. Other unlinked subscriptions of that Paddle customer
 * wait for their own next event, which may be signed by another user.
 */
export async function savePaddleCustomer(
  tx: Transaction,
  customer: typeof paddleCustomers.$inferSelect,
): Promise<void> {
  await tx.insert(paddleCustomers).values(customer).onConflictDoNothing();
}
