import type { subscriptions } from '#server/domains/billing/billing.tables.ts';
import { addMilliseconds, DAY, HOUR } from '#server/platform/clock.ts';

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
export interface PremiumSources {
  subscriptions: readonly EntitlementSubscription[];
  grants: readonly EntitlementGrant[];
}

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

const isEffective = ({ startsAt, revokedAt }: EntitlementGrant, now: Date) =>
  startsAt <= now && revokedAt === null;

const getScheduledEnd = ({ scheduledAction, scheduledAt }: EntitlementSubscription) =>
  scheduledAction === 'cancel' || scheduledAction === 'pause' ? scheduledAt : null;

const pickEarlier = (end: Date | null, otherEnd: Date | null) =>
  end && otherEnd ? (end < otherEnd ? end : otherEnd) : end;
