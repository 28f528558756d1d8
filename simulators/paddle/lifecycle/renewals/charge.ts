import { type Changeset, emit } from '#simulators/paddle/lifecycle/changeset.ts';
import { getCredit, settleCredit } from '#simulators/paddle/lifecycle/credit-balance.ts';
import { getInternals } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { getCurrency, type Purchase } from '#simulators/paddle/lifecycle/transaction-details.ts';
import {
  changeStatus,
  completeTransaction,
  failPayment,
  makeTransaction,
} from '#simulators/paddle/lifecycle/transactions.ts';
import type { Period, Subscription, Transaction } from '#simulators/paddle/state/state.ts';
import { markPastDue, tryPayment } from './dunning.ts';

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
