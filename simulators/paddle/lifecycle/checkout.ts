import type { CountryCode } from '@paddle/paddle-node-sdk';
import { notFound, transactionRefusal } from '#simulators/paddle/paddle-error.ts';
import {
  type Card,
  type Customer,
  entityWith,
  type Subscription,
  type Transaction,
} from '#simulators/paddle/state/state.ts';
import { outcomeOf } from './cards.ts';
import { type Changeset, emit } from './changeset.ts';
import { addressIn, customerWithEmail } from './customers.ts';
import { collectOverdue } from './renewals/dunning.ts';
import { backstageOf, beginSubscription, subscriptionOf } from './subscriptions.ts';
import {
  changeStatus,
  completeTransaction,
  failPayment,
  isCheckout,
  makeTransaction,
  type Purchase,
  repriceTransaction,
} from './transactions.ts';

/** What somebody enters into the checkout. */
export interface Payment {
  email: string;
  countryCode: CountryCode;
  postalCode: string | null;
  card: Card;
  /** Whether the bank's question of a card that asks one has been answered. */
  isConfirmed: boolean;
}

export type PaymentOutcome =
  | { outcome: 'completed'; transaction: Transaction; subscription: Subscription | null }
  | { outcome: 'declined' | 'confirmation_needed' | 'no_test_card'; transaction: Transaction };

/** A checkout opened in a browser: a draft that nobody has bought yet. */
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

/** Pays a transaction that is open: a purchase, an overdue renewal, or nothing at all to change the card. */
export function payCheckout(
  changeset: Changeset,
  transactionId: string,
  payment: Payment,
  products: Purchase['items'],
): PaymentOutcome {
  const transaction = transactionOf(changeset, transactionId);
  assertPayable(transaction);
  const outcome = outcomeOf(payment.card.number);
  if (outcome === null) return { outcome: 'no_test_card', transaction };
  if (isCheckout(transaction.origin)) makeReady(changeset, transaction, payment, products);
  if (outcome === 'confirmed-first' && !payment.isConfirmed) {
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

export function transactionOf({ state }: Pick<Changeset, 'state'>, id: string): Transaction {
  const transaction = entityWith(state.transactions, id);
  if (!transaction) throw notFound(`Transaction ${id}`);
  return transaction;
}

export function assertPayable(transaction: Transaction): void {
  if (!['draft', 'ready', 'past_due'].includes(transaction.status)) {
    throw transactionRefusal('transaction_immutable', 'transaction cannot be paid: it is not open', 409);
  }
}

function makeReady(
  changeset: Changeset,
  transaction: Transaction,
  { email, countryCode, postalCode }: Payment,
  items: Purchase['items'],
): void {
  const wasReady = transaction.status === 'ready';
  transaction.customer_id ??= customerWithEmail(changeset, email).id;
  const isElsewhere = countryOf(changeset, transaction) !== countryCode;
  if (isElsewhere || transaction.address_id === null) {
    transaction.address_id = addressIn(changeset, transaction.customer_id, countryCode, postalCode).id;
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
    subscription = beginSubscription(changeset, ready, { items, countryCode, isFree: false }, card);
  });
  return { outcome: 'completed', transaction, subscription };
}

function changeCard(changeset: Changeset, transaction: Transaction, card: Card): PaymentOutcome {
  const subscription = subscriptionOf(changeset, transaction.subscription_id ?? '');
  const backstage = backstageOf(changeset, subscription.id);
  backstage.card = card;
  backstage.failuresToCome = 0;
  if (transaction.status === 'past_due') collectOverdue(changeset, subscription);
  else completeTransaction(changeset, transaction, card);
  return { outcome: 'completed', transaction, subscription };
}

/** Where a transaction is bought from, as far as it is known. */
export function countryOf({ state }: Pick<Changeset, 'state'>, transaction: Transaction): CountryCode | null {
  return state.addresses[transaction.address_id ?? '']?.country_code ?? null;
}

export function customerOf({ state }: Pick<Changeset, 'state'>, transaction: Transaction): Customer | null {
  return state.customers[transaction.customer_id ?? ''] ?? null;
}
