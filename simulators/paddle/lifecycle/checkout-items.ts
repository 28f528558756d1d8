import { transactionRefusal } from '#simulators/paddle/paddle-error.ts';
import type { Transaction } from '#simulators/paddle/state/state.ts';
import { type Changeset, emit } from './changeset.ts';
import { transactionOf } from './checkout.ts';
import { isCheckout, type Purchase, repriceTransaction } from './transactions.ts';

/** Puts other things into a checkout that is open. */
export function changeItems(
  changeset: Changeset,
  transactionId: string,
  items: Purchase['items'],
  countryCode: string | null,
): Transaction {
  const transaction = transactionOf(changeset, transactionId);
  const isOpen = transaction.status === 'draft' || transaction.status === 'ready';
  if (!isOpen || !isCheckout(transaction.origin)) {
    throw transactionRefusal('transaction_immutable', 'transaction is immutable');
  }
  const isFree = items.some(({ price }) => price.trial_period !== null);
  repriceTransaction(changeset, transaction, { items, countryCode, isFree });
  emit(changeset, 'transaction.updated', transaction);
  return transaction;
}
