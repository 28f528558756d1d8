import { notFound } from '#simulators/paddle/errors.ts';
import {
  type Changeset,
  emit,
  type Period,
  type Subscription,
  type SubscriptionInternals,
  type Transaction,
  toPaddleTime,
} from '#simulators/paddle/state.ts';
import { isChargeable } from './cards.ts';
import { getInternals, makePeriod, toPurchase, updateSubscription } from './subscriptions.ts';
import {
  changeStatus,
  completeTransaction,
  failPayment,
  getCredit,
  getCurrency,
  makeTransaction,
  type Purchase,
  returnCredit,
  settleCredit,
} from './transactions.ts';

/**
 * Starts the next period and charges for it. As at Paddle, the first event contains the new period and an active
 * subscription before the payment is attempted.
 */
export function renewSubscription(changeset: Changeset, subscription: Subscription, startsAt: string): void {
  const isFirstBill = subscription.status === 'trialing';
  startPeriod(changeset, subscription, startsAt);
  if (!chargePeriod(changeset, subscription)) return;
  if (!isFirstBill) return;
  emit(changeset, 'subscription.activated', subscription);
  updateSubscription(changeset, subscription, {});
}

/** Makes the period that starts at a timestamp the current one. */
export function startPeriod(changeset: Changeset, subscription: Subscription, startsAt: string): void {
  const { anchorDay } = getInternals(changeset, subscription.id);
  const period = makePeriod(startsAt, subscription.billing_cycle, anchorDay);
  for (const item of subscription.items) item.previously_billed_at = startsAt;
  updateSubscription(changeset, subscription, {
    status: 'active',
    current_billing_period: period,
    next_billed_at: period.ends_at,
    first_billed_at: subscription.first_billed_at ?? startsAt,
    paused_at: null,
    scheduled_change: null,
  });
}

/** Charges for the current period. Returns false when the payment fails and the subscription becomes past due. */
export function chargePeriod(changeset: Changeset, subscription: Subscription): boolean {
  const charge = beginCharge(changeset, subscription, {
    purchase: toPurchase(changeset, subscription),
    origin: 'subscription_recurring',
    billingPeriod: subscription.current_billing_period,
  });
  return collect(changeset, subscription, charge, canCollect(changeset, subscription, charge));
}

interface Charge {
  purchase: Purchase;
  origin: 'subscription_recurring' | 'subscription_update';
  billingPeriod: Period | null;
}

/** Creates the transaction of a charge or credit. The customer's credit balance is used first. */
export function beginCharge(
  changeset: Changeset,
  subscription: Subscription,
  { purchase, origin, billingPeriod }: Charge,
): Transaction {
  const transaction = makeTransaction(changeset, purchase, {
    origin,
    status: 'billed',
    customer_id: subscription.customer_id,
    address_id: subscription.address_id,
    custom_data: subscription.custom_data,
    subscriptionId: subscription.id,
    credit: getCredit(changeset, subscription.customer_id, getCurrency(purchase)),
    ...(billingPeriod ? { billingPeriod } : {}),
  });
  transaction.billed_at = transaction.created_at;
  return transaction;
}

/** Returns true when the payment of a charge succeeds. Nothing is collected for an amount of zero or a credit. */
export function canCollect(
  changeset: Changeset,
  subscription: Subscription,
  transaction: Transaction,
): boolean {
  return !isDue(transaction) || tryPayment(getInternals(changeset, subscription.id));
}

/** Emits the events of a charge. When the payment fails, the subscription becomes past due and false is returned. */
export function collect(
  changeset: Changeset,
  subscription: Subscription,
  transaction: Transaction,
  isPaid: boolean,
): boolean {
  const { card } = getInternals(changeset, subscription.id);
  settleCredit(changeset, transaction);
  emit(changeset, 'transaction.created', transaction);
  emit(changeset, 'transaction.billed', transaction);
  if (isPaid) {
    if (isDue(transaction)) completeTransaction(changeset, transaction, card);
    else completeWithoutPayment(changeset, transaction);
    return true;
  }
  failPayment(changeset, transaction, card);
  const failedAt = transaction.billing_period?.starts_at ?? transaction.created_at;
  markPastDue(changeset, subscription, transaction, failedAt);
  return false;
}

const isDue = ({ details }: Transaction) => BigInt(details?.totals?.grand_total ?? '0') > 0n;

function completeWithoutPayment(changeset: Changeset, transaction: Transaction): void {
  changeStatus(changeset, transaction, 'completed');
  emit(changeset, 'transaction.completed', transaction);
}

const DAY_MS = 86_400_000;

/** The days after the first failure on which the payment is retried. Paddle does not publish its schedule. */
const RETRY_DAYS = [1, 3, 5, 7, 14, 21, 30];

export type DunningExhausted = 'cancel' | 'pause';

/** Marks a subscription past due after a declined renewal. */
function markPastDue(
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
  else pauseNow(changeset, subscription);
}

/** Collects an overdue payment with the card on file. */
export function collectOverdue(changeset: Changeset, subscription: Subscription): void {
  const internals = getInternals(changeset, subscription.id);
  completeTransaction(changeset, getOverdueTransaction(changeset, internals), internals.card);
  internals.dunning = null;
  updateSubscription(changeset, subscription, { status: 'active' });
}

/** Returns true when the next payment succeeds. Uses up one of the requested failures. */
function tryPayment(internals: SubscriptionInternals): boolean {
  if (internals.failuresToCome === 0) return isChargeable(internals.card.number);
  internals.failuresToCome -= 1;
  return false;
}

function getOverdueTransaction(changeset: Changeset, { dunning }: SubscriptionInternals): Transaction {
  const transaction = changeset.state.transactions[dunning?.transactionId ?? ''];
  if (!transaction) throw notFound('Transaction');
  return transaction;
}

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
export function pauseNow(changeset: Changeset, subscription: Subscription): void {
  const internals = getInternals(changeset, subscription.id);
  // An unpaid period cannot be continued.
  internals.pausedPeriod = subscription.status === 'past_due' ? null : subscription.current_billing_period;
  updateSubscription(changeset, subscription, {
    status: 'paused',
    paused_at: subscription.scheduled_change?.effective_at ?? toPaddleTime(changeset.nowMs),
    next_billed_at: null,
    current_billing_period: null,
    scheduled_change: null,
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
