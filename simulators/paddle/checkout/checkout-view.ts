import type { CurrencyCode, ITotals } from '@paddle/paddle-node-sdk';
import type { Account } from '#simulators/paddle/account.ts';
import { addTotals, calculateTotals, formatMoney, getLocalPrice } from '#simulators/paddle/catalog.ts';
import { findTransactionCountry } from '#simulators/paddle/lifecycle/checkout.ts';
import type { Transaction } from '#simulators/paddle/state.ts';

/** A part of the official loader's `CheckoutEventsData`. */
interface CheckoutEventData {
  transaction_id: string;
  status: Transaction['status'];
  customer: { id: string; email: string } | null;
  totals: { subtotal: number; discount: number; tax: number; total: number };
  currency_code: CurrencyCode;
  custom_data: Transaction['custom_data'];
  payment: { method_details: { type: 'card'; card: object } | { type: 'none' } };
}

/** The content of the checkout page. */
export interface CheckoutView {
  transactionId: string;
  kind: 'purchase' | 'trial' | 'overdue';
  /** The email address, once it can no longer be changed. */
  email: string | null;
  countryCode: string | null;
  items: { name: string; quantity: number; price: string; interval: string }[];
  subtotal: string;
  tax: string;
  total: string;
  recurring: string;
  interval: string;
  trialDays: number | null;
  /** The data of checkout events. */
  data: CheckoutEventData;
}

/** Shows prices for the selected country until the transaction has one. */
export function presentCheckout(
  account: Account,
  transaction: Transaction,
  selectedCountry: string | null,
): CheckoutView {
  const countryCode = findTransactionCountry(account, transaction) ?? selectedCountry;
  const currency = getCurrency(transaction, countryCode);
  const lines = transaction.items.flatMap(({ price, quantity }) => (price ? [{ price, quantity }] : []));
  const recurring = addTotals(
    lines.map(({ price, quantity }) => {
      const { amount } = getLocalPrice(price, countryCode);
      return calculateTotals(BigInt(amount) * BigInt(quantity), countryCode);
    }),
  );
  const kind = getKind(transaction);
  const totals = kind === 'trial' ? addTotals([]) : recurring;
  const [first] = lines;
  return {
    transactionId: transaction.id,
    kind,
    email: account.state.customers[transaction.customer_id ?? '']?.email ?? null,
    countryCode,
    items: lines.map(({ price, quantity }) => ({
      name: price.description,
      quantity,
      price: formatMoney(getLocalPrice(price, countryCode).amount, currency),
      interval: price.billing_cycle?.interval ?? '',
    })),
    subtotal: formatMoney(totals.subtotal, currency),
    tax: formatMoney(totals.tax, currency),
    total: formatMoney(totals.total, currency),
    recurring: formatMoney(recurring.total, currency),
    interval: first?.price.billing_cycle?.interval ?? '',
    trialDays: first?.price.trial_period?.frequency ?? null,
    data: makeEventData(account, transaction, currency, totals),
  };
}

function getKind({ status, items }: Transaction): CheckoutView['kind'] {
  if (status === 'past_due') return 'overdue';
  return items.some(({ price }) => price?.trial_period) ? 'trial' : 'purchase';
}

function getCurrency(transaction: Transaction, countryCode: string | null): CurrencyCode {
  const price = transaction.items[0]?.price;
  return price ? getLocalPrice(price, countryCode).currency_code : transaction.currency_code;
}

/** Returns the data of checkout events, in the part that pages read. */
function makeEventData(
  account: Account,
  transaction: Transaction,
  currency: CurrencyCode,
  totals: ITotals,
): CheckoutEventData {
  const card = transaction.payments[0]?.method_details?.card;
  const customer = account.state.customers[transaction.customer_id ?? ''];
  return {
    transaction_id: transaction.id,
    status: transaction.status,
    customer: customer ? { id: customer.id, email: customer.email } : null,
    totals: toMajorUnits(totals, currency),
    currency_code: currency,
    custom_data: transaction.custom_data,
    payment: { method_details: card ? { type: 'card', card } : { type: 'none' } },
  };
}

/** Converts to major units, such as 30 for $30: events use these, the API uses cents. */
function toMajorUnits({ subtotal, discount, tax, total }: ITotals, currency: CurrencyCode) {
  const decimals = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits;
  const toUnits = (amount: string) => Number(amount) / 10 ** (decimals ?? 2);
  return {
    subtotal: toUnits(subtotal),
    discount: toUnits(discount),
    tax: toUnits(tax),
    total: toUnits(total),
  };
}
