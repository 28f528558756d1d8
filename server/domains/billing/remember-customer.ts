import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '#server/platform/database.ts';
import { paddleCustomers, subscriptions } from './billing.tables.ts';

/**
 * Keeps whose a customer at Paddle is, as their first signed checkout or an administrator says, and links the
 * subscriptions that waited to be known. What was known before stays.
 */
export async function rememberCustomer(
  tx: Transaction,
  customer: typeof paddleCustomers.$inferSelect,
): Promise<void> {
  const [isFirst] = await tx.insert(paddleCustomers).values(customer).onConflictDoNothing().returning();
  if (!isFirst) return;
  const { paddleCustomerId, userId } = customer;
  const isParked = and(eq(subscriptions.paddleCustomerId, paddleCustomerId), isNull(subscriptions.userId));
  await tx.update(subscriptions).set({ userId }).where(isParked);
}
