import { subscriptionError } from '#simulators/paddle/errors.ts';
import {
  type Changeset,
  emit,
  type Period,
  type Subscription,
  type SubscriptionInternals,
  type Transaction,
  toPaddleTime,
} from '#simulators/paddle/state.ts';
import {
  beginCharge,
  canCollect,
  chargePeriod,
  collect,
  endSubscription,
  pauseNow,
  startPeriod,
} from './renewals.ts';
import { getAnchorDay, getInternals, makePeriod, toPurchase, updateSubscription } from './subscriptions.ts';
import type { Proration, PurchaseItem } from './transactions.ts';

/** Paddle rejects changes in the 30 minutes before a renewal. */
const RENEWAL_LOCK_MS = 30 * 60_000;

type EffectiveFrom = 'next_billing_period' | 'immediately';

/** Pauses immediately or at the end of the current period. */
export function pauseSubscription(
  changeset: Changeset,
  subscription: Subscription,
  effectiveFrom: EffectiveFrom,
): void {
  assertChangeable(subscription, changeset.nowMs);
  if (subscription.status === 'paused') {
    throw subscriptionError(
      'subscription_cannot_be_paused',
      "action can't be performed on paused subscription",
    );
  }
  if (effectiveFrom === 'immediately') pauseNow(changeset, subscription);
  else schedule(changeset, subscription, 'pause');
}

/** Cancels immediately or at the end of the current period. A paused subscription has no period and ends immediately. */
export function cancelSubscription(
  changeset: Changeset,
  subscription: Subscription,
  effectiveFrom: EffectiveFrom,
): void {
  const isNow = effectiveFrom === 'immediately' || subscription.status === 'paused';
  assertChangeable(subscription, changeset.nowMs, { isScheduledAllowed: isNow });
  if (isNow) endSubscription(changeset, subscription, toPaddleTime(changeset.nowMs));
  else schedule(changeset, subscription, 'cancel');
}

function schedule(changeset: Changeset, subscription: Subscription, action: 'pause' | 'cancel'): void {
  const effectiveAt = subscription.current_billing_period?.ends_at ?? toPaddleTime(changeset.nowMs);
  updateSubscription(changeset, subscription, {
    scheduled_change: { action, effective_at: effectiveAt, resume_at: null },
    next_billed_at: null,
  });
}

/** Removes a scheduled change, if any. */
export function removeScheduledChange(changeset: Changeset, subscription: Subscription): void {
  assertChangeable(subscription, changeset.nowMs, { isScheduledAllowed: true });
  if (subscription.scheduled_change === null) return;
  const { current_billing_period } = subscription;
  updateSubscription(changeset, subscription, {
    scheduled_change: null,
    next_billed_at: current_billing_period?.ends_at ?? null,
  });
}

/** Resumes a paused subscription immediately: in the paused period, free of charge, or in a new one that is charged. */
export function resumeSubscription(
  changeset: Changeset,
  subscription: Subscription,
  onResume: 'start_new_billing_period' | 'continue_existing_billing_period',
): void {
  if (subscription.status === 'canceled') throw updateWhenCanceled();
  if (subscription.status !== 'paused') {
    throw subscriptionError(
      'subscription_must_be_paused',
      'action can only be performed on paused subscription',
    );
  }
  const internals = getInternals(changeset, subscription.id);
  if (onResume === 'continue_existing_billing_period') {
    continuePeriod(changeset, subscription, internals);
    return;
  }
  const now = toPaddleTime(changeset.nowMs);
  internals.anchorDay = getAnchorDay(now);
  internals.pausedPeriod = null;
  startPeriod(changeset, subscription, now);
  emit(changeset, 'subscription.resumed', subscription);
  if (chargePeriod(changeset, subscription)) updateSubscription(changeset, subscription, {});
}

function continuePeriod(
  changeset: Changeset,
  subscription: Subscription,
  internals: SubscriptionInternals,
): void {
  const period = internals.pausedPeriod;
  if (!period || Date.parse(period.ends_at) <= changeset.nowMs) {
    throw subscriptionError(
      'subscription_continuing_existing_billing_period_not_allowed',
      'the billing period that was paused has ended',
    );
  }
  internals.pausedPeriod = null;
  updateSubscription(changeset, subscription, {
    status: 'active',
    current_billing_period: period,
    next_billed_at: period.ends_at,
    paused_at: null,
    scheduled_change: null,
  });
  emit(changeset, 'subscription.resumed', subscription);
}

/** Throws Paddle's error if the subscription's state allows no change at all. */
function assertChangeable(
  subscription: Subscription,
  nowMs: number,
  { isScheduledAllowed = false }: { isScheduledAllowed?: boolean } = {},
): void {
  if (subscription.status === 'canceled') throw updateWhenCanceled();
  if (subscription.scheduled_change && !isScheduledAllowed) {
    throw subscriptionError(
      'subscription_locked_pending_changes',
      'cannot update subscription, pending scheduled changes',
    );
  }
  const billsAt = subscription.scheduled_change?.effective_at ?? subscription.next_billed_at;
  const isBilling = subscription.status === 'active' || subscription.status === 'trialing';
  if (isBilling && billsAt && Date.parse(billsAt) - nowMs <= RENEWAL_LOCK_MS) {
    throw subscriptionError(
      'subscription_locked_renewal',
      'subscription is locked: it renews within the next 30 minutes',
      409,
    );
  }
}

const updateWhenCanceled = () =>
  subscriptionError('subscription_update_when_canceled', 'cannot update subscription, as it is canceled');

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
