import type { CountryCode } from '@paddle/paddle-node-sdk';
import { notFound, transactionError } from '#simulators/paddle/paddle-error.ts';
import {
  type Card,
  type Customer,
  getEntity,
  type Subscription,
  type Transaction,
} from '#simulators/paddle/state/state.ts';
import { getCardOutcome } from './cards.ts';
import { type Changeset, emit } from './changeset.ts';
import { findOrCreateAddress, findOrCreateCustomer } from './customers.ts';
import { collectOverdue } from './renewals/dunning.ts';
import { createSubscription, getInternals, getSubscription } from './subscriptions.ts';
import type { Purchase } from './transaction-details.ts';
import {
  changeStatus,
  completeTransaction,
  failPayment,
  isCheckout,
  makeTransaction,
  repriceTransaction,
} from './transactions.ts';

/** The input of the checkout form. */
export interface Payment {
  email: string;
  countryCode: CountryCode;
  postalCode: string | null;
  card: Card;
  /** True after the buyer confirmed the payment with the bank, for cards that require it. */
  isConfirmed: boolean;
}

export type PaymentOutcome =
  | { outcome: 'completed'; transaction: Transaction; subscription: Subscription | null }
  | { outcome: 'declined' | 'confirmation_needed' | 'no_test_card'; transaction: Transaction };

/** Creates the draft transaction of a checkout opened in a browser. */
export function openCheckout(
  changeset: Changeset,
  items: Purchase['items'],
  customData: Transaction['custom_data'],
  countryCode: string | null,
): Transaction {
  const purchase = { items, countryCode, isFree: items.some(({ price }) => price.trial_period !== null) };
  const transaction = makeTransaction(changeset, purchase, {
    origin: 'web',
    status: 'draft',
    customer_id: null,
    address_id: null,
    custom_data: customData,
  });
  emit(changeset, 'transaction.created', transaction);
  return transaction;
}

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

/** Pays an open transaction: a purchase, an overdue renewal, or an amount of zero to change the card. */
export function payCheckout(
  changeset: Changeset,
  transactionId: string,
  payment: Payment,
  products: Purchase['items'],
): PaymentOutcome {
  const transaction = getTransaction(changeset, transactionId);
  assertPayable(transaction);
  const outcome = getCardOutcome(payment.card.number);
  if (outcome === null) return { outcome: 'no_test_card', transaction };
  if (isCheckout(transaction.origin)) makeReady(changeset, transaction, payment, products);
  if (outcome === 'requires-confirmation' && !payment.isConfirmed) {
    return { outcome: 'confirmation_needed', transaction };
  }
  if (outcome === 'declined') {
    failPayment(changeset, transaction, payment.card);
    return { outcome: 'declined', transaction };
  }
  return isCheckout(transaction.origin)
    ? completePurchase(changeset, transaction, payment, products)
    : changeCard(changeset, transaction, payment.card);
}

/** Returns a transaction; throws Paddle's 404 error if there is none. */
export function getTransaction({ state }: Pick<Changeset, 'state'>, id: string): Transaction {
  const transaction = getEntity(state.transactions, id);
  if (!transaction) throw notFound(`Transaction ${id}`);
  return transaction;
}

/** Throws Paddle's error unless the transaction is open. */
export function assertPayable(transaction: Transaction): void {
  if (!['draft', 'ready', 'past_due'].includes(transaction.status)) {
    throw transactionError('transaction_immutable', 'transaction cannot be paid: it is not open', 409);
  }
}

function makeReady(
  changeset: Changeset,
  transaction: Transaction,
  { email, countryCode, postalCode }: Payment,
  items: Purchase['items'],
): void {
  const wasReady = transaction.status === 'ready';
  transaction.customer_id ??= findOrCreateCustomer(changeset, email).id;
  const isElsewhere = findTransactionCountry(changeset, transaction) !== countryCode;
  if (isElsewhere || transaction.address_id === null) {
    transaction.address_id = findOrCreateAddress(
      changeset,
      transaction.customer_id,
      countryCode,
      postalCode,
    ).id;
    const isFree = items.some(({ price }) => price.trial_period !== null);
    repriceTransaction(changeset, transaction, { items, countryCode, isFree });
    if (wasReady) emit(changeset, 'transaction.updated', transaction);
  }
  if (wasReady) return;
  changeStatus(changeset, transaction, 'ready');
  emit(changeset, 'transaction.ready', transaction);
}

function completePurchase(
  changeset: Changeset,
  transaction: Transaction,
  { card, countryCode }: Payment,
  items: Purchase['items'],
): PaymentOutcome {
  const { customer_id, address_id } = transaction;
  if (customer_id === null || address_id === null) throw notFound('Customer');
  let subscription: Subscription | null = null;
  completeTransaction(changeset, transaction, card, () => {
    const ready = Object.assign(transaction, { customer_id, address_id });
    subscription = createSubscription(changeset, ready, { items, countryCode, isFree: false }, card);
  });
  return { outcome: 'completed', transaction, subscription };
}

function changeCard(changeset: Changeset, transaction: Transaction, card: Card): PaymentOutcome {
  const subscription = getSubscription(changeset, transaction.subscription_id ?? '');
  const internals = getInternals(changeset, subscription.id);
  internals.card = card;
  internals.failuresToCome = 0;
  if (transaction.status === 'past_due') collectOverdue(changeset, subscription);
  else completeTransaction(changeset, transaction, card);
  return { outcome: 'completed', transaction, subscription };
}

/** Returns the buyer's country, if it is set. */
export function findTransactionCountry(
  { state }: Pick<Changeset, 'state'>,
  transaction: Transaction,
): CountryCode | null {
  return state.addresses[transaction.address_id ?? '']?.country_code ?? null;
}

export function findTransactionCustomer(
  { state }: Pick<Changeset, 'state'>,
  transaction: Transaction,
): Customer | null {
  return state.customers[transaction.customer_id ?? ''] ?? null;
}
