import type {
  CurrencyCode,
  IProrationResponse,
  ITotals,
  ITransactionDetailsResponse,
} from '@paddle/paddle-node-sdk';
import { addTotals, calculateTotals, getLocalPrice, getTaxRate } from '#simulators/paddle/catalog.ts';
import { notFound } from '#simulators/paddle/errors.ts';
import {
  type Card,
  type Changeset,
  emit,
  getEntity,
  type Period,
  type Price,
  type Product,
  type State,
  type Transaction,
} from '#simulators/paddle/state.ts';

/** Returns a transaction; throws Paddle's 404 error if there is none. */
export function getTransaction({ state }: StateHolder, id: string): Transaction {
  const transaction = getEntity(state.transactions, id);
  if (!transaction) throw notFound(`Transaction ${id}`);
  return transaction;
}

/** Creates and stores a transaction. The caller emits its events. */
export function makeTransaction(
  changeset: Changeset,
  purchase: Purchase,
  fields: Pick<Transaction, 'origin' | 'status' | 'customer_id' | 'address_id' | 'custom_data'> & {
    subscriptionId?: string;
    billingPeriod?: Period;
    /** The customer's credit balance, which is used first. */
    credit?: bigint;
  },
): Transaction {
  const { subscriptionId, billingPeriod, credit, ...own } = fields;
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
    checkout: { url: null },
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

/** The purchased items and the buyer's country. */
export interface Purchase {
  items: readonly PurchaseItem[];
  countryCode: string | null;
  /** No charge, as during a trial or for a card change. */
  isFree: boolean;
}

export interface PurchaseItem {
  price: Price;
  product: Product;
  /** Negative for an item that was removed from a subscription and whose unused time is credited. */
  quantity: number;
  /** The part of a billing period that is charged or credited; the whole price without it. */
  proration?: Proration;
}

export interface Proration {
  numerator: bigint;
  denominator: bigint;
  billingPeriod: Period;
}

/** Returns the currency of a purchase: that of its first price in the buyer's country. */
export function getCurrency({ items, countryCode }: Purchase): CurrencyCode {
  const [first] = items;
  return first ? getLocalPrice(first.price, countryCode).currency_code : 'USD';
}

function toItems({ items }: Purchase): Transaction['items'] {
  return items.map(({ price, quantity, proration }) => ({
    price_id: price.id,
    price,
    quantity,
    proration: presentProration(proration),
  }));
}

/**
 * Calculates the totals of a purchase. `credit` is the customer's credit balance, which is used first. A negative total is
 * added to that balance.
 */
export function makeDetails(purchase: Purchase, makeItemId: () => string, credit = 0n) {
  const { items, countryCode } = purchase;
  const lines = items.map((item) => ({
    id: makeItemId(),
    price_id: item.price.id,
    quantity: item.quantity,
    proration: presentProration(item.proration),
    tax_rate: getTaxRate(countryCode),
    unit_totals: calculateTotals(getUnitAmount(item, purchase), countryCode),
    totals: calculateLineTotals(item, purchase),
    product: item.product,
  }));
  const totals = addTotals(lines.map((line) => line.totals));
  const total = BigInt(totals.total);
  const creditUsed = total > 0n ? min(credit, total) : 0n;
  const grandTotal = total > 0n ? total - creditUsed : 0n;
  return {
    tax_rates_used: [{ tax_rate: getTaxRate(countryCode), totals }],
    totals: {
      ...totals,
      credit: `${creditUsed}`,
      credit_to_balance: total < 0n ? `${-total}` : '0',
      balance: `${grandTotal}`,
      grand_total: `${grandTotal}`,
      grand_total_tax: total > 0n ? `${(BigInt(totals.tax) * grandTotal) / total}` : '0',
      fee: null,
      earnings: null,
      currency_code: getCurrency(purchase),
    },
    adjusted_totals: null,
    payout_totals: null,
    adjusted_payout_totals: null,
    line_items: lines,
  } satisfies ITransactionDetailsResponse;
}

function getUnitAmount({ price, proration }: PurchaseItem, { countryCode, isFree }: Purchase): bigint {
  if (isFree) return 0n;
  const amount = BigInt(getLocalPrice(price, countryCode).amount);
  if (!proration) return amount;
  return (amount * proration.numerator * 2n + proration.denominator) / (proration.denominator * 2n);
}

function calculateLineTotals(item: PurchaseItem, purchase: Purchase): ITotals {
  const amount = getUnitAmount(item, purchase) * BigInt(Math.abs(item.quantity));
  const totals = calculateTotals(amount, purchase.countryCode);
  if (item.quantity >= 0) return totals;
  const negate = (value: string) => `${-BigInt(value)}`;
  return {
    subtotal: negate(totals.subtotal),
    discount: negate(totals.discount),
    tax: negate(totals.tax),
    total: negate(totals.total),
  };
}

function presentProration(proration: Proration | undefined): IProrationResponse | null {
  if (!proration) return null;
  const { numerator, denominator, billingPeriod } = proration;
  return { rate: `${Number(numerator) / Number(denominator)}`, billing_period: billingPeriod };
}

const min = (one: bigint, other: bigint) => (one < other ? one : other);

type StateHolder = { readonly state: State };

/** Returns the credit that a customer has left from prorated changes. There is one balance per currency. */
export function getCredit({ state }: StateHolder, customerId: string, currency: CurrencyCode): bigint {
  return BigInt(state.creditBalances[customerId]?.[currency] ?? '0');
}

/** Adds the credit that a transaction generates, and removes the credit that it uses. */
export function settleCredit({ state }: StateHolder, transaction: Transaction): void {
  const { credit, credit_to_balance } = transaction.details?.totals ?? {};
  changeCredit(state, transaction, BigInt(credit_to_balance ?? '0') - BigInt(credit ?? '0'));
}

/** Returns the credit that a canceled transaction had used. */
export function returnCredit({ state }: StateHolder, transaction: Transaction): void {
  changeCredit(state, transaction, BigInt(transaction.details?.totals?.credit ?? '0'));
}

function changeCredit(state: State, transaction: Transaction, amount: bigint): void {
  const { customer_id, currency_code } = transaction;
  if (customer_id === null || amount === 0n) return;
  state.creditBalances[customer_id] = {
    ...state.creditBalances[customer_id],
    [currency_code]: `${getCredit({ state }, customer_id, currency_code) + amount}`,
  };
}
