import { subscriptionError } from '#simulators/paddle/errors.ts';
import { type Period, type Subscription, type Transaction, toPaddleTime } from '#simulators/paddle/state.ts';
import { assertChangeable } from './changes.ts';
import type { Changeset } from './changeset.ts';
import { beginCharge, canCollect, collect } from './renewals.ts';
import { getAnchorDay, getInternals, makePeriod, toPurchase, updateSubscription } from './subscriptions.ts';
import type { Proration, PurchaseItem } from './transactions.ts';

const MINUTE_MS = 60_000;

/** The modes that the product uses. A trial can only be changed without a charge. */
type ProrationMode = 'prorated_immediately' | 'do_not_bill';

/**
 * Changes a subscription's prices and charges or credits the difference now, unless its payment is declined. With another
 * interval a new period starts now, otherwise the period stays. Returns the transaction, if any.
 */
export function replaceItems(
  changeset: Changeset,
  subscription: Subscription,
  items: readonly PurchaseItem[],
  mode: ProrationMode,
): Transaction | null {
  assertItemsChangeable(subscription, changeset.nowMs, mode);
  const now = toPaddleTime(changeset.nowMs);
  const isNewInterval = changesInterval(subscription, items);
  const immediate =
    mode === 'prorated_immediately' ? listImmediateItems(changeset, subscription, items, isNewInterval) : [];
  const cycle = items[0]?.price.billing_cycle ?? subscription.billing_cycle;
  const startsNow = isNewInterval && immediate.length > 0;
  const period = startsNow ? makePeriod(now, cycle, getAnchorDay(now)) : subscription.current_billing_period;

  let charge: Transaction | null = null;
  if (immediate.length > 0) {
    charge = beginCharge(changeset, subscription, {
      purchase: { ...toPurchase(changeset, subscription), items: immediate },
      origin: 'subscription_update',
      billingPeriod: period,
    });
    if (!canCollect(changeset, subscription, charge)) {
      delete changeset.state.transactions[charge.id];
      throw subscriptionError('subscription_payment_declined', 'payment declined');
    }
  }

  setItems(changeset, subscription, items);
  if (startsNow) getInternals(changeset, subscription.id).anchorDay = getAnchorDay(now);
  updateSubscription(changeset, subscription, {
    billing_cycle: cycle,
    ...(startsNow && period ? { current_billing_period: period, next_billed_at: period.ends_at } : {}),
  });
  if (charge) collect(changeset, subscription, charge, true);
  return charge;
}

/** Throws Paddle's error if the subscription's items cannot be changed, or not with this proration. */
function assertItemsChangeable(subscription: Subscription, nowMs: number, mode: ProrationMode): void {
  assertChangeable(subscription, nowMs);
  if (subscription.status === 'past_due') {
    throw subscriptionError(
      'subscription_update_when_past_due',
      'cannot update subscription, as it is past due',
    );
  }
  if (mode === 'do_not_bill') return;
  if (subscription.status === 'paused') {
    throw subscriptionError(
      'subscription_incorrect_proration_on_paused_subscription',
      'proration billing mode is not accepted on a paused subscription',
    );
  }
  if (subscription.status === 'trialing') {
    throw subscriptionError(
      'subscription_trialing_items_update_invalid_options',
      'items of a trialing subscription can only be updated with do_not_bill',
    );
  }
}

/** Returns true when the new prices have another interval, so that a new period starts with the change. */
function changesInterval({ billing_cycle }: Subscription, items: readonly PurchaseItem[]): boolean {
  const cycle = items[0]?.price.billing_cycle;
  return cycle?.interval !== billing_cycle.interval || cycle?.frequency !== billing_cycle.frequency;
}

/**
 * Returns what is charged (positive quantities) and credited (negative quantities) immediately; an empty list when nothing
 * is. The unused time of a period counts to the minute.
 */
function listImmediateItems(
  { nowMs }: Changeset,
  subscription: Subscription,
  items: readonly PurchaseItem[],
  isNewInterval: boolean,
): PurchaseItem[] {
  const period = subscription.current_billing_period;
  if (!period) return [];
  const proration = prorate(period, nowMs);
  const added = items.filter((item) => isNewInterval || !contains(subscription.items, item));
  const removed = subscription.items.filter((item) => isNewInterval || !contains(items, item));
  return [
    ...added.map((item) => (isNewInterval ? item : { ...item, proration })),
    ...removed.map(({ price, product, quantity }) => ({ price, product, quantity: -quantity, proration })),
  ];
}

/** Returns the unused part of a period. */
function prorate(period: Period, nowMs: number): Proration {
  const toMinutes = (ms: number) => BigInt(Math.max(0, Math.round(ms / MINUTE_MS)));
  const endMs = Date.parse(period.ends_at);
  return {
    numerator: toMinutes(endMs - nowMs),
    denominator: toMinutes(endMs - Date.parse(period.starts_at)),
    billingPeriod: { starts_at: toPaddleTime(nowMs), ends_at: period.ends_at },
  };
}

const contains = (items: readonly PurchaseItem[], { price, quantity }: PurchaseItem) =>
  items.some((item) => item.price.id === price.id && item.quantity === quantity);

function setItems(changeset: Changeset, subscription: Subscription, items: readonly PurchaseItem[]): void {
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
