import { type Changeset, emit } from '#simulators/paddle/lifecycle/changeset.ts';
import { backstageOf, updateSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { changeStatus } from '#simulators/paddle/lifecycle/transactions.ts';
import { paddleTime } from '#simulators/paddle/state/paddle-time.ts';
import type { Subscription } from '#simulators/paddle/state/state.ts';

/** Cancels at once, for good. */
export function endSubscription(changeset: Changeset, subscription: Subscription, canceledAt: string): void {
  updateSubscription(changeset, subscription, {
    status: 'canceled',
    canceled_at: canceledAt,
    paused_at: null,
    next_billed_at: null,
    current_billing_period: null,
    scheduled_change: null,
  });
  emit(changeset, 'subscription.canceled', subscription);
  dropOverdue(changeset, subscription);
}

/** Pauses at once. The period that was running is kept for a resume that continues it. */
export function pauseSubscriptionNow(
  changeset: Changeset,
  subscription: Subscription,
  { resumeAt }: { resumeAt: string | null },
): void {
  const backstage = backstageOf(changeset, subscription.id);
  // A period that was not paid for is not there to be continued.
  backstage.pausedPeriod = subscription.status === 'past_due' ? null : subscription.current_billing_period;
  updateSubscription(changeset, subscription, {
    status: 'paused',
    paused_at: subscription.scheduled_change?.effective_at ?? paddleTime(changeset.nowMs),
    next_billed_at: null,
    current_billing_period: null,
    scheduled_change: resumeAt ? { action: 'resume', effective_at: resumeAt, resume_at: null } : null,
  });
  emit(changeset, 'subscription.paused', subscription);
  dropOverdue(changeset, subscription);
}

/** What is overdue is not asked for any more. */
function dropOverdue(changeset: Changeset, subscription: Subscription): void {
  const backstage = backstageOf(changeset, subscription.id);
  const overdue = changeset.state.transactions[backstage.dunning?.transactionId ?? ''];
  backstage.dunning = null;
  if (!overdue) return;
  changeStatus(changeset, overdue, 'canceled');
  emit(changeset, 'transaction.canceled', overdue);
}
