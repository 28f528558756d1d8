import type { CountryCode } from '@paddle/paddle-node-sdk';
import type { Account } from '#simulators/paddle/account.ts';
import {
  assertPayable,
  customerOf,
  openCheckout,
  type Payment,
  type PaymentOutcome,
  payCheckout,
  transactionOf,
} from '#simulators/paddle/lifecycle/checkout.ts';
import type { Purchase } from '#simulators/paddle/lifecycle/transactions.ts';
import { notFound, transactionRefusal } from '#simulators/paddle/paddle-error.ts';
import type { Transaction } from '#simulators/paddle/state/state.ts';

/** What a page opens a checkout with: prices, or a transaction that there is already. */
export type CheckoutRequest = {
  customData: Record<string, unknown> | null;
  countryCode: CountryCode | null;
} & ({ items: readonly ItemRequest[] } | { transactionId: string });

export interface ItemRequest {
  priceId: string;
  quantity: number;
}

/** Opens a checkout. */
export function startCheckout(account: Account, request: CheckoutRequest): Transaction {
  if ('transactionId' in request) {
    const transaction = transactionOf(account, request.transactionId);
    assertPayable(transaction);
    return transaction;
  }
  const items = itemsOf(account, request.items);
  return account.change((changeset) =>
    openCheckout(changeset, items, request.customData, request.countryCode),
  );
}

/** Does what the checkout's button to pay does. */
export function submitPayment(account: Account, transactionId: string, payment: Payment): PaymentOutcome {
  const transaction = transactionOf(account, transactionId);
  const items = itemsOf(
    account,
    transaction.items.map(({ price_id, quantity }) => ({ priceId: price_id ?? '', quantity })),
  );
  return account.change((changeset) => payCheckout(changeset, transactionId, payment, items));
}

/** The e-mail address that a transaction is already for. */
export const emailOf = (account: Account, transaction: Transaction) =>
  customerOf(account, transaction)?.email ?? null;

/** Prices with their products; refuses what is unknown and what cannot be bought together. */
export function itemsOf(account: Account, requests: readonly ItemRequest[]): Purchase['items'] {
  const items = requests.map(({ priceId, quantity }) => {
    const price = account.catalog.prices.get(priceId);
    const product = account.catalog.products.get(price?.product_id ?? '');
    if (!price || !product) throw notFound(`Price ${priceId}`);
    return { price, product, quantity };
  });
  const cycles = new Set(items.map(({ price }) => JSON.stringify(price.billing_cycle)));
  if (cycles.size > 1) {
    throw transactionRefusal(
      'transaction_price_different_billing_cycle',
      'cannot have different price billing cycle intervals and/or frequencies',
    );
  }
  return items;
}
