import type { CheckoutEventsData } from '@paddle/paddle-js';
import type { CurrencyCode, ITotals } from '@paddle/paddle-node-sdk';
import type { Account } from '#simulators/paddle/account.ts';
import type { Transaction } from '#simulators/paddle/state/state.ts';

/** Returns the data of checkout events, typed by the official loader. */
export function makeEventData(
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
