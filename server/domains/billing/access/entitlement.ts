import { and, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { premiumGrants, subscriptions } from '#server/domains/billing/billing.tables.ts';
import { addMilliseconds, DAY, HOUR } from '#server/platform/clock.ts';
import type { Queryable } from '#server/platform/database.ts';

/** The fields of a subscription that determine premium access. */
export type EntitlementSubscription = Pick<
  typeof subscriptions.$inferSelect,
  'status' | 'periodStart' | 'periodEnd' | 'scheduledAction' | 'scheduledAt'
>;

/** Premium access without a payment, for a limited time. */
export interface EntitlementGrant {
  startsAt: Date;
  endsAt: Date;
  revokedAt: Date | null;
}

/** The subscriptions and grants of one customer. */
interface PremiumSources {
  subscriptions: readonly EntitlementSubscription[];
  grants: readonly EntitlementGrant[];
}

/** Returns true when a customer has premium access. */
export async function hasPremium(db: Queryable, userId: string, now: Date): Promise<boolean> {
  const sources = (await readPremiumSources(db, [userId])).get(userId);
  return sources !== undefined && isPremium(sources, now);
}

/** Returns which of these customers have premium access, in one query. */
export async function filterPremium(
  db: Queryable,
  userIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const sources = await readPremiumSources(db, userIds);
  return new Set([...sources].filter(([, customer]) => isPremium(customer, now)).map(([userId]) => userId));
}

/** A subscription with the price that identifies its plan. */
type PricedSubscription = EntitlementSubscription & Pick<typeof subscriptions.$inferSelect, 'priceId'>;

interface StoredSources {
  subscriptions: PricedSubscription[];
  grants: EntitlementGrant[];
}

/** Reads the sources of premium access of these customers in one query. The result has an entry for every requested ID. */
export async function readPremiumSources(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, StoredSources>> {
  const sources = new Map<string, StoredSources>(
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
      priceId: sql<string | null>`${subscriptions.priceId}`,
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
          priceId: sql<string | null>`null`,
          start: sql<Date | null>`${premiumGrants.startsAt}`,
          end: sql<Date | null>`${premiumGrants.endsAt}`,
          scheduledAction: sql<EntitlementSubscription['scheduledAction']>`null`,
          scheduledAt: sql<Date | null>`null`,
        })
        .from(premiumGrants)
        .where(and(sql`${premiumGrants.userId} = any(${ids}::uuid[])`, isNull(premiumGrants.revokedAt))),
    );
  for (const { userId, status, priceId, start, end, scheduledAction, scheduledAt } of rows) {
    const customerSources = sources.get(userId);
    if (status && priceId !== null) {
      customerSources?.subscriptions.push({
        status,
        priceId,
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

/** How long a past-due subscription keeps premium access. */
const PAST_DUE_GRACE_MS = 7 * DAY;
/**
 * How long premium access outlasts a period whose renewal is not reported. Gives reconciliation time to recover a lost
 * event.
 */
const MISSED_EVENT_GRACE_MS = 24 * HOUR;

/** Returns the timestamp at which this subscription's premium access ends; `null` when it gives none. */
export function getSubscriptionPremiumEnd(subscription: EntitlementSubscription): Date | null {
  const { status, periodStart, periodEnd } = subscription;
  switch (status) {
    case 'active':
    case 'trialing':
      return (
        getScheduledEnd(subscription) ?? (periodEnd && addMilliseconds(periodEnd, MISSED_EVENT_GRACE_MS))
      );
    case 'past_due': {
      // Paddle starts the next period before it collects the payment, so the payment was due at the start of the period.
      const graceEnd = periodStart && addMilliseconds(periodStart, PAST_DUE_GRACE_MS);
      return pickEarlier(graceEnd, getScheduledEnd(subscription));
    }
    case 'paused':
    case 'canceled':
      return null;
  }
}

/** Returns true when the customer has premium access. Every check of premium access uses this function. */
export function isPremium(sources: PremiumSources, now: Date): boolean {
  return getPremiumEnd(sources, now) !== null;
}

/** Returns the end of premium access, including the grace period for a missed event; `null` without premium. */
export function getPremiumEnd({ subscriptions, grants }: PremiumSources, now: Date): Date | null {
  const ends = [...subscriptions.map(getSubscriptionPremiumEnd), ...listGrantEnds(grants, now)];
  const latest = pickLatest(ends);
  return latest && latest > now ? latest : null;
}

/**
 * Returns the end of premium access that users see on every page and in every email; `null` without premium. It leaves out
 * the grace period for a missed event, which is not promised to anyone.
 */
export function getShownPremiumEnd({ subscriptions, grants }: PremiumSources, now: Date): Date | null {
  const active = subscriptions.filter((subscription) => isActive(subscription, now));
  return pickLatest([...active.map(getShownEnd), ...listGrantEnds(grants, now).filter((end) => end > now)]);
}

/** Returns true when a subscription gives premium access. */
export const isActive = (subscription: EntitlementSubscription, now: Date): boolean =>
  (getSubscriptionPremiumEnd(subscription) ?? now) > now;

const getShownEnd = (subscription: EntitlementSubscription) =>
  subscription.status === 'past_due' || getScheduledEnd(subscription)
    ? getSubscriptionPremiumEnd(subscription)
    : subscription.periodEnd;

const listGrantEnds = (grants: readonly EntitlementGrant[], now: Date) =>
  grants.filter((grant) => isEffective(grant, now)).map(({ endsAt }) => endsAt);

function pickLatest(dates: readonly (Date | null)[]): Date | null {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []));
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

/** Returns true when a grant has started and was not revoked. */
export const isEffective = ({ startsAt, revokedAt }: EntitlementGrant, now: Date) =>
  startsAt <= now && revokedAt === null;

const getScheduledEnd = ({ scheduledAction, scheduledAt }: EntitlementSubscription) =>
  scheduledAction === 'cancel' || scheduledAction === 'pause' ? scheduledAt : null;

const pickEarlier = (end: Date | null, otherEnd: Date | null) =>
  end && otherEnd ? (end < otherEnd ? end : otherEnd) : end;
