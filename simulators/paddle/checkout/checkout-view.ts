import type { CheckoutEventsData } from '@paddle/paddle-js';
import type { CurrencyCode } from '@paddle/paddle-node-sdk';
import type { Account } from '#simulators/paddle/account.ts';
import { addTotals, formatMoney, moneyIn, totalsOf } from '#simulators/paddle/catalog/totals.ts';
import { countryOf } from '#simulators/paddle/lifecycle/checkout.ts';
import type { Transaction } from '#simulators/paddle/state/state.ts';
import { eventData } from './checkout-event-data.ts';
import { emailOf } from './checkout-service.ts';

/** What the checkout page shows of a transaction. */
export interface CheckoutView {
  transactionId: string;
  kind: 'purchase' | 'trial' | 'card-change' | 'overdue';
  /** An address that cannot be changed any more. */
  email: string | null;
  countryCode: string | null;
  items: { name: string; quantity: number; price: string; interval: string }[];
  subtotal: string;
  tax: string;
  total: string;
  recurring: string;
  interval: string;
  trialDays: number | null;
  /** What events tell of it. */
  data: CheckoutEventsData;
}

/** Prices by the country that is chosen, before it is known to the transaction. */
export function viewCheckout(
  account: Account,
  transaction: Transaction,
  chosenCountry: string | null,
): CheckoutView {
  const countryCode = countryOf(account, transaction) ?? chosenCountry;
  const currency = currencyIn(transaction, countryCode);
  const lines = transaction.items.flatMap(({ price, quantity }) => (price ? [{ price, quantity }] : []));
  const recurring = addTotals(
    lines.map(({ price, quantity }) => {
      const { amount } = moneyIn(price, countryCode);
      return totalsOf(BigInt(amount) * BigInt(quantity), countryCode);
    }),
  );
  const kind = kindOf(transaction);
  const totals = kind === 'trial' || kind === 'card-change' ? addTotals([]) : recurring;
  const [first] = lines;
  return {
    transactionId: transaction.id,
    kind,
    email: emailOf(account, transaction),
    countryCode,
    items: lines.map(({ price, quantity }) => ({
      name: price.description,
      quantity,
      price: formatMoney(moneyIn(price, countryCode).amount, currency),
      interval: price.billing_cycle?.interval ?? '',
    })),
    subtotal: formatMoney(totals.subtotal, currency),
    tax: formatMoney(totals.tax, currency),
    total: formatMoney(totals.total, currency),
    recurring: formatMoney(recurring.total, currency),
    interval: first?.price.billing_cycle?.interval ?? '',
    trialDays: first?.price.trial_period?.frequency ?? null,
    data: eventData(account, transaction, { currency, totals, recurring }),
  };
}

function kindOf({ origin, status, items }: Transaction): CheckoutView['kind'] {
  if (origin === 'subscription_payment_method_change') return 'card-change';
  if (status === 'past_due') return 'overdue';
  return items.some(({ price }) => price?.trial_period) ? 'trial' : 'purchase';
}

function currencyIn(transaction: Transaction, countryCode: string | null): CurrencyCode {
  const price = transaction.items[0]?.price;
  return price ? moneyIn(price, countryCode).currency_code : transaction.currency_code;
}
