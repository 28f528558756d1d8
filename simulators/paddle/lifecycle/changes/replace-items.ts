import type { ProrationBillingMode, SubscriptionOnPaymentFailure } from '@paddle/paddle-node-sdk';
import type { Changeset } from '#simulators/paddle/lifecycle/changeset.ts';
import { beginCharge, canCollect, collect } from '#simulators/paddle/lifecycle/renewals/charge.ts';
import { getAnchorDay, makePeriod } from '#simulators/paddle/lifecycle/renewals/periods.ts';
import { getInternals, toPurchase, updateSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import type { Purchase } from '#simulators/paddle/lifecycle/transaction-details.ts';
import { subscriptionError } from '#simulators/paddle/paddle-error.ts';
import { toPaddleTime } from '#simulators/paddle/state/paddle-time.ts';
import type { Period, Subscription, Transaction } from '#simulators/paddle/state/state.ts';
import { assertItemsChangeable } from './change-rules.ts';
import { changesInterval, listImmediateItems } from './proration.ts';

/**
 * Changes a subscription's prices and charges or credits the difference now. With another interval a new period starts now,
 * otherwise the period stays. Modes that bill with the next period charge the new prices then, without proration. Returns
 * the transaction, if any.
 */
export function replaceItems(
  changeset: Changeset,
  subscription: Subscription,
  items: Purchase['items'],
  { mode, onPaymentFailure }: { mode: ProrationBillingMode; onPaymentFailure: SubscriptionOnPaymentFailure },
): Transaction | null {
  const { nowMs } = changeset;
  const now = toPaddleTime(nowMs);
  const isNewInterval = changesInterval({ subscription, items });
  assertItemsChangeable(subscription, nowMs, { mode, isNewInterval });
  const immediate = listImmediateItems({ subscription, items, mode, nowMs, now });
  const cycle = items[0]?.price.billing_cycle ?? subscription.billing_cycle;
  const startsNow = isNewInterval && immediate.length > 0;
  const period = startsNow ? makePeriod(now, cycle, getAnchorDay(now)) : subscription.current_billing_period;

  const charge =
    immediate.length > 0 ? chargeFor(changeset, subscription, { items: immediate, period }) : null;
  const isPaid = charge === null || canCollect(changeset, subscription, charge);
  if (charge && !isPaid && onPaymentFailure === 'prevent_change') {
    delete changeset.state.transactions[charge.id];
    throw subscriptionError('subscription_payment_declined', 'payment declined');
  }

  setItems(changeset, subscription, items);
  if (startsNow) getInternals(changeset, subscription.id).anchorDay = getAnchorDay(now);
  updateSubscription(changeset, subscription, {
    billing_cycle: cycle,
    ...(startsNow && period ? { current_billing_period: period, next_billed_at: period.ends_at } : {}),
  });
  if (charge) collect(changeset, subscription, charge, isPaid);
  return charge;
}

function chargeFor(
  changeset: Changeset,
  subscription: Subscription,
  { items, period }: { items: Purchase['items']; period: Period | null },
): Transaction {
  const purchase = { ...toPurchase(changeset, subscription), items };
  return beginCharge(changeset, subscription, {
    purchase,
    origin: 'subscription_update',
    billingPeriod: period,
  });
}

function setItems(changeset: Changeset, subscription: Subscription, items: Purchase['items']): void {
  const [first] = subscription.items;
  if (!first) return;
  const at = changeset.tick();
  subscription.items = items.map(({ price, product, quantity }) => ({
    ...first,
    price,
    product,
    quantity,
    created_at: at,
    previously_billed_at: subscription.status === 'trialing' ? null : toPaddleTime(changeset.nowMs),
  }));
}
