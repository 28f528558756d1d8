import type { CurrencyCode, ITransactionDetailsResponse, TransactionOrigin } from '@paddle/paddle-node-sdk';
import { addTotals, moneyIn, taxRateIn, totalsOf } from '#simulators/paddle/catalog/totals.ts';
import type { Card, Period, Price, Product, Transaction } from '#simulators/paddle/state/state.ts';
import { type Changeset, emit } from './changeset.ts';
/** What somebody buys, in the country that they buy it in. */
export interface Purchase {
  items: readonly { price: Price; product: Product; quantity: number }[];
  countryCode: string | null;
  /** Nothing is charged during a trial or for a new card. */
  isFree: boolean;
}

/** Makes a transaction and files it; telling of it is left to who makes it. */
export function makeTransaction(
  changeset: Changeset,
  purchase: Purchase,
  fields: Pick<Transaction, 'origin' | 'status' | 'customer_id' | 'address_id' | 'custom_data'> & {
    subscriptionId?: string;
    billingPeriod?: Period;
    checkoutUrl?: string;
  },
): Transaction {
  const { subscriptionId, billingPeriod, checkoutUrl, ...own } = fields;
  const at = changeset.tick();
  const id = changeset.id('txn');
  const transaction: Transaction = {
    ...own,
    id,
    business_id: null,
    currency_code: currencyOf(purchase),
    subscription_id: subscriptionId ?? null,
    invoice_id: null,
    invoice_number: null,
    collection_mode: 'automatic',
    discount_id: null,
    billing_details: null,
    billing_period: billingPeriod ?? null,
    items: itemsOf(purchase),
    details: detailsOf(changeset, purchase),
    payments: [],
    checkout: { url: checkoutUrl ? paymentLink(checkoutUrl, id) : null },
    created_at: at,
    updated_at: at,
    billed_at: null,
    revised_at: null,
  };
  changeset.state.transactions[id] = transaction;
  return transaction;
}

/** Prices a transaction anew, as when its country or its items are known. */
export function repriceTransaction(changeset: Changeset, transaction: Transaction, purchase: Purchase): void {
  transaction.currency_code = currencyOf(purchase);
  transaction.items = itemsOf(purchase);
  transaction.details = detailsOf(changeset, purchase);
  transaction.updated_at = changeset.tick();
}

/** A payment that went through: paid, and completed by what `before` does in between. */
export function completeTransaction(
  changeset: Changeset,
  transaction: Transaction,
  card: Card,
  before: () => void = () => {},
): void {
  attempt(changeset, transaction, card, 'captured');
  transaction.billed_at ??= changeset.tick();
  changeStatus(changeset, transaction, 'paid');
  emit(changeset, 'transaction.paid', transaction);
  before();
  changeStatus(changeset, transaction, 'completed');
  emit(changeset, 'transaction.completed', transaction);
}

/** A payment that was declined. */
export function failPayment(changeset: Changeset, transaction: Transaction, card: Card): void {
  attempt(changeset, transaction, card, 'error');
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

function paymentLink(checkoutUrl: string, transactionId: string): string {
  const url = new URL(checkoutUrl);
  url.searchParams.set('_ptxn', transactionId);
  return url.href;
}

function attempt(
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

function currencyOf({ items, countryCode }: Purchase): CurrencyCode {
  const [first] = items;
  return first ? moneyIn(first.price, countryCode).currency_code : 'USD';
}

function itemsOf({ items }: Purchase): Transaction['items'] {
  return items.map(({ price, quantity }) => ({ price_id: price.id, price, quantity, proration: null }));
}

function detailsOf(changeset: Changeset, purchase: Purchase): ITransactionDetailsResponse {
  const { items, countryCode, isFree } = purchase;
  const lines = items.map(({ price, product, quantity }) => {
    const unit = isFree ? 0n : BigInt(moneyIn(price, countryCode).amount);
    return {
      id: changeset.id('txnitm'),
      price_id: price.id,
      quantity,
      proration: null,
      tax_rate: taxRateIn(countryCode),
      unit_totals: totalsOf(unit, countryCode),
      totals: totalsOf(unit * BigInt(quantity), countryCode),
      product,
    };
  });
  const totals = addTotals(lines.map((line) => line.totals));
  return {
    tax_rates_used: [{ tax_rate: taxRateIn(countryCode), totals }],
    totals: {
      ...totals,
      credit: '0',
      credit_to_balance: '0',
      balance: totals.total,
      grand_total: totals.total,
      grand_total_tax: totals.tax,
      fee: null,
      earnings: null,
      currency_code: currencyOf(purchase),
    },
    adjusted_totals: null,
    payout_totals: null,
    adjusted_payout_totals: null,
    line_items: lines,
  };
}
