import { type Changeset, emit } from '#simulators/paddle/lifecycle/changeset.ts';
import { getInternals, toPurchase, updateSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import {
  completeTransaction,
  failPayment,
  makeTransaction,
} from '#simulators/paddle/lifecycle/transactions.ts';
import type { Period, Subscription } from '#simulators/paddle/state/state.ts';
import { markPastDue, tryPayment } from './dunning.ts';
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
export function chargePeriod(
  changeset: Changeset,
  subscription: Subscription,
  origin: 'subscription_recurring' | 'subscription_update' = 'subscription_recurring',
): boolean {
  const period: Period | null = subscription.current_billing_period;
  const internals = getInternals(changeset, subscription.id);
  const transaction = makeTransaction(changeset, toPurchase(changeset, subscription), {
    origin,
    status: 'billed',
    customer_id: subscription.customer_id,
    address_id: subscription.address_id,
    custom_data: subscription.custom_data,
    subscriptionId: subscription.id,
    ...(period ? { billingPeriod: period } : {}),
  });
  transaction.billed_at = transaction.created_at;
  emit(changeset, 'transaction.created', transaction);
  emit(changeset, 'transaction.billed', transaction);
  if (tryPayment(internals)) {
    completeTransaction(changeset, transaction, internals.card);
    return true;
  }
  failPayment(changeset, transaction, internals.card);
  markPastDue(changeset, subscription, transaction, period?.starts_at ?? transaction.created_at);
  return false;
}
