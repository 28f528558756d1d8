import { type Changeset, emit } from '#simulators/paddle/lifecycle/changeset.ts';
import { anchorDayOf } from '#simulators/paddle/lifecycle/renewals/periods.ts';
import { beginPeriod, chargePeriod } from '#simulators/paddle/lifecycle/renewals/renewal.ts';
import { backstageOf, updateSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { subscriptionRefusal } from '#simulators/paddle/paddle-error.ts';
import { paddleTime } from '#simulators/paddle/state/paddle-time.ts';
import type { Dependencies, Period, Subscription } from '#simulators/paddle/state/state.ts';
import { assertLater } from './change-rules.ts';

/** Resumes a paused subscription now or later, or dates the end of a scheduled pause. */
export function resumeSubscription(
  changeset: Changeset,
  subscription: Subscription,
  { effectiveFrom, onResume }: { effectiveFrom: string; onResume: Dependencies['onResume'] },
): void {
  if (subscription.status === 'canceled') {
    throw subscriptionRefusal(
      'subscription_update_when_canceled',
      'cannot update subscription, as it is canceled',
    );
  }
  if (effectiveFrom !== 'immediately') {
    assertLater(effectiveFrom, subscription.status === 'paused' ? null : subscription, changeset.nowMs);
  }
  backstageOf(changeset, subscription.id).onResume = onResume;
  if (subscription.status !== 'paused') dateResume(changeset, subscription, effectiveFrom);
  else if (effectiveFrom === 'immediately') resumeNow(changeset, subscription, paddleTime(changeset.nowMs));
  else {
    updateSubscription(changeset, subscription, {
      scheduled_change: { action: 'resume', effective_at: effectiveFrom, resume_at: null },
    });
  }
}

/** Resumes: in the period that was paused, free of charge, or in a new one that is charged. */
export function resumeNow(changeset: Changeset, subscription: Subscription, at: string): void {
  const backstage = backstageOf(changeset, subscription.id);
  if (backstage.onResume === 'continue_existing_billing_period') {
    continuePeriod(changeset, subscription, backstage.pausedPeriod, at);
    return;
  }
  backstage.anchorDay = anchorDayOf(at);
  backstage.pausedPeriod = null;
  beginPeriod(changeset, subscription, at);
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
    throw subscriptionRefusal(
      'subscription_continuing_existing_billing_period_not_allowed',
      'the billing period that was paused has ended',
    );
  }
  backstageOf(changeset, subscription.id).pausedPeriod = null;
  updateSubscription(changeset, subscription, {
    status: 'active',
    current_billing_period: period,
    next_billed_at: period.ends_at,
    paused_at: null,
    scheduled_change: null,
  });
  emit(changeset, 'subscription.resumed', subscription);
}

/** Says when a pause that is scheduled shall end. */
function dateResume(changeset: Changeset, subscription: Subscription, resumeAt: string): void {
  const { scheduled_change: change } = subscription;
  if (change?.action !== 'pause' || resumeAt === 'immediately') {
    throw subscriptionRefusal(
      'subscription_must_be_paused',
      'action can only be performed on paused subscription',
    );
  }
  updateSubscription(changeset, subscription, {
    scheduled_change: { ...change, resume_at: resumeAt },
    next_billed_at: resumeAt,
  });
}
