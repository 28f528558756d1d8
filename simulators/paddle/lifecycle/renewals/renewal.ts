import { type Changeset, emit } from '#simulators/paddle/lifecycle/changeset.ts';
import { getInternals, toPurchase, updateSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import type { Subscription } from '#simulators/paddle/state/state.ts';
import { beginCharge, canCollect, collect } from './charge.ts';
import { makePeriod } from './periods.ts';

/**
 * Starts the next period and charges for it. As at Paddle, the first event contains the new period and an active
 * subscription before the payment is attempted.
 */
export function renewSubscription(changeset: Changeset, subscription: Subscription, startsAt: string): void {
  const isFirstBill = subscription.status === 'trialing';
  startPeriod(changeset, subscription, startsAt);
  if (!chargePeriod(changeset, subscription)) return;
  if (!isFirstBill) return;
  emit(changeset, 'subscription.activated', subscription);
  updateSubscription(changeset, subscription, {});
}

/** Makes the period that starts at a timestamp the current one. */
export function startPeriod(changeset: Changeset, subscription: Subscription, startsAt: string): void {
  const { anchorDay } = getInternals(changeset, subscription.id);
  const period = makePeriod(startsAt, subscription.billing_cycle, anchorDay);
  for (const item of subscription.items) item.previously_billed_at = startsAt;
  updateSubscription(changeset, subscription, {
    status: 'active',
    current_billing_period: period,
    next_billed_at: period.ends_at,
    first_billed_at: subscription.first_billed_at ?? startsAt,
    paused_at: null,
    scheduled_change: null,
  });
}

/** Charges for the current period. Returns false when the payment fails and the subscription becomes past due. */
export function chargePeriod(changeset: Changeset, subscription: Subscription): boolean {
  const charge = beginCharge(changeset, subscription, {
    purchase: toPurchase(changeset, subscription),
    origin: 'subscription_recurring',
    billingPeriod: subscription.current_billing_period,
  });
  return collect(changeset, subscription, charge, canCollect(changeset, subscription, charge));
}
