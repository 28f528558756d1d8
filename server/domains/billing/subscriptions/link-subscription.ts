import { and, eq, isNotNull, ne } from 'drizzle-orm';
import { lockCustomer } from '#server/domains/accounts/accounts.ts';
import { findUserByPaddleCustomer, type SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import { subscriptions } from '#server/domains/billing/billing.tables.ts';
import { readCheckoutReference } from '#server/domains/billing/checkout/checkout-reference.ts';
import { savePaddleCustomer } from '#server/domains/billing/customers/save-paddle-customer.ts';
import type { PaddleSnapshot } from '#server/domains/billing/paddle/subscription-snapshot.ts';
import type { Transaction } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import type { TokenSecrets } from '#server/platform/token-secrets.ts';

export interface ApplyingParts {
  /** Signs checkout references. */
  tokenSecrets: TokenSecrets;
  logger: Logger;
  now: Date;
}

/**
 * Links a subscription to a user: by the signed custom data of its checkout, else by the link of its Paddle customer.
 * Without either, or when the account was deleted, it stays unlinked for an administrator to resolve. An email address
 * alone never links a subscription.
 */
export async function linkSubscription(
  tx: Transaction,
  row: SubscriptionRow,
  snapshot: PaddleSnapshot,
  { tokenSecrets, now }: ApplyingParts,
): Promise<SubscriptionRow> {
  const buyer = readCheckoutReference(tokenSecrets, snapshot);
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
  // Users who enter the same email address share one Paddle customer: then the link is ambiguous.
  const [conflicting] = await tx
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
  return conflicting ? null : userId;
}
