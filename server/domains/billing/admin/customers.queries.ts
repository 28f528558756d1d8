import { and, desc, eq, ilike, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { listCustomers } from '#server/domains/accounts/accounts.ts';
import type { SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import { paddleCustomers, payments, subscriptions } from '#server/domains/billing/billing.tables.ts';
import type { Queryable } from '#server/platform/database.ts';

/** A part of the customers whose name, e-mail address or id at Paddle has this text in it, newest first. */
export function searchCustomers(
  db: Queryable,
  search: string | undefined,
  part: { limit: number; offset: number },
) {
  const pattern = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null;
  return listCustomers(db, { pattern, orIdIn: ownersOfPaddleIds(db, pattern ?? '') }, part);
}

function ownersOfPaddleIds(db: Queryable, pattern: string) {
  const { userId, paddleId, paddleCustomerId } = subscriptions;
  return db
    .select({ userId })
    .from(subscriptions)
    .where(and(isNotNull(userId), or(ilike(paddleId, pattern), ilike(paddleCustomerId, pattern))))
    .union(
      db
        .select({ userId: paddleCustomers.userId })
        .from(paddleCustomers)
        .where(ilike(paddleCustomers.paddleCustomerId, pattern)),
    );
}

/** The subscriptions of these customers, newest first. */
export function listSubscriptionsOfAll(
  db: Queryable,
  userIds: readonly string[],
): Promise<SubscriptionRow[]> {
  return db
    .select()
    .from(subscriptions)
    .where(inArray(subscriptions.userId, [...userIds]))
    .orderBy(desc(subscriptions.startedAt), desc(subscriptions.paddleId));
}

const MAX_LISTED_PAYMENTS = 200;

/**
 * The payments of a customer's subscriptions and those of theirs at Paddle that are for none, newest first. Two people may
 * be one customer at Paddle: what is for a subscription is its owner's.
 */
export function listPaymentsOf(db: Queryable, userId: string): Promise<(typeof payments.$inferSelect)[]> {
  const ownSubscriptions = db
    .select({ id: subscriptions.paddleId })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId));
  const ownAtPaddle = db
    .select({ id: paddleCustomers.paddleCustomerId })
    .from(paddleCustomers)
    .where(eq(paddleCustomers.userId, userId));
  return db
    .select()
    .from(payments)
    .where(
      or(
        inArray(payments.paddleSubscriptionId, ownSubscriptions),
        and(isNull(payments.paddleSubscriptionId), inArray(payments.paddleCustomerId, ownAtPaddle)),
      ),
    )
    .orderBy(desc(payments.paddleUpdatedAt), desc(payments.paddleId))
    .limit(MAX_LISTED_PAYMENTS);
}
