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

/** Returns the expected end of premium access; `null` without premium. */
export function getPremiumEnd({ subscriptions, grants }: PremiumSources, now: Date): Date | null {
  const ends = [
    ...subscriptions.map(getSubscriptionPremiumEnd),
    ...grants.filter((grant) => isEffective(grant, now)).map(({ endsAt }) => endsAt),
  ];
  const latest = Math.max(0, ...ends.map((end) => end?.getTime() ?? 0));
  return latest > now.getTime() ? new Date(latest) : null;
}

const isEffective = ({ startsAt, revokedAt }: EntitlementGrant, now: Date) =>
  startsAt <= now && revokedAt === null;

const getScheduledEnd = ({ scheduledAction, scheduledAt }: EntitlementSubscription) =>
  scheduledAction === 'cancel' || scheduledAction === 'pause' ? scheduledAt : null;

const pickEarlier = (end: Date | null, otherEnd: Date | null) =>
  end && otherEnd ? (end < otherEnd ? end : otherEnd) : end;
