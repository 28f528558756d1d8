import type { MySubscription } from '#contract/billing/subscriptions.ts';
import type { PlanSettings } from '#server/config/billing-settings.ts';
import { type GrantState, premiumEnd, premiumUntil } from '#server/domains/billing/access/entitlement.ts';
import type { SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import { nextPayment } from './present-subscription.ts';

/** The plan of whatever is not one of the plans that are sold. */
const OTHER_PLAN = 'Premium';

/** A customer's premium access and what it comes from. `subscriptions` are newest first. */
export function presentMySubscription(
  { subscriptions, grants }: { subscriptions: readonly SubscriptionRow[]; grants: readonly GrantState[] },
  plans: readonly PlanSettings[],
  now: Date,
): MySubscription {
  const active = subscriptions.filter((row) => (premiumUntil(row) ?? now) > now);
  const grantedUntil = premiumEnd({ subscriptions: [], grants }, now);
  const isPremium = active.length > 0 || grantedUntil !== null;
  const paidUntil = latest(active.map(endOf));
  const main = active[0] ?? subscriptions[0];
  return {
    has_active_subscription: isPremium,
    subscription_status: main?.status ?? null,
    current_plan: isPremium ? planOf(active[0], plans) : null,
    subscription_expiry: toText(latest([paidUntil, grantedUntil])),
    next_payment_date: toText(earliest(active.map(nextPayment))),
    last_payment_date: toText(latest(subscriptions.map((row) => row.lastPaymentAt))),
    active_subscriptions: active.map((row) => ({
      id: row.id,
      product_name: row.productName,
      plan_type: planOf(row, plans),
      status: row.status,
      billing_interval: row.interval,
      current_billing_period_start: toText(row.periodStart),
      current_billing_period_end: toText(row.periodEnd),
      next_payment_date: toText(nextPayment(row)),
      paddle_subscription_id: row.paddleId,
    })),
    granted_until: toText(grantedUntil),
  };
}

/** What people are told, without the time that is let pass for a late message. */
const endOf = (row: SubscriptionRow) =>
  row.status === 'past_due' || row.scheduledAt ? premiumUntil(row) : row.periodEnd;

const planOf = (row: SubscriptionRow | undefined, plans: readonly PlanSettings[]) =>
  plans.find(({ monthlyPriceId, yearlyPriceId }) =>
    [monthlyPriceId, yearlyPriceId].includes(row?.priceId ?? ''),
  )?.displayName ?? OTHER_PLAN;

const latest = (dates: readonly (Date | null)[]) => pick(dates, Math.max);
const earliest = (dates: readonly (Date | null)[]) => pick(dates, Math.min);

function pick(dates: readonly (Date | null)[], choose: (...times: number[]) => number): Date | null {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []));
  return times.length > 0 ? new Date(choose(...times)) : null;
}

const toText = (date: Date | null) => date?.toISOString() ?? null;
