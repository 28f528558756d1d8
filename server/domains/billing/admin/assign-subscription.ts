import { eq } from 'drizzle-orm';
import { lockCustomer } from '#server/domains/accounts/accounts.ts';
import { subscriptions } from '#server/domains/billing/billing.tables.ts';
import { savePaddleCustomer } from '#server/domains/billing/customers/save-paddle-customer.ts';
import { queueSubscriptionEmails } from '#server/domains/billing/emails/queue-billing-email.ts';
import type { Transaction } from '#server/platform/database.ts';
import { HttpError, notFound } from '#server/platform/http-error.ts';

const customerNotFound = () =>
  new HttpError({
    status: 400,
    code: 'no_such_customer',
    body: { customer_id: ['This account no longer exists. Choose another customer.'] },
  });

const linkedToOtherCustomer = () =>
  new HttpError({
    status: 409,
    code: 'linked_otherwise',
    body: { detail: 'This subscription is already linked to another customer.' },
  });

/**
 * Links an unlinked subscription to a customer. Other subscriptions of the same Paddle customer are linked at their next
 * event, unless that Paddle customer is already linked to another user. Returns the customer that it was linked to before.
 */
export async function assignSubscription(
  tx: Transaction,
  id: string,
  { userId, linkedBy }: { userId: string; linkedBy: string },
  now: Date,
): Promise<string | null> {
  // Locks the customer before the subscription, in the same order as account deletion.
  if (!(await lockCustomer(tx, userId))) throw customerNotFound();
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update');
  if (!row) throw notFound();
  if (row.userId === userId) return row.userId;
  if (row.userId !== null) throw linkedToOtherCustomer();
  await tx.update(subscriptions).set({ userId }).where(eq(subscriptions.id, id));
  await savePaddleCustomer(tx, { paddleCustomerId: row.paddleCustomerId, userId, linkedBy, linkedAt: now });
  await queueSubscriptionEmails(tx, null, { ...row, userId }, now);
  return row.userId;
}
