import { isChargeable } from '#simulators/paddle/lifecycle/cards.ts';
import { endSubscription, pauseSubscriptionNow } from '#simulators/paddle/lifecycle/changes/cancellation.ts';
import { type Changeset, emit } from '#simulators/paddle/lifecycle/changeset.ts';
import { getInternals, updateSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { changeStatus, completeTransaction, failPayment } from '#simulators/paddle/lifecycle/transactions.ts';
import { notFound } from '#simulators/paddle/paddle-error.ts';
import { toPaddleTime } from '#simulators/paddle/state/paddle-time.ts';
import type { Subscription, SubscriptionInternals, Transaction } from '#simulators/paddle/state/state.ts';

const DAY_MS = 86_400_000;

/** The days after the first failure on which the payment is retried. Paddle does not publish its schedule. */
const RETRY_DAYS = [1, 3, 5, 7, 14, 21, 30];

export type DunningExhausted = 'cancel' | 'pause';

/** Marks a subscription past due after a declined renewal. */
export function markPastDue(
  changeset: Changeset,
  subscription: Subscription,
  transaction: Transaction,
  failedAt: string,
): void {
  getInternals(changeset, subscription.id).dunning = { transactionId: transaction.id, failedAt, tries: 0 };
  changeStatus(changeset, transaction, 'past_due');
  emit(changeset, 'transaction.past_due', transaction);
  updateSubscription(changeset, subscription, { status: 'past_due' });
  emit(changeset, 'subscription.past_due', subscription);
}

/** Returns the time of the next payment retry; `null` when no payment is overdue. */
export function getNextRetryMs({ dunning }: SubscriptionInternals): number | null {
  const day = RETRY_DAYS[dunning?.tries ?? 0];
  return dunning && day !== undefined ? Date.parse(dunning.failedAt) + day * DAY_MS : null;
}

/** Retries an overdue payment; after the last failure the subscription is canceled or paused. */
export function retryPayment(
  changeset: Changeset,
  subscription: Subscription,
  whenExhausted: DunningExhausted,
): void {
  const internals = getInternals(changeset, subscription.id);
  if (!internals.dunning) return;
  if (tryPayment(internals)) {
    collectOverdue(changeset, subscription);
    return;
  }
  failPayment(changeset, getOverdueTransaction(changeset, internals), internals.card);
  internals.dunning.tries += 1;
  if (internals.dunning.tries < RETRY_DAYS.length) return;
  if (whenExhausted === 'cancel') endSubscription(changeset, subscription, toPaddleTime(changeset.nowMs));
  else pauseSubscriptionNow(changeset, subscription, { resumeAt: null });
}

/** Collects an overdue payment with the card on file. */
export function collectOverdue(changeset: Changeset, subscription: Subscription): void {
  const internals = getInternals(changeset, subscription.id);
  completeTransaction(changeset, getOverdueTransaction(changeset, internals), internals.card);
  internals.dunning = null;
  updateSubscription(changeset, subscription, { status: 'active' });
}

/** Returns true when the next payment succeeds. Uses up one of the requested failures. */
export function tryPayment(internals: SubscriptionInternals): boolean {
  if (internals.failuresToCome === 0) return isChargeable(internals.card.number);
  internals.failuresToCome -= 1;
  return false;
}

function getOverdueTransaction(changeset: Changeset, { dunning }: SubscriptionInternals): Transaction {
  const transaction = changeset.state.transactions[dunning?.transactionId ?? ''];
  if (!transaction) throw notFound('Transaction');
  return transaction;
}
