import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import type { EntitlementGrant, EntitlementSubscription, PremiumSources } from './access/entitlement.ts';
import { paddleCustomers, payments, premiumGrants, subscriptions } from './billing.tables.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Reads the sources of premium access of these customers in one query. The result has an entry for every requested ID. */
export async function readPremiumSources(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, PremiumSources>> {
  const sources = new Map<string, { subscriptions: EntitlementSubscription[]; grants: EntitlementGrant[] }>(
    userIds.map((id) => [id, { subscriptions: [], grants: [] }]),
  );
  if (userIds.length === 0) return sources;
  // One parameter: there may be thousands of IDs.
  const ids = sql.param([...userIds]);
  const { periodStart, periodEnd, scheduledAction, scheduledAt } = subscriptions;
  const rows = await db
    .select({
      userId: sql<string>`${subscriptions.userId}`,
      status: sql<EntitlementSubscription['status'] | null>`${subscriptions.status}`,
      start: nullableTimestamp(periodStart),
      end: nullableTimestamp(periodEnd),
      scheduledAction: sql<EntitlementSubscription['scheduledAction']>`${scheduledAction}`,
      scheduledAt: nullableTimestamp(scheduledAt),
    })
    .from(subscriptions)
    .where(sql`${subscriptions.userId} = any(${ids}::uuid[])`)
    .unionAll(
      db
        .select({
          userId: sql<string>`${premiumGrants.userId}`,
          status: sql<EntitlementSubscription['status'] | null>`null`,
          start: sql<Date | null>`${premiumGrants.startsAt}`,
          end: sql<Date | null>`${premiumGrants.endsAt}`,
          scheduledAction: sql<EntitlementSubscription['scheduledAction']>`null`,
          scheduledAt: sql<Date | null>`null`,
        })
        .from(premiumGrants)
        .where(and(sql`${premiumGrants.userId} = any(${ids}::uuid[])`, isNull(premiumGrants.revokedAt))),
    );
  for (const { userId, status, start, end, scheduledAction, scheduledAt } of rows) {
    const customerSources = sources.get(userId);
    if (status) {
      customerSources?.subscriptions.push({
        status,
        periodStart: start,
        periodEnd: end,
        scheduledAction,
        scheduledAt,
      });
    } else if (start && end) customerSources?.grants.push({ startsAt: start, endsAt: end, revokedAt: null });
  }
  return sources;
}

const nullableTimestamp = (column: PgColumn) => sql`${column}`.mapWith(column) as SQL<Date | null>;

/** Lists a customer's subscriptions, newest first. */
export function listCustomerSubscriptions(db: Queryable, userId: string): Promise<SubscriptionRow[]> {
  return db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
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
