import { sql } from 'drizzle-orm';
import type { PlanSettings } from '#core/server/config/settings/billing-settings.ts';
import { addMilliseconds, DAY, HOUR } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import {
  localPayments,
  localSubscriptions,
} from '#features/billing/server/bank-transfer/bank-transfer.tables.ts';
import { LOCAL_GRACE_MS } from '#features/billing/server/bank-transfer/rules/paid-periods.ts';
import { premiumGrants, subscriptions } from '#features/billing/server/billing.tables.ts';

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

/** A period that was paid for by bank transfer. A payment that was reverted or refunded has none. */
export interface EntitlementPeriod {
  startsAt: Date;
  endsAt: Date;
  /** The customer may renew it, so that access outlasts it by a few days. */
  hasGrace: boolean;
}

/** The subscriptions, grants and paid periods of one customer. */
export interface PremiumSources {
  subscriptions: readonly EntitlementSubscription[];
  grants: readonly EntitlementGrant[];
  periods: readonly EntitlementPeriod[];
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
  periods: (EntitlementPeriod & Pick<typeof localPayments.$inferSelect, 'planKey'>)[];
}

/** Reads the sources of premium access of these customers in one query. The result has an entry for every requested ID. */
export async function readPremiumSources(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, StoredSources>> {
  const sources = new Map<string, StoredSources>(
    userIds.map((id) => [id, { subscriptions: [], grants: [], periods: [] }]),
  );
  if (userIds.length === 0) return sources;
  // One parameter: there may be thousands of IDs. As SQL, because the query builder takes three times as long for as many rows.
  const ids = sql.param([...userIds]);
  const { rows } = await db.execute<SourceRow>(sql`
    select user_id as "userId", status, price_id as "priceId", period_start as start, period_end as end,
      scheduled_action as "scheduledAction", scheduled_at as "scheduledAt", null as "planKey", null as "renewal"
    from ${subscriptions} where user_id = any(${ids}::uuid[])
    union all
    select user_id, null, null, starts_at, ends_at, null, null, null, null
    from ${premiumGrants} where user_id = any(${ids}::uuid[]) and revoked_at is null
    union all
    select p.user_id, null, null, p.starts_at, p.ends_at, null, null, p.plan_key, s.renewal
    from ${localPayments} p join ${localSubscriptions} s on s.id = p.subscription_id
    where p.user_id = any(${ids}::uuid[]) and p.removed_at is null`);
  for (const { userId, status, priceId, start, end, planKey, renewal, ...row } of rows) {
    const { scheduledAction, scheduledAt } = row;
    const customerSources = sources.get(userId);
    if (planKey !== null && start !== null && end !== null) {
      const period = { startsAt: new Date(start), endsAt: new Date(end), hasGrace: renewal === 'on' };
      customerSources?.periods.push({ ...period, planKey });
    } else if (status !== null && priceId !== null) {
      customerSources?.subscriptions.push({
        status,
        priceId,
        periodStart: toDate(start),
        periodEnd: toDate(end),
        scheduledAction,
        scheduledAt: toDate(scheduledAt),
      });
    } else if (start !== null && end !== null)
      customerSources?.grants.push({ startsAt: new Date(start), endsAt: new Date(end), revokedAt: null });
  }
  return sources;
}

/** A subscription, a paid period with a plan, or else a grant. Timestamps are in the format of PostgreSQL. */
type SourceRow = Record<'start' | 'end' | 'scheduledAt', string | null> &
  Pick<EntitlementSubscription, 'scheduledAction'> & {
    userId: string;
    status: EntitlementSubscription['status'] | null;
    priceId: string | null;
    planKey: (typeof localPayments.$inferSelect)['planKey'] | null;
    renewal: (typeof localSubscriptions.$inferSelect)['renewal'] | null;
  };

const toDate = (timestamp: string | null): Date | null => (timestamp === null ? null : new Date(timestamp));

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
export function getPremiumEnd({ subscriptions, grants, periods }: PremiumSources, now: Date): Date | null {
  const started = periods.filter(({ startsAt }) => startsAt <= now);
  const ends = [
    ...subscriptions.map(getSubscriptionPremiumEnd),
    ...listGrantEnds(grants, now),
    ...started.map(getPeriodAccessEnd),
  ];
  const latest = pickLatest(ends);
  return latest && latest > now ? extendByPeriods(latest, periods, getPeriodAccessEnd) : null;
}

/**
 * Returns the end of premium access that users see on every page and in every email; `null` without premium. It leaves out
 * the grace period for a missed event, which is not promised to anyone.
 */
export function getShownPremiumEnd(
  { subscriptions, grants, periods }: PremiumSources,
  now: Date,
): Date | null {
  const active = subscriptions.filter((subscription) => isActive(subscription, now));
  const started = periods.filter(({ startsAt }) => startsAt <= now);
  const latest = pickLatest([
    ...active.map(getShownEnd),
    ...[...listGrantEnds(grants, now), ...started.map(({ endsAt }) => endsAt)].filter((end) => end > now),
  ]);
  if (latest) return extendByPeriods(latest, periods, ({ endsAt }) => endsAt);
  // In the days after a paid period.
  return pickLatest(started.map(getPeriodAccessEnd).filter((end) => end > now));
}

/** Returns the end of the access that a paid period gives. */
export const getPeriodAccessEnd = ({ endsAt, hasGrace }: EntitlementPeriod): Date =>
  hasGrace ? addMilliseconds(endsAt, LOCAL_GRACE_MS) : endsAt;

/** Returns the end of access including the paid periods that follow without a gap. */
function extendByPeriods(
  end: Date,
  periods: readonly EntitlementPeriod[],
  getEnd: (period: EntitlementPeriod) => Date,
): Date {
  const next = periods.find((period) => period.startsAt <= end && getEnd(period) > end);
  return next ? extendByPeriods(getEnd(next), periods, getEnd) : end;
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

/** What a customer's plan opens in addition to premium signals. */
export interface PlanFeatures {
  /** Part of every plan, and of granted access. */
  hasChartTools: boolean;
  /** Part of the Pro plan. */
  hasCustomIndicators: boolean;
}

export async function readPlanFeatures(
  db: Queryable,
  userId: string,
  { plans, now }: { plans: readonly PlanSettings[]; now: Date },
): Promise<PlanFeatures> {
  const sources = (await readPremiumSources(db, [userId])).get(userId);
  if (!sources) return { hasChartTools: false, hasCustomIndicators: false };
  const pro = plans.find(({ key }) => key === 'pro');
  const proPrices = pro ? [pro.monthlyPriceId, pro.yearlyPriceId] : [];
  return {
    hasChartTools: isPremium(sources, now),
    hasCustomIndicators:
      sources.subscriptions.some(
        (subscription) => isActive(subscription, now) && proPrices.includes(subscription.priceId),
      ) ||
      sources.periods.some(
        (period) => period.planKey === 'pro' && period.startsAt <= now && getPeriodAccessEnd(period) > now,
      ),
  };
}
