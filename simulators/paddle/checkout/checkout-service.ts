import type { CountryCode } from '@paddle/paddle-node-sdk';
import type { Account } from '#simulators/paddle/account.ts';
import {
  assertPayable,
  findTransactionCustomer,
  getTransaction,
  openCheckout,
  type Payment,
  type PaymentOutcome,
  payCheckout,
} from '#simulators/paddle/lifecycle/checkout.ts';
import type { Purchase } from '#simulators/paddle/lifecycle/transaction-details.ts';
import { notFound, transactionError } from '#simulators/paddle/paddle-error.ts';
import type { Transaction } from '#simulators/paddle/state/state.ts';

/** Opens a checkout with prices or an existing transaction. */
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
    const transaction = getTransaction(account, request.transactionId);
    assertPayable(transaction);
    return transaction;
  }
  const items = resolveItems(account, request.items);
  return account.change((changeset) =>
    openCheckout(changeset, items, request.customData, request.countryCode),
  );
}

/** Submits the payment of a checkout. */
export function submitPayment(account: Account, transactionId: string, payment: Payment): PaymentOutcome {
  const transaction = getTransaction(account, transactionId);
  const items = resolveItems(
    account,
    transaction.items.map(({ price_id, quantity }) => ({ priceId: price_id ?? '', quantity })),
  );
  return account.change((changeset) => payCheckout(changeset, transactionId, payment, items));
}

/** Returns the email address of a transaction, if it is set. */
export const findTransactionEmail = (account: Account, transaction: Transaction) =>
  findTransactionCustomer(account, transaction)?.email ?? null;

/** Returns prices with their products. Rejects unknown prices and combinations that cannot be bought together. */
export function resolveItems(account: Account, requests: readonly ItemRequest[]): Purchase['items'] {
  const items = requests.map(({ priceId, quantity }) => {
    const price = account.catalog.prices.get(priceId);
    const product = account.catalog.products.get(price?.product_id ?? '');
    if (!price || !product) throw notFound(`Price ${priceId}`);
    return { price, product, quantity };
  });
  const cycles = new Set(items.map(({ price }) => JSON.stringify(price.billing_cycle)));
  if (cycles.size > 1) {
    throw transactionError(
      'transaction_price_different_billing_cycle',
      'cannot have different price billing cycle intervals and/or frequencies',
    );
  }
  return items;
}
