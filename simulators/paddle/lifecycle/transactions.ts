import type { TransactionOrigin } from '@paddle/paddle-node-sdk';
import type { Card, Period, Transaction } from '#simulators/paddle/state/state.ts';
import { type Changeset, emit } from './changeset.ts';
import { getCurrency, makeDetails, type Purchase, toItems } from './transaction-details.ts';

/** Creates and stores a transaction. The caller emits its events. */
export function makeTransaction(
  changeset: Changeset,
  purchase: Purchase,
  fields: Pick<Transaction, 'origin' | 'status' | 'customer_id' | 'address_id' | 'custom_data'> & {
    subscriptionId?: string;
    billingPeriod?: Period;
    checkoutUrl?: string;
    /** The customer's credit balance, which is used first. */
    credit?: bigint;
  },
): Transaction {
  const { subscriptionId, billingPeriod, checkoutUrl, credit, ...own } = fields;
  const at = changeset.tick();
  const id = changeset.id('txn');
  const transaction: Transaction = {
    ...own,
    id,
    business_id: null,
    currency_code: getCurrency(purchase),
    subscription_id: subscriptionId ?? null,
    invoice_id: null,
    invoice_number: null,
    collection_mode: 'automatic',
    discount_id: null,
    billing_details: null,
    billing_period: billingPeriod ?? null,
    items: toItems(purchase),
    details: makeDetails(purchase, () => changeset.id('txnitm'), credit),
    payments: [],
    checkout: { url: checkoutUrl ? makePaymentLink(checkoutUrl, id) : null },
    created_at: at,
    updated_at: at,
    billed_at: null,
    revised_at: null,
  };
  changeset.state.transactions[id] = transaction;
  return transaction;
}

/** Recalculates a transaction after its country or items changed. */
export function repriceTransaction(changeset: Changeset, transaction: Transaction, purchase: Purchase): void {
  transaction.currency_code = getCurrency(purchase);
  transaction.items = toItems(purchase);
  transaction.details = makeDetails(purchase, () => changeset.id('txnitm'));
  transaction.updated_at = changeset.tick();
}

/** Records a successful payment: paid, then completed after `beforeCompletion` has run. */
export function completeTransaction(
  changeset: Changeset,
  transaction: Transaction,
  card: Card,
  beforeCompletion: () => void = () => {},
): void {
  recordAttempt(changeset, transaction, card, 'captured');
  transaction.billed_at ??= changeset.tick();
  changeStatus(changeset, transaction, 'paid');
  emit(changeset, 'transaction.paid', transaction);
  beforeCompletion();
  changeStatus(changeset, transaction, 'completed');
  emit(changeset, 'transaction.completed', transaction);
}

/** Records a declined payment. */
export function failPayment(changeset: Changeset, transaction: Transaction, card: Card): void {
  recordAttempt(changeset, transaction, card, 'error');
  transaction.updated_at = changeset.tick();
  emit(changeset, 'transaction.updated', transaction);
  emit(changeset, 'transaction.payment_failed', transaction);
}

export function changeStatus(
  changeset: Changeset,
  transaction: Transaction,
  status: Transaction['status'],
): void {
  transaction.status = status;
  transaction.updated_at = changeset.tick();
  emit(changeset, 'transaction.updated', transaction);
}

export const isCheckout = (origin: TransactionOrigin) => origin === 'web' || origin === 'api';

function makePaymentLink(checkoutUrl: string, transactionId: string): string {
  const url = new URL(checkoutUrl);
  url.searchParams.set('_ptxn', transactionId);
  return url.href;
}

function recordAttempt(
  changeset: Changeset,
  transaction: Transaction,
  card: Card,
  status: 'captured' | 'error',
): void {
  const at = changeset.tick();
  transaction.payments.unshift({
    payment_attempt_id: crypto.randomUUID(),
    stored_payment_method_id: crypto.randomUUID(),
    payment_method_id: changeset.id('paymtd'),
    amount: transaction.details?.totals?.grand_total ?? '0',
    status,
    error_code: status === 'error' ? 'declined' : null,
    method_details: {
      type: 'card',
      card: {
        type: 'visa',
        last4: card.number.slice(-4),
        expiry_month: card.expiryMonth,
        expiry_year: card.expiryYear,
        cardholder_name: card.cardholderName,
      },
      paypal: null,
      south_korea_local_card: null,
      underlying_details: null,
    },
    created_at: at,
    captured_at: status === 'captured' ? at : null,
  });
}
