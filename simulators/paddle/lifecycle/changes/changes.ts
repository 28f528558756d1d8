import type { Changeset } from '#simulators/paddle/lifecycle/changeset.ts';
import { getInternals, updateSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { subscriptionError } from '#simulators/paddle/paddle-error.ts';
import { toPaddleTime } from '#simulators/paddle/state/paddle-time.ts';
import type { Subscription, SubscriptionInternals } from '#simulators/paddle/state/state.ts';
import { endSubscription, pauseSubscriptionNow } from './cancellation.ts';
import { assertChangeable, assertValidResumeDate } from './change-rules.ts';

export type EffectiveFrom = 'next_billing_period' | 'immediately';

/** Pauses immediately or at the end of the current period. */
export function pauseSubscription(
  changeset: Changeset,
  subscription: Subscription,
  {
    effectiveFrom,
    resumeAt,
    onResume,
  }: { effectiveFrom: EffectiveFrom; resumeAt: string | null; onResume: OnResume },
): void {
  assertChangeable(subscription, changeset.nowMs);
  if (subscription.status === 'paused') {
    throw subscriptionError(
      'subscription_cannot_be_paused',
      "action can't be performed on paused subscription",
    );
  }
  if (resumeAt)
    assertValidResumeDate(resumeAt, effectiveFrom === 'immediately' ? null : subscription, changeset.nowMs);
  getInternals(changeset, subscription.id).onResume = onResume;
  if (effectiveFrom === 'immediately') pauseSubscriptionNow(changeset, subscription, { resumeAt });
  else schedule(changeset, subscription, 'pause', resumeAt);
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
  else schedule(changeset, subscription, 'cancel', null);
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

type OnResume = SubscriptionInternals['onResume'];

function schedule(
  changeset: Changeset,
  subscription: Subscription,
  action: 'pause' | 'cancel',
  resumeAt: string | null,
): void {
  const effectiveAt = subscription.current_billing_period?.ends_at ?? toPaddleTime(changeset.nowMs);
  updateSubscription(changeset, subscription, {
    scheduled_change: { action, effective_at: effectiveAt, resume_at: resumeAt },
    next_billed_at: resumeAt,
  });
}
