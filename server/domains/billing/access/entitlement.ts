import type { subscriptions } from '#server/domains/billing/billing.tables.ts';
import { after, DAY, HOUR } from '#server/platform/clock.ts';

/** As much of a subscription as decides about premium access. */
export type EntitlementSubscription = Pick<
  typeof subscriptions.$inferSelect,
  'status' | 'periodStart' | 'periodEnd' | 'scheduledAction' | 'scheduledAt'
>;

/** Premium without a payment, for a time. */
export interface EntitlementGrant {
  startsAt: Date;
  endsAt: Date;
  revokedAt: Date | null;
}

/** All that premium access of one person can come from. */
export interface PremiumSources {
  subscriptions: readonly EntitlementSubscription[];
  grants: readonly EntitlementGrant[];
}

/** How long a payment may be overdue. */
const PAST_DUE_GRACE_MS = 7 * DAY;
/** How long a renewal may go unheard of: a lost message ends premium once comparing with Paddle has had its chance. */
const MISSED_EVENT_GRACE_MS = 24 * HOUR;

/** The moment from which this subscription gives no premium access; `null` when it gives none at all. */
export function getSubscriptionPremiumEnd(subscription: EntitlementSubscription): Date | null {
  const { status, periodStart, periodEnd } = subscription;
  switch (status) {
    case 'active':
    case 'trialing':
      return getScheduledEnd(subscription) ?? (periodEnd && after(periodEnd, MISSED_EVENT_GRACE_MS));
    case 'past_due': {
      // Paddle has begun the next period by then: its start is when the payment was due.
      const graceEnd = periodStart && after(periodStart, PAST_DUE_GRACE_MS);
      return pickEarlier(graceEnd, getScheduledEnd(subscription));
    }
    case 'paused':
    case 'canceled':
      return null;
  }
}

/** Whether somebody has premium access. Everything that asks, asks this. */
export function isPremium(sources: PremiumSources, now: Date): boolean {
  return getPremiumEnd(sources, now) !== null;
}

/** Until when somebody has premium access, as far as is known now; `null` without. */
export function getPremiumEnd({ subscriptions, grants }: PremiumSources, now: Date): Date | null {
  const ends = [
    ...subscriptions.map(getSubscriptionPremiumEnd),
    ...grants.filter((grant) => hasStarted(grant, now)).map(({ endsAt }) => endsAt),
  ];
  const latest = Math.max(0, ...ends.map((end) => end?.getTime() ?? 0));
  return latest > now.getTime() ? new Date(latest) : null;
}

const hasStarted = ({ startsAt, revokedAt }: EntitlementGrant, now: Date) =>
  startsAt <= now && revokedAt === null;

const getScheduledEnd = ({ scheduledAction, scheduledAt }: EntitlementSubscription) =>
  scheduledAction === 'cancel' || scheduledAction === 'pause' ? scheduledAt : null;

const pickEarlier = (end: Date | null, otherEnd: Date | null) =>
  end && otherEnd ? (end < otherEnd ? end : otherEnd) : end;
