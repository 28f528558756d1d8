import { endSubscription, pauseSubscriptionNow } from '#simulators/paddle/lifecycle/changes/cancellation.ts';
import { resumeNow } from '#simulators/paddle/lifecycle/changes/resume.ts';
import type { Changeset } from '#simulators/paddle/lifecycle/changeset.ts';
import { backstageOf } from '#simulators/paddle/lifecycle/subscriptions.ts';
import type { State, Subscription } from '#simulators/paddle/state/state.ts';
import { type DunningExhausted, nextRetryMs, retryPayment } from './dunning.ts';
import { renewSubscription } from './renewal.ts';

/** Something that happens to a subscription by itself when its time comes. */
export interface Due {
  subscriptionId: string;
  atMs: number;
  kind: 'renewal' | 'scheduled_change' | 'retry';
}

/** What happens next by itself in the whole account; `null` when nothing will. */
export function nextDue(state: State): Due | null {
  let next: Due | null = null;
  for (const subscription of Object.values(state.subscriptions)) {
    const due = dueOf(state, subscription);
    if (due && (next === null || due.atMs < next.atMs)) next = due;
  }
  return next;
}

/** Lets something happen that is due. */
export function advance(
  changeset: Changeset,
  { subscriptionId, kind }: Due,
  whenExhausted: DunningExhausted,
): void {
  const subscription = changeset.state.subscriptions[subscriptionId];
  if (!subscription) return;
  if (kind === 'retry') retryPayment(changeset, subscription, whenExhausted);
  else if (kind === 'scheduled_change') applyScheduledChange(changeset, subscription);
  else if (subscription.next_billed_at)
    renewSubscription(changeset, subscription, subscription.next_billed_at);
}

function dueOf(state: State, subscription: Subscription): Due | null {
  const { id: subscriptionId, status, scheduled_change: change, next_billed_at: nextBilledAt } = subscription;
  const dues: Due[] = [];
  if (change) {
    dues.push({ subscriptionId, atMs: Date.parse(change.effective_at), kind: 'scheduled_change' });
  } else if (nextBilledAt && (status === 'active' || status === 'trialing')) {
    dues.push({ subscriptionId, atMs: Date.parse(nextBilledAt), kind: 'renewal' });
  }
  const backstage = state.backstage[subscriptionId];
  const retryMs = status === 'past_due' && backstage ? nextRetryMs(backstage) : null;
  if (retryMs !== null) dues.push({ subscriptionId, atMs: retryMs, kind: 'retry' });
  return dues.sort((one, other) => one.atMs - other.atMs)[0] ?? null;
}

function applyScheduledChange(changeset: Changeset, subscription: Subscription): void {
  const change = subscription.scheduled_change;
  if (change?.action === 'cancel') endSubscription(changeset, subscription, change.effective_at);
  if (change?.action === 'pause') {
    pauseSubscriptionNow(changeset, subscription, { resumeAt: change.resume_at ?? null });
  }
  if (change?.action === 'resume') resumeOnTime(changeset, subscription, change.effective_at);
}

/** Nobody is there to be refused: a period that can't be continued any more gives way to a new one. */
function resumeOnTime(changeset: Changeset, subscription: Subscription, at: string): void {
  const backstage = backstageOf(changeset, subscription.id);
  const endsAt = backstage.pausedPeriod?.ends_at ?? at;
  if (Date.parse(endsAt) <= Date.parse(at)) backstage.onResume = 'start_new_billing_period';
  resumeNow(changeset, subscription, at);
}
