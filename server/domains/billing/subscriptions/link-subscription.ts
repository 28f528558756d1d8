import { and, eq, isNotNull, ne } from 'drizzle-orm';
import { lockCustomer } from '#server/domains/accounts/accounts.ts';
import { findUserByPaddleCustomer, type SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import { subscriptions } from '#server/domains/billing/billing.tables.ts';
import { readCheckoutReference } from '#server/domains/billing/checkout/checkout-reference.ts';
import { savePaddleCustomer } from '#server/domains/billing/customers/save-paddle-customer.ts';
import type { PaddleSnapshot } from '#server/domains/billing/paddle/subscription-snapshot.ts';
import type { Transaction } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';

export interface ApplyingParts {
  /** Signs checkout references. */
  tokenSecret: string;
  logger: Logger;
  now: Date;
}

/**
 * Finds out whose a subscription is: by the signed custom data of its checkout, else by whose the customer at Paddle is
 * known to be. Neither, or signed by somebody whose account is gone: it stays parked, for an administrator to see. An
 * e-mail address proves nothing.
 */
export async function linkSubscription(
  tx: Transaction,
  row: SubscriptionRow,
  snapshot: PaddleSnapshot,
  { tokenSecret, now }: ApplyingParts,
): Promise<SubscriptionRow> {
  const buyer = readCheckoutReference(tokenSecret, snapshot);
  const isSigned = buyer !== null;
  const userId = isSigned ? buyer : await findLinkedUser(tx, row);
  if (userId === null || !(await lockCustomer(tx, userId))) return row;
  await tx.update(subscriptions).set({ userId }).where(eq(subscriptions.id, row.id));
  if (isSigned) {
    const { paddleCustomerId } = row;
    await savePaddleCustomer(tx, { paddleCustomerId, userId, linkedBy: 'checkout', linkedAt: now });
  }
  return { ...row, userId };
}

async function findLinkedUser(
  tx: Transaction,
  { paddleCustomerId }: SubscriptionRow,
): Promise<string | null> {
  const userId = await findUserByPaddleCustomer(tx, paddleCustomerId);
  if (userId === null) return null;
  // Two people who typed the same address are one customer at Paddle: then that says nothing.
  const [disputed] = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.paddleCustomerId, paddleCustomerId),
        isNotNull(subscriptions.userId),
        ne(subscriptions.userId, userId),
      ),
    )
    .limit(1);
  return disputed ? null : userId;
}
