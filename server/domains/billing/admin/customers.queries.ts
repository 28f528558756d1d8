import { desc, ilike, or } from 'drizzle-orm';
import { listCustomers } from '#server/domains/accounts/accounts.ts';
import type { SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import { paddleCustomers, subscriptions } from '#server/domains/billing/billing.tables.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable } from '#server/platform/database.ts';

/** Lists customers whose name, email address or Paddle ID contains the search text, newest first. */
export async function searchCustomers(
  db: Queryable,
  search: string | undefined,
  range: { limit: number; offset: number },
) {
  if (!search) return listCustomers(db, { pattern: null, otherIds: [] }, range);
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return listCustomers(db, { pattern, otherIds: await listOwnersOfPaddleIds(db, pattern) }, range);
}

async function listOwnersOfPaddleIds(db: Queryable, pattern: string): Promise<string[]> {
  const { userId, paddleId, paddleCustomerId } = subscriptions;
  const owners = await db
    .select({ userId })
    .from(subscriptions)
    .where(or(ilike(paddleId, pattern), ilike(paddleCustomerId, pattern)))
    .union(
      db
        .select({ userId: paddleCustomers.userId })
        .from(paddleCustomers)
        .where(ilike(paddleCustomers.paddleCustomerId, pattern)),
    );
  // A subscription may have no owner yet.
  return owners.flatMap(({ userId }) => userId ?? []);
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
