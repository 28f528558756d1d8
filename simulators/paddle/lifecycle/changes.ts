import { subscriptionError } from '#simulators/paddle/errors.ts';
import { type Subscription, type SubscriptionInternals, toPaddleTime } from '#simulators/paddle/state.ts';
import { type Changeset, emit } from './changeset.ts';
import { chargePeriod, endSubscription, pauseNow, startPeriod } from './renewals.ts';
import { getAnchorDay, getInternals, updateSubscription } from './subscriptions.ts';

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
export function assertChangeable(
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
