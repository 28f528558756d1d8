import { type Changeset, emit } from '#simulators/paddle/lifecycle/changeset.ts';
import { backstageOf, purchaseOf, updateSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import {
  completeTransaction,
  failPayment,
  makeTransaction,
} from '#simulators/paddle/lifecycle/transactions.ts';
import type { Period, Subscription } from '#simulators/paddle/state/state.ts';
import { fallPastDue, takesPayment } from './dunning.ts';
import { periodFrom } from './periods.ts';

/**
 * Begins the next period and charges for it. As at Paddle, the first event shows the new period and an active
 * subscription, before it is known whether the payment goes through.
 */
export function renewSubscription(changeset: Changeset, subscription: Subscription, startsAt: string): void {
  const isFirstBill = subscription.status === 'trialing';
  beginPeriod(changeset, subscription, startsAt);
  if (!chargePeriod(changeset, subscription)) return;
  if (!isFirstBill) return;
  emit(changeset, 'subscription.activated', subscription);
  updateSubscription(changeset, subscription, {});
}

/** Shows the period that begins at an instant as the current one. */
export function beginPeriod(changeset: Changeset, subscription: Subscription, startsAt: string): void {
  const { anchorDay } = backstageOf(changeset, subscription.id);
  const period = periodFrom(startsAt, subscription.billing_cycle, anchorDay);
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

/** Charges for the current period; false when the subscription has fallen past due by it. */
export function chargePeriod(
  changeset: Changeset,
  subscription: Subscription,
  origin: 'subscription_recurring' | 'subscription_update' = 'subscription_recurring',
): boolean {
  const period: Period | null = subscription.current_billing_period;
  const backstage = backstageOf(changeset, subscription.id);
  const transaction = makeTransaction(changeset, purchaseOf(changeset, subscription), {
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
  if (takesPayment(backstage)) {
    completeTransaction(changeset, transaction, backstage.card);
    return true;
  }
  failPayment(changeset, transaction, backstage.card);
  fallPastDue(changeset, subscription, transaction, period?.starts_at ?? transaction.created_at);
  return false;
}
