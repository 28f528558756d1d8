import type { State, Subscription } from '#simulators/paddle/state.ts';
import type { Changeset } from './changeset.ts';
import {
  type DunningExhausted,
  endSubscription,
  getNextRetryMs,
  pauseNow,
  renewSubscription,
  retryPayment,
} from './renewals.ts';

/** An automatic change of a subscription that is due at a time. */
export interface DueAction {
  subscriptionId: string;
  atMs: number;
  kind: 'renewal' | 'scheduled_change' | 'retry';
}

/** Returns the next automatic action of the account, of one kind if given; `null` when there is none. */
export function getNextDue(state: State, kind?: DueAction['kind']): DueAction | null {
  let next: DueAction | null = null;
  for (const subscription of Object.values(state.subscriptions)) {
    const due = findNextDue(state, subscription);
    if (!due || (kind && due.kind !== kind)) continue;
    if (next === null || due.atMs < next.atMs) next = due;
  }
  return next;
}

/** Runs a due action. */
export function advance(
  changeset: Changeset,
  { subscriptionId, kind }: DueAction,
  whenExhausted: DunningExhausted,
): void {
  const subscription = changeset.state.subscriptions[subscriptionId];
  if (!subscription) return;
  if (kind === 'retry') retryPayment(changeset, subscription, whenExhausted);
  else if (kind === 'scheduled_change') applyScheduledChange(changeset, subscription);
  else if (subscription.next_billed_at)
    renewSubscription(changeset, subscription, subscription.next_billed_at);
}

function findNextDue(state: State, subscription: Subscription): DueAction | null {
  const { id: subscriptionId, status, scheduled_change: change, next_billed_at: nextBilledAt } = subscription;
  const dues: DueAction[] = [];
  if (change) {
    dues.push({ subscriptionId, atMs: Date.parse(change.effective_at), kind: 'scheduled_change' });
  } else if (nextBilledAt && (status === 'active' || status === 'trialing')) {
    dues.push({ subscriptionId, atMs: Date.parse(nextBilledAt), kind: 'renewal' });
  }
  const internals = state.backstage[subscriptionId];
  const retryMs = status === 'past_due' && internals ? getNextRetryMs(internals) : null;
  if (retryMs !== null) dues.push({ subscriptionId, atMs: retryMs, kind: 'retry' });
  return dues.sort((one, other) => one.atMs - other.atMs)[0] ?? null;
}

function applyScheduledChange(changeset: Changeset, subscription: Subscription): void {
  const change = subscription.scheduled_change;
  if (change?.action === 'cancel') endSubscription(changeset, subscription, change.effective_at);
  if (change?.action === 'pause') pauseNow(changeset, subscription);
}
