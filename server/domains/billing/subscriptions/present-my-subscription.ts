import type { MySubscription } from '#contract/billing/subscriptions.ts';
import type { PlanSettings } from '#server/config/billing-settings.ts';
import {
  type EntitlementGrant,
  getPremiumEnd,
  getShownPremiumEnd,
  isActive,
} from '#server/domains/billing/access/entitlement.ts';
import type { SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import { getNextPaymentDate, presentSubscription } from './present-subscription.ts';

/** The name of a plan that is no longer configured. */
const OTHER_PLAN = 'Premium';

/** Presents a customer's premium access and its sources. `subscriptions` are sorted newest first. */
export function presentMySubscription(
  {
    subscriptions,
    grants,
  }: { subscriptions: readonly SubscriptionRow[]; grants: readonly EntitlementGrant[] },
  plans: readonly PlanSettings[],
  now: Date,
): MySubscription {
  const active = subscriptions.filter((row) => isActive(row, now));
  const grantedUntil = getPremiumEnd({ subscriptions: [], grants }, now);
  const isPremium = active.length > 0 || grantedUntil !== null;
  const main = active[0] ?? subscriptions[0];
  return {
    has_active_subscription: isPremium,
    subscription_status: main?.status ?? null,
    current_plan: isPremium ? getPlanName(active[0], plans) : null,
    subscription_expiry: toTimestamp(getShownPremiumEnd({ subscriptions, grants }, now)),
    next_payment_date: toTimestamp(pickEarliest(active.map(getNextPaymentDate))),
    last_payment_date: toTimestamp(pickLatest(subscriptions.map((row) => row.lastPaymentAt))),
    active_subscriptions: active.map((row) => ({
      ...presentSubscription(row),
      product_name: row.productName,
      plan_type: getPlanName(row, plans),
      billing_interval: row.interval,
      paddle_subscription_id: row.paddleId,
    })),
    granted_until: toTimestamp(grantedUntil),
  };
}

const getPlanName = (row: SubscriptionRow | undefined, plans: readonly PlanSettings[]) =>
  plans.find(({ monthlyPriceId, yearlyPriceId }) =>
    [monthlyPriceId, yearlyPriceId].includes(row?.priceId ?? ''),
  )?.displayName ?? OTHER_PLAN;

const pickLatest = (dates: readonly (Date | null)[]) => pick(dates, Math.max);
const pickEarliest = (dates: readonly (Date | null)[]) => pick(dates, Math.min);

function pick(dates: readonly (Date | null)[], choose: (...times: number[]) => number): Date | null {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []));
  return times.length > 0 ? new Date(choose(...times)) : null;
}

const toTimestamp = (date: Date | null) => date?.toISOString() ?? null;
