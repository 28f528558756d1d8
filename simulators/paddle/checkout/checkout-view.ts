import type { CheckoutEventsData } from '@paddle/paddle-js';
import type { CurrencyCode } from '@paddle/paddle-node-sdk';
import type { Account } from '#simulators/paddle/account.ts';
import { addTotals, calculateTotals, formatMoney, getLocalPrice } from '#simulators/paddle/catalog/totals.ts';
import { findTransactionCountry } from '#simulators/paddle/lifecycle/checkout.ts';
import type { Transaction } from '#simulators/paddle/state/state.ts';
import { makeEventData } from './checkout-event-data.ts';
import { findTransactionEmail } from './checkout-service.ts';

/** The content of the checkout page. */
export interface CheckoutView {
  transactionId: string;
  kind: 'purchase' | 'trial' | 'card-change' | 'overdue';
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
  data: CheckoutEventsData;
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
  const totals = kind === 'trial' || kind === 'card-change' ? addTotals([]) : recurring;
  const [first] = lines;
  return {
    transactionId: transaction.id,
    kind,
    email: findTransactionEmail(account, transaction),
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
    data: makeEventData(account, transaction, { currency, totals, recurring }),
  };
}

function getKind({ origin, status, items }: Transaction): CheckoutView['kind'] {
  if (origin === 'subscription_payment_method_change') return 'card-change';
  if (status === 'past_due') return 'overdue';
  return items.some(({ price }) => price?.trial_period) ? 'trial' : 'purchase';
}

function getCurrency(transaction: Transaction, countryCode: string | null): CurrencyCode {
  const price = transaction.items[0]?.price;
  return price ? getLocalPrice(price, countryCode).currency_code : transaction.currency_code;
}
