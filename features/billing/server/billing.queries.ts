import { and, asc, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { InboxWork } from '#core/contract/inbox.ts';
import { paths } from '#core/contract/paths.ts';
import { isOneOf, TOTAL } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { paddleCustomers, payments, subscriptions } from './billing.tables.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Lists the subscriptions of these customers, newest first. */
export function listCustomerSubscriptions(
  db: Queryable,
  userIds: readonly string[],
): Promise<SubscriptionRow[]> {
  return db
    .select()
    .from(subscriptions)
    .where(isOneOf(subscriptions.userId, userIds))
    .orderBy(desc(subscriptions.startedAt), desc(subscriptions.paddleId));
}

/**
 * Lists the payments of a customer's subscriptions, newest first. Two users who enter the same email address are one
 * customer at Paddle, so a payment without a subscription belongs to neither of them.
 */
export function listCustomerPayments(
  db: Queryable,
  userId: string,
): Promise<(typeof payments.$inferSelect)[]> {
  const subscriptionIds = db
    .select({ id: subscriptions.paddleId })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId));
  return db
    .select()
    .from(payments)
    .where(inArray(payments.paddleSubscriptionId, subscriptionIds))
    .orderBy(desc(payments.paddleUpdatedAt), desc(payments.paddleId));
}

/** Lists the payments of a subscription, newest first. */
export function listSubscriptionPayments(
  db: Queryable,
  paddleSubscriptionId: string,
): Promise<(typeof payments.$inferSelect)[]> {
  return db
    .select()
    .from(payments)
    .where(eq(payments.paddleSubscriptionId, paddleSubscriptionId))
    .orderBy(desc(payments.billedAt), desc(payments.paddleId));
}

/** Finds a subscription of this customer by our ID, a UUID; `null` also when it belongs to another customer. */
export async function findCustomerSubscription(
  db: Queryable,
  userId: string,
  id: string,
): Promise<SubscriptionRow | null> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), eq(subscriptions.userId, userId)));
  return row ?? null;
}

export async function findSubscriptionByPaddleId(
  db: Queryable,
  paddleId: string,
): Promise<SubscriptionRow | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.paddleId, paddleId));
  return row ?? null;
}

/** Finds a subscription and locks its row for an update. */
export async function lockSubscription(tx: Transaction, paddleId: string): Promise<SubscriptionRow | null> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.paddleId, paddleId))
    .for('update');
  return row ?? null;
}

/** Finds the user that is linked to a Paddle customer. */
export async function findUserByPaddleCustomer(
  db: Queryable,
  paddleCustomerId: string,
): Promise<string | null> {
  const [row] = await db
    .select({ userId: paddleCustomers.userId })
    .from(paddleCustomers)
    .where(eq(paddleCustomers.paddleCustomerId, paddleCustomerId));
  return row?.userId ?? null;
}

export const hasSubscriptions = async (db: Queryable): Promise<boolean> =>
  (await db.$count(subscriptions)) > 0;

/** A canceled subscription gives no premium access and needs no link. */
export const IS_UNLINKED = and(isNull(subscriptions.userId), ne(subscriptions.status, 'canceled'));

/** Presents the subscriptions that must be linked to a customer, oldest first, for the administrators' inbox. */
export async function listUnlinkedWork(db: Queryable, limit: number): Promise<InboxWork> {
  const { id, productName, paddleCustomerId, startedAt } = subscriptions;
  const rows = await db
    .select({ id, productName, paddleCustomerId, startedAt, total: TOTAL })
    .from(subscriptions)
    .where(IS_UNLINKED)
    .orderBy(asc(startedAt), asc(id))
    .limit(limit);
  return {
    count: rows[0]?.total ?? 0,
    items: rows.map((row) => ({
      id: row.id,
      title: row.productName,
      detail: row.paddleCustomerId,
      at: row.startedAt.toISOString(),
      path: paths.adminBilling,
    })),
  };
}
