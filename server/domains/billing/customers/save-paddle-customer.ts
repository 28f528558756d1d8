import { paddleCustomers } from '#server/domains/billing/billing.tables.ts';
import type { Transaction } from '#server/platform/database.ts';

/**
 * Keeps whose a customer at Paddle is, as their first signed checkout or an administrator says. What was known before
 * stays. What is parked waits for its own next word of Paddle: that tells whether somebody else signed it.
 */
export async function savePaddleCustomer(
  tx: Transaction,
  customer: typeof paddleCustomers.$inferSelect,
): Promise<void> {
  await tx.insert(paddleCustomers).values(customer).onConflictDoNothing();
}
