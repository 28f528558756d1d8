import { type Changeset, emit } from '#simulators/paddle/lifecycle/changeset.ts';
import { getTransaction } from '#simulators/paddle/lifecycle/checkout.ts';
import { getInternals, toPurchase } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { makeTransaction } from '#simulators/paddle/lifecycle/transactions.ts';
import { subscriptionError } from '#simulators/paddle/paddle-error.ts';
import type { Subscription, Transaction } from '#simulators/paddle/state/state.ts';

/** Returns the transaction of a card-change checkout: the overdue one, or a new one with an amount of zero. */
export function makeCardChangeTransaction(changeset: Changeset, subscription: Subscription): Transaction {
  const { dunning } = getInternals(changeset, subscription.id);
  if (subscription.status === 'past_due' && dunning) return getTransaction(changeset, dunning.transactionId);
  if (subscription.status === 'canceled' || subscription.status === 'paused') {
    throw subscriptionError(
      'subscription_is_inactive_action_invalid',
      "action can't be performed on inactive subscription",
    );
  }
  const transaction = makeTransaction(changeset, toPurchase(changeset, subscription, true), {
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
