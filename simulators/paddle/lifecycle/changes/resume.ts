import { type Changeset, emit } from '#simulators/paddle/lifecycle/changeset.ts';
import { getAnchorDay } from '#simulators/paddle/lifecycle/renewals/periods.ts';
import { chargePeriod, startPeriod } from '#simulators/paddle/lifecycle/renewals/renewal.ts';
import { getInternals, updateSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { subscriptionError } from '#simulators/paddle/paddle-error.ts';
import { toPaddleTime } from '#simulators/paddle/state/paddle-time.ts';
import type { Period, Subscription, SubscriptionInternals } from '#simulators/paddle/state/state.ts';
import { assertValidResumeDate } from './change-rules.ts';

/** Resumes a paused subscription now or later, or sets the end of a scheduled pause. */
export function resumeSubscription(
  changeset: Changeset,
  subscription: Subscription,
  { effectiveFrom, onResume }: { effectiveFrom: string; onResume: SubscriptionInternals['onResume'] },
): void {
  if (subscription.status === 'canceled') {
    throw subscriptionError(
      'subscription_update_when_canceled',
      'cannot update subscription, as it is canceled',
    );
  }
  if (effectiveFrom !== 'immediately') {
    assertValidResumeDate(
      effectiveFrom,
      subscription.status === 'paused' ? null : subscription,
      changeset.nowMs,
    );
  }
  getInternals(changeset, subscription.id).onResume = onResume;
  if (subscription.status !== 'paused') scheduleResume(changeset, subscription, effectiveFrom);
  else if (effectiveFrom === 'immediately') resumeNow(changeset, subscription, toPaddleTime(changeset.nowMs));
  else {
    updateSubscription(changeset, subscription, {
      scheduled_change: { action: 'resume', effective_at: effectiveFrom, resume_at: null },
    });
  }
}

/** Resumes in the paused period, free of charge, or in a new one that is charged. */
export function resumeNow(changeset: Changeset, subscription: Subscription, at: string): void {
  const internals = getInternals(changeset, subscription.id);
  if (internals.onResume === 'continue_existing_billing_period') {
    continuePeriod(changeset, subscription, internals.pausedPeriod, at);
    return;
  }
  internals.anchorDay = getAnchorDay(at);
  internals.pausedPeriod = null;
  startPeriod(changeset, subscription, at);
  emit(changeset, 'subscription.resumed', subscription);
  if (chargePeriod(changeset, subscription)) updateSubscription(changeset, subscription, {});
}

function continuePeriod(
  changeset: Changeset,
  subscription: Subscription,
  period: Period | null,
  at: string,
): void {
  if (!period || Date.parse(period.ends_at) <= Date.parse(at)) {
    throw subscriptionError(
      'subscription_continuing_existing_billing_period_not_allowed',
      'the billing period that was paused has ended',
    );
  }
  getInternals(changeset, subscription.id).pausedPeriod = null;
  updateSubscription(changeset, subscription, {
    status: 'active',
    current_billing_period: period,
    next_billed_at: period.ends_at,
    paused_at: null,
    scheduled_change: null,
  });
  emit(changeset, 'subscription.resumed', subscription);
}

/** Sets the end of a scheduled pause. */
function scheduleResume(changeset: Changeset, subscription: Subscription, resumeAt: string): void {
  const { scheduled_change: change } = subscription;
  if (change?.action !== 'pause' || resumeAt === 'immediately') {
    throw subscriptionError(
      'subscription_must_be_paused',
      'action can only be performed on paused subscription',
    );
  }
  updateSubscription(changeset, subscription, {
    scheduled_change: { ...change, resume_at: resumeAt },
    next_billed_at: resumeAt,
  });
}
