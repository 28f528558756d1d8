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
  book: Changeset,
  subscription: Subscription,
  transaction: Transaction,
  failedAt: string,
): void {
  backstageOf(book, subscription.id).dunning = { transactionId: transaction.id, failedAt, tries: 0 };
  changeStatus(book, transaction, 'past_due');
  emit(book, 'transaction.past_due', transaction);
  updateSubscription(book, subscription, { status: 'past_due' });
  emit(book, 'subscription.past_due', subscription);
}

/** When the payment is tried again; `null` if none is overdue. */
export function nextRetryMs({ dunning }: Dependencies): number | null {
  const day = RETRY_DAYS[dunning?.tries ?? 0];
  return dunning && day !== undefined ? Date.parse(dunning.failedAt) + day * DAY_MS : null;
}

/** Tries an overdue payment again; the last try that fails ends or pauses the subscription. */
export function retryPayment(
  book: Changeset,
  subscription: Subscription,
  whenExhausted: DunningExhausted,
): void {
  const backstage = backstageOf(book, subscription.id);
  if (!backstage.dunning) return;
  if (takesPayment(backstage)) {
    collectOverdue(book, subscription);
    return;
  }
  failPayment(book, overdueOf(book, backstage), backstage.card);
  backstage.dunning.tries += 1;
  if (backstage.dunning.tries < RETRY_DAYS.length) return;
  if (whenExhausted === 'cancel') endSubscription(book, subscription, paddleTime(book.nowMs));
  else pauseSubscriptionNow(book, subscription, { resumeAt: null });
}

/** Collects what is overdue with the card on file. */
export function collectOverdue(book: Changeset, subscription: Subscription): void {
  const backstage = backstageOf(book, subscription.id);
  completeTransaction(book, overdueOf(book, backstage), backstage.card);
  backstage.dunning = null;
  updateSubscription(book, subscription, { status: 'active' });
}

/** Whether the next payment goes through; a failure that was asked for is used up by it. */
export function takesPayment(backstage: Dependencies): boolean {
  if (backstage.failuresToCome === 0) return isChargeable(backstage.card.number);
  backstage.failuresToCome -= 1;
  return false;
}

function overdueOf(book: Changeset, { dunning }: Dependencies): Transaction {
  const transaction = book.state.transactions[dunning?.transactionId ?? ''];
  if (!transaction) throw notFound('Transaction');
  return transaction;
}
