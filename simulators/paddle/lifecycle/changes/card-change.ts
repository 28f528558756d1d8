import { type Changeset, emit } from '#simulators/paddle/lifecycle/changeset.ts';
import { transactionOf } from '#simulators/paddle/lifecycle/checkout.ts';
import { backstageOf, purchaseOf } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { makeTransaction } from '#simulators/paddle/lifecycle/transactions.ts';
import { subscriptionRefusal } from '#simulators/paddle/paddle-error.ts';
import type { Subscription, Transaction } from '#simulators/paddle/state/state.ts';

/** The transaction that a checkout is opened with to change the card: what is overdue, or one of nothing. */
export function cardChangeTransaction(changeset: Changeset, subscription: Subscription): Transaction {
  const { dunning } = backstageOf(changeset, subscription.id);
  if (subscription.status === 'past_due' && dunning) return transactionOf(changeset, dunning.transactionId);
  if (subscription.status === 'canceled' || subscription.status === 'paused') {
    throw subscriptionRefusal(
      'subscription_is_inactive_action_invalid',
      "action can't be performed on inactive subscription",
    );
  }
  const transaction = makeTransaction(changeset, purchaseOf(changeset, subscription, true), {
    origin: 'subscription_payment_method_change',
    status: 'ready',
    customer_id: subscription.customer_id,
    address_id: subscription.address_id,
    custom_data: subscription.custom_data,
    subscriptionId: subscription.id,
  });
  emit(changeset, 'transaction.created', transaction);
  emit(changeset, 'transaction.ready', transaction);
  return transaction;
}
