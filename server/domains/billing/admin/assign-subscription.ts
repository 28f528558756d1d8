import { eq } from 'drizzle-orm';
import { lockCustomer } from '#server/domains/accounts/accounts.ts';
import { subscriptions } from '#server/domains/billing/billing.tables.ts';
import { savePaddleCustomer } from '#server/domains/billing/customers/save-paddle-customer.ts';
import type { Transaction } from '#server/platform/database.ts';
import { HttpError, notFound } from '#server/platform/http-error.ts';

const noSuchCustomer = () =>
  new HttpError({
    status: 400,
    code: 'no_such_customer',
    body: { customer_id: ['This account is gone. Choose another customer.'] },
  });

const linkedToOtherCustomer = () =>
  new HttpError({
    status: 409,
    code: 'linked_otherwise',
    body: { detail: 'This subscription has been linked to another customer meanwhile.' },
  });

/**
 * Says whose an unlinked subscription is. Others of the same customer at Paddle follow when Paddle next tells of them, unless
 * that customer is known to be another's.
 */
export async function assignSubscription(
  tx: Transaction,
  id: string,
  { userId, linkedBy }: { userId: string; linkedBy: string },
  now: Date,
): Promise<void> {
  // Before the subscription, as when the account is deleted.
  if (!(await lockCustomer(tx, userId))) throw noSuchCustomer();
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update');
  if (!row) throw notFound();
  if (row.userId === userId) return;
  if (row.userId !== null) throw linkedToOtherCustomer();
  await tx.update(subscriptions).set({ userId }).where(eq(subscriptions.id, id));
  await savePaddleCustomer(tx, { paddleCustomerId: row.paddleCustomerId, userId, linkedBy, linkedAt: now });
}
