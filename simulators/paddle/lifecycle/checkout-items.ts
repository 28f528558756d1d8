import { transactionError } from '#simulators/paddle/paddle-error.ts';
import type { Transaction } from '#simulators/paddle/state/state.ts';
import { type Changeset, emit } from './changeset.ts';
import { getTransaction } from './checkout.ts';
import { isCheckout, type Purchase, repriceTransaction } from './transactions.ts';

/** Replaces the items of an open checkout. */
export function changeItems(
  changeset: Changeset,
  transactionId: string,
  items: Purchase['items'],
  countryCode: string | null,
): Transaction {
  const transaction = getTransaction(changeset, transactionId);
  const isOpen = transaction.status === 'draft' || transaction.status === 'ready';
  if (!isOpen || !isCheckout(transaction.origin)) {
    throw transactionError('transaction_immutable', 'transaction is immutable');
  }
  const isFree = items.some(({ price }) => price.trial_period !== null);
  repriceTransaction(changeset, transaction, { items, countryCode, isFree });
  emit(changeset, 'transaction.updated', transaction);
  return transaction;
}
