import type { CheckoutEventsData } from '@paddle/paddle-js';
import type { CurrencyCode, ITotals } from '@paddle/paddle-node-sdk';
import type { Account } from '#simulators/paddle/account.ts';
import { addTotals, calculateTotals, formatMoney, getLocalPrice } from '#simulators/paddle/catalog.ts';
import { findTransactionCountry } from '#simulators/paddle/lifecycle/checkout.ts';
import type { Transaction } from '#simulators/paddle/state.ts';

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
    data: makeEventData(account, transaction, { currency, totals, recurring }),
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

/** Returns the data of checkout events, typed by the official loader. */
function makeEventData(
  account: Account,
  transaction: Transaction,
  { currency, totals, recurring }: { currency: CurrencyCode; totals: ITotals; recurring: ITotals },
): CheckoutEventsData {
  const address = account.state.addresses[transaction.address_id ?? ''];
  const card = transaction.payments[0]?.method_details?.card;
  const customer = account.state.customers[transaction.customer_id ?? ''];
  return {
    id: `che_${transaction.id.slice(4)}`,
    transaction_id: transaction.id,
    status: transaction.status as CheckoutEventsData['status'],
    customer: {
      ...(customer ? { id: customer.id, email: customer.email } : {}),
      address: address
        ? {
            id: address.id,
            country_code: address.country_code,
            postal_code: address.postal_code ?? '',
            city: '',
            first_line: '',
            region: '',
          }
        : null,
      business: null,
    },
    items: (transaction.details?.line_items ?? []).map(({ price_id, quantity, product }) => ({
      price_id,
      price_name: transaction.items.find((item) => item.price_id === price_id)?.price?.name ?? null,
      product: { id: product?.id ?? '', name: product?.name ?? '' },
      quantity,
      totals: toMajorUnits(totals, currency),
      recurring_totals: toMajorUnits(recurring, currency),
    })),
    totals: { ...toMajorUnits(totals, currency), credit: 0, balance: toMajorUnits(totals, currency).total },
    recurring_totals: toMajorUnits(recurring, currency),
    currency_code: currency,
    custom_data: transaction.custom_data,
    payment: {
      method_details: (card
        ? {
            type: 'card',
            card: {
              type: card.type,
              last4: card.last4,
              expiry_month: card.expiry_month,
              expiry_year: card.expiry_year,
            },
          }
        : { type: 'none' }) as CheckoutEventsData['payment']['method_details'],
    },
    settings: { display_mode: 'overlay', theme: 'light' },
    upsell: null,
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
