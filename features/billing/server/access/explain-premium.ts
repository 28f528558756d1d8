import { formatEndDate, formatKarachiDate } from '#core/contract/dates.ts';
import type { premiumGrants, subscriptions } from '#features/billing/server/billing.tables.ts';
import {
  type EntitlementPeriod,
  type EntitlementSubscription,
  getPeriodAccessEnd,
  getSubscriptionPremiumEnd,
  isActive,
  isEffective,
} from './entitlement.ts';

type Subscription = EntitlementSubscription &
  Pick<typeof subscriptions.$inferSelect, 'productName' | 'startedAt' | 'pausedAt' | 'paddleUpdatedAt'>;

type Grant = Pick<
  typeof premiumGrants.$inferSelect,
  'startsAt' | 'endsAt' | 'revokedAt' | 'reason' | 'grantedBy' | 'revocationReason'
>;

/** All subscriptions and grants of a customer, also those that have ended. */
export interface PremiumHistory {
  subscriptions: readonly Subscription[];
  grants: readonly Grant[];
  /** What was paid by bank transfer. */
  periods?: readonly EntitlementPeriod[];
  /** Payments by bank transfer that were refunded, or whose confirmation was reverted. */
  removed?: readonly { removedAt: Date | null; removal: 'reverted' | 'refunded' | null }[];
}

/** Says in a sentence for administrators why a customer has premium access or not, and since when. */
export function explainPremium(
  { subscriptions, grants, periods = [], removed = [] }: PremiumHistory,
  now: Date,
): string {
  const active = pickLast(
    subscriptions.filter((each) => isActive(each, now)),
    (each) => getSubscriptionPremiumEnd(each) ?? now,
  );
  const grant = pickLast(
    grants.filter((each) => isEffective(each, now) && each.endsAt > now),
    ({ endsAt }) => endsAt,
  );
  if (active) {
    const reason = explainActive(active, now);
    return grant ? `${reason} A grant gives it until ${formatEndDate(grant.endsAt)} too.` : reason;
  }
  const paid = pickLast(
    periods.filter((each) => each.startsAt <= now && getPeriodAccessEnd(each) > now),
    getPeriodAccessEnd,
  );
  if (paid)
    return paid.endsAt > now
      ? `Premium by a bank transfer since ${formatKarachiDate(paid.startsAt)}, until ${formatEndDate(paid.endsAt)}.`
      : `Premium until ${formatEndDate(getPeriodAccessEnd(paid))}, in the days after a period that was paid by bank transfer until ${formatEndDate(paid.endsAt)}.`;
  if (grant) {
    const { startsAt, endsAt, grantedBy, reason } = grant;
    return `Premium by a grant of ${grantedBy} since ${formatKarachiDate(startsAt)}, until ${formatEndDate(endsAt)}: “${reason}”.`;
  }
  const next = grants.find(({ startsAt, revokedAt }) => startsAt > now && revokedAt === null);
  if (next) return `No premium yet: a grant starts on ${formatKarachiDate(next.startsAt)}.`;
  const paidNext = periods.find(({ startsAt }) => startsAt > now);
  if (paidNext)
    return `No premium yet: a period that was paid by bank transfer starts on ${formatKarachiDate(paidNext.startsAt)}.`;
  const lapse = pickLast(
    [
      ...subscriptions.map(explainLapsed),
      ...grants.map(explainEnded),
      ...periods
        .map(getPeriodAccessEnd)
        .filter((since) => since <= now)
        .map((since) => ({ since, reason: 'a period that was paid by bank transfer ended' })),
      ...removed.flatMap(({ removedAt, removal }) =>
        removedAt === null
          ? []
          : {
              since: removedAt,
              reason: `the payment by bank transfer was ${removal === 'refunded' ? 'refunded' : 'confirmed by mistake'}`,
            },
      ),
    ],
    ({ since }) => since,
  );
  return lapse
    ? `No premium since ${formatKarachiDate(lapse.since)}: ${lapse.reason}.`
    : 'No premium: the customer never bought a subscription, and none was granted.';
}

/** Explains a subscription that gives premium access. */
function explainActive(subscription: Subscription, now: Date): string {
  const { productName, status, startedAt, periodStart, periodEnd, scheduledAction } = subscription;
  const end = formatEndDate(getSubscriptionPremiumEnd(subscription) ?? now);
  if (status === 'past_due')
    return `Premium until ${end}: the payment of the subscription ${productName} has been due since ${formatKarachiDate(periodStart ?? startedAt)}.`;
  const since = `Premium by the subscription ${productName}, ${status === 'trialing' ? 'in its trial' : 'active'} since ${formatKarachiDate(startedAt)}`;
  if (scheduledAction === 'cancel' || scheduledAction === 'pause')
    return `${since}, until ${end}: it will be ${scheduledAction === 'cancel' ? 'canceled' : 'paused'} then.`;
  if (periodEnd && periodEnd <= now)
    return `${since}, until ${end}: its renewal on ${formatKarachiDate(periodEnd)} is not reported yet.`;
  return `${since}.`;
}

interface Lapse {
  since: Date;
  reason: string;
}

/** Explains a subscription that gives no premium access. Paddle does not report when a canceled one ended. */
function explainLapsed(subscription: Subscription): Lapse {
  const { productName: name, status, pausedAt, paddleUpdatedAt, startedAt, periodStart } = subscription;
  switch (status) {
    case 'canceled':
      return { since: paddleUpdatedAt, reason: `Paddle reported the subscription ${name} as canceled` };
    case 'paused':
      return { since: pausedAt ?? paddleUpdatedAt, reason: `the subscription ${name} is paused` };
    case 'past_due':
      return {
        since: getSubscriptionPremiumEnd(subscription) ?? paddleUpdatedAt,
        reason: `the payment of the subscription ${name} has been due since ${formatKarachiDate(periodStart ?? startedAt)}`,
      };
    case 'active':
    case 'trialing':
      return {
        since: getSubscriptionPremiumEnd(subscription) ?? paddleUpdatedAt,
        reason: `Paddle has reported no new period of the subscription ${name}`,
      };
  }
}

const explainEnded = ({ endsAt, revokedAt, revocationReason }: Grant): Lapse =>
  revokedAt && revokedAt < endsAt
    ? { since: revokedAt, reason: `a grant was revoked: “${revocationReason}”` }
    : { since: endsAt, reason: 'a grant ended' };

/** Returns the item with the latest date. */
const pickLast = <Item>(items: readonly Item[], getDate: (item: Item) => Date): Item | undefined =>
  items.toSorted((one, other) => getDate(other).getTime() - getDate(one).getTime())[0];
