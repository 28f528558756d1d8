import { desc, ilike, or } from 'drizzle-orm';
import { listCustomers } from '#server/domains/accounts/accounts.ts';
import type { SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import { paddleCustomers, subscriptions } from '#server/domains/billing/billing.tables.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable } from '#server/platform/database.ts';

/** Lists customers whose name, email address or Paddle ID contains the search text, newest first. */
export function searchCustomers(
  db: Queryable,
  search: string | undefined,
  range: { limit: number; offset: number },
) {
  const pattern = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null;
  return listCustomers(db, { pattern, orIdIn: selectOwnersOfPaddleIds(db, pattern ?? '') }, range);
}

function selectOwnersOfPaddleIds(db: Queryable, pattern: string) {
  const { userId, paddleId, paddleCustomerId } = subscriptions;
  return db
    .select({ userId })
    .from(subscriptions)
    .where(or(ilike(paddleId, pattern), ilike(paddleCustomerId, pattern)))
    .union(
      db
        .select({ userId: paddleCustomers.userId })
        .from(paddleCustomers)
        .where(ilike(paddleCustomers.paddleCustomerId, pattern)),
    );
}

/** Lists the subscriptions of these customers, newest first. */
export function listSubscriptionsOfCustomers(
  db: Queryable,
  userIds: readonly string[],
): Promise<SubscriptionRow[]> {
  return db
    .select()
    .from(subscriptions)
    .where(isOneOf(subscriptions.userId, userIds))
    .orderBy(desc(subscriptions.startedAt), desc(subscriptions.paddleId));
}
