import { type Changeset, emit } from '#simulators/paddle/lifecycle/changeset.ts';
import { returnCredit } from '#simulators/paddle/lifecycle/credit-balance.ts';
import { getInternals, updateSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { changeStatus } from '#simulators/paddle/lifecycle/transactions.ts';
import { toPaddleTime } from '#simulators/paddle/state/paddle-time.ts';
import type { Subscription } from '#simulators/paddle/state/state.ts';

/** Cancels a subscription immediately. */
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
  cancelOverdueTransaction(changeset, subscription);
}

/** Pauses immediately. Stores the current period for a resume that continues it. */
export function pauseSubscriptionNow(
  changeset: Changeset,
  subscription: Subscription,
  { resumeAt }: { resumeAt: string | null },
): void {
  const internals = getInternals(changeset, subscription.id);
  // An unpaid period cannot be continued.
  internals.pausedPeriod = subscription.status === 'past_due' ? null : subscription.current_billing_period;
  updateSubscription(changeset, subscription, {
    status: 'paused',
    paused_at: subscription.scheduled_change?.effective_at ?? toPaddleTime(changeset.nowMs),
    next_billed_at: null,
    current_billing_period: null,
    scheduled_change: resumeAt ? { action: 'resume', effective_at: resumeAt, resume_at: null } : null,
  });
  emit(changeset, 'subscription.paused', subscription);
  cancelOverdueTransaction(changeset, subscription);
}

/** Stops collecting an overdue payment. */
function cancelOverdueTransaction(changeset: Changeset, subscription: Subscription): void {
  const internals = getInternals(changeset, subscription.id);
  const overdue = changeset.state.transactions[internals.dunning?.transactionId ?? ''];
  internals.dunning = null;
  if (!overdue) return;
  returnCredit(changeset, overdue);
  changeStatus(changeset, overdue, 'canceled');
  emit(changeset, 'transaction.canceled', overdue);
}
