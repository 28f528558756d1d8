import { isChargeable } from '#simulators/paddle/lifecycle/cards.ts';
import { endSubscription, pauseSubscriptionNow } from '#simulators/paddle/lifecycle/changes/cancellation.ts';
import { type Changeset, emit } from '#simulators/paddle/lifecycle/changeset.ts';
import { backstageOf, updateSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { changeStatus, completeTransaction, failPayment } from '#simulators/paddle/lifecycle/transactions.ts';
import { notFound } from '#simulators/paddle/paddle-error.ts';
import { paddleTime } from '#simulators/paddle/state/paddle-time.ts';
import type { Dependencies, Subscription, Transaction } from '#simulators/paddle/state/state.ts';

const DAY_MS = 86_400_000;

/** The days after the first failure on which the payment is tried again; Paddle's own calendar is not published. */
const RETRY_DAYS = [1, 3, 5, 7, 14, 21, 30];

export type DunningExhausted = 'cancel' | 'pause';

/** Makes a subscription past due whose renewal was declined. */
export function fallPastDue(
  changeset: Changeset,
  subscription: Subscription,
  transaction: Transaction,
  failedAt: string,
): void {
  backstageOf(changeset, subscription.id).dunning = { transactionId: transaction.id, failedAt, tries: 0 };
  changeStatus(changeset, transaction, 'past_due');
  emit(changeset, 'transaction.past_due', transaction);
  updateSubscription(changeset, subscription, { status: 'past_due' });
  emit(changeset, 'subscription.past_due', subscription);
}

/** When the payment is tried again; `null` if none is overdue. */
export function nextRetryMs({ dunning }: Dependencies): number | null {
  const day = RETRY_DAYS[dunning?.tries ?? 0];
  return dunning && day !== undefined ? Date.parse(dunning.failedAt) + day * DAY_MS : null;
}

/** Tries an overdue payment again; the last try that fails ends or pauses the subscription. */
export function retryPayment(
  changeset: Changeset,
  subscription: Subscription,
  whenExhausted: DunningExhausted,
): void {
  const backstage = backstageOf(changeset, subscription.id);
  if (!backstage.dunning) return;
  if (takesPayment(backstage)) {
    collectOverdue(changeset, subscription);
    return;
  }
  failPayment(changeset, overdueOf(changeset, backstage), backstage.card);
  backstage.dunning.tries += 1;
  if (backstage.dunning.tries < RETRY_DAYS.length) return;
  if (whenExhausted === 'cancel') endSubscription(changeset, subscription, paddleTime(changeset.nowMs));
  else pauseSubscriptionNow(changeset, subscription, { resumeAt: null });
}

/** Collects what is overdue with the card on file. */
export function collectOverdue(changeset: Changeset, subscription: Subscription): void {
  const backstage = backstageOf(changeset, subscription.id);
  completeTransaction(changeset, overdueOf(changeset, backstage), backstage.card);
  backstage.dunning = null;
  updateSubscription(changeset, subscription, { status: 'active' });
}

/** Whether the next payment goes through; a failure that was asked for is used up by it. */
export function takesPayment(backstage: Dependencies): boolean {
  if (backstage.failuresToCome === 0) return isChargeable(backstage.card.number);
  backstage.failuresToCome -= 1;
  return false;
}

function overdueOf(changeset: Changeset, { dunning }: Dependencies): Transaction {
  const transaction = changeset.state.transactions[dunning?.transactionId ?? ''];
  if (!transaction) throw notFound('Transaction');
  return transaction;
}
