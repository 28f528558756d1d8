import type { CountryCode } from '@paddle/paddle-node-sdk';
import type { Account } from '#simulators/paddle/account.ts';
import { notFound, transactionError } from '#simulators/paddle/errors.ts';
import {
  type Address,
  type Card,
  type Changeset,
  type Customer,
  emit,
  type Subscription,
  type Transaction,
} from '#simulators/paddle/state.ts';
import { getCardOutcome } from './cards.ts';
import { collectOverdue } from './renewals.ts';
import { createSubscription, getInternals, getSubscription } from './subscriptions.ts';
import {
  changeStatus,
  completeTransaction,
  failPayment,
  getTransaction,
  makeTransaction,
  type Purchase,
  repriceTransaction,
} from './transactions.ts';

/** Opens a checkout with prices or an existing transaction. */
type CheckoutRequest = {
  customData: Record<string, unknown> | null;
  countryCode: CountryCode | null;
} & ({ items: readonly ItemRequest[] } | { transactionId: string });

interface ItemRequest {
  priceId: string;
  quantity: number;
}

/** The input of the checkout form. */
export interface Payment {
  email: string;
  countryCode: CountryCode;
  card: Card;
  /** True after the buyer confirmed the payment with the bank, for cards that require it. */
  isConfirmed: boolean;
}

export type PaymentOutcome =
  | { outcome: 'completed'; transaction: Transaction; subscription: Subscription | null }
  | { outcome: 'declined' | 'confirmation_needed' | 'no_test_card'; transaction: Transaction };

/** Returns the transaction of a checkout: an open one, or a new draft. */
export function startCheckout(account: Account, request: CheckoutRequest): Transaction {
  if ('transactionId' in request) {
    const transaction = getTransaction(account, request.transactionId);
    assertPayable(transaction);
    return transaction;
  }
  const { countryCode, customData } = request;
  const purchase = toPurchase(resolveItems(account, request.items), countryCode);
  return account.change((changeset) => {
    const transaction = makeTransaction(changeset, purchase, {
      origin: 'web',
      status: 'draft',
      customer_id: null,
      address_id: null,
      custom_data: customData,
    });
    emit(changeset, 'transaction.created', transaction);
    return transaction;
  });
}

/** Pays an open transaction: a purchase, an overdue renewal, or an amount of zero to change the card. */
export function submitPayment(account: Account, transactionId: string, payment: Payment): PaymentOutcome {
  const transaction = getTransaction(account, transactionId);
  const items = resolveItems(
    account,
    transaction.items.map(({ price_id, quantity }) => ({ priceId: price_id ?? '', quantity })),
  );
  return account.change((changeset) => pay(changeset, transaction, payment, items));
}

/** Returns prices with their products. Rejects unknown prices. */
export function resolveItems(account: Account, requests: readonly ItemRequest[]): Purchase['items'] {
  return requests.map(({ priceId, quantity }) => {
    const price = account.catalog.prices.get(priceId);
    const product = account.catalog.products.get(price?.product_id ?? '');
    if (!price || !product) throw notFound(`Price ${priceId}`);
    return { price, product, quantity };
  });
}

function pay(
  changeset: Changeset,
  transaction: Transaction,
  payment: Payment,
  items: Purchase['items'],
): PaymentOutcome {
  assertPayable(transaction);
  const { card, isConfirmed } = payment;
  const outcome = getCardOutcome(card.number);
  if (outcome === null) return { outcome: 'no_test_card', transaction };
  const isPurchase = transaction.origin === 'web';
  if (isPurchase) makeReady(changeset, transaction, payment, items);
  if (outcome === 'requires-confirmation' && !isConfirmed) {
    return { outcome: 'confirmation_needed', transaction };
  }
  if (outcome === 'declined') {
    failPayment(changeset, transaction, card);
    return { outcome: 'declined', transaction };
  }
  return isPurchase
    ? completePurchase(changeset, transaction, payment, items)
    : changeCard(changeset, transaction, card);
}

/** Throws Paddle's error unless the transaction is open. */
function assertPayable(transaction: Transaction): void {
  if (!['draft', 'ready', 'past_due'].includes(transaction.status)) {
    throw transactionError('transaction_immutable', 'transaction cannot be paid: it is not open', 409);
  }
}

/** The first payment of a trial is free. */
const toPurchase = (items: Purchase['items'], countryCode: string | null): Purchase => ({
  items,
  countryCode,
  isFree: items.some(({ price }) => price.trial_period !== null),
});

function makeReady(
  changeset: Changeset,
  transaction: Transaction,
  { email, countryCode }: Payment,
  items: Purchase['items'],
): void {
  const wasReady = transaction.status === 'ready';
  transaction.customer_id ??= findOrCreateCustomer(changeset, email).id;
  if (findTransactionCountry(changeset, transaction) !== countryCode) {
    transaction.address_id = findOrCreateAddress(changeset, transaction.customer_id, countryCode).id;
    repriceTransaction(changeset, transaction, toPurchase(items, countryCode));
    if (wasReady) emit(changeset, 'transaction.updated', transaction);
  }
  if (wasReady) return;
  changeStatus(changeset, transaction, 'ready');
  emit(changeset, 'transaction.ready', transaction);
}

function completePurchase(
  changeset: Changeset,
  transaction: Transaction,
  { card, countryCode }: Payment,
  items: Purchase['items'],
): PaymentOutcome {
  const { customer_id, address_id } = transaction;
  if (customer_id === null || address_id === null) throw notFound('Customer');
  let subscription: Subscription | null = null;
  completeTransaction(changeset, transaction, card, () => {
    const ready = Object.assign(transaction, { customer_id, address_id });
    subscription = createSubscription(changeset, ready, { items, countryCode, isFree: false }, card);
  });
  return { outcome: 'completed', transaction, subscription };
}

function changeCard(changeset: Changeset, transaction: Transaction, card: Card): PaymentOutcome {
  const subscription = getSubscription(changeset, transaction.subscription_id ?? '');
  const internals = getInternals(changeset, subscription.id);
  internals.card = card;
  internals.failuresToCome = 0;
  if (transaction.status === 'past_due') collectOverdue(changeset, subscription);
  else completeTransaction(changeset, transaction, card);
  return { outcome: 'completed', transaction, subscription };
}

/** Returns the buyer's country, if it is set. */
export const findTransactionCountry = (
  { state }: Pick<Changeset, 'state'>,
  transaction: Transaction,
): CountryCode | null => state.addresses[transaction.address_id ?? '']?.country_code ?? null;

/** Returns the customer with an email address, created if missing: at Paddle an email address belongs to one customer. */
function findOrCreateCustomer(changeset: Changeset, email: string): Customer {
  const { customers } = changeset.state;
  const existing = Object.values(customers).find(
    (customer) => customer.email.toLowerCase() === email.toLowerCase(),
  );
  if (existing) return existing;
  const at = changeset.tick();
  const customer: Customer = {
    id: changeset.id('ctm'),
    email,
    name: null,
    marketing_consent: false,
    status: 'active',
    custom_data: null,
    locale: 'en',
    created_at: at,
    updated_at: at,
    import_meta: null,
  };
  customers[customer.id] = customer;
  emit(changeset, 'customer.created', customer);
  return customer;
}

/** Returns the customer's address in a country, created if missing. */
function findOrCreateAddress(changeset: Changeset, customerId: string, countryCode: CountryCode): Address {
  const { addresses } = changeset.state;
  const existing = Object.values(addresses).find(
    ({ customer_id, country_code }) => customer_id === customerId && country_code === countryCode,
  );
  if (existing) return existing;
  const at = changeset.tick();
  const address: Address = {
    id: changeset.id('add'),
    customer_id: customerId,
    country_code: countryCode,
    description: null,
    first_line: null,
    second_line: null,
    city: null,
    postal_code: null,
    region: null,
    custom_data: null,
    status: 'active',
    created_at: at,
    updated_at: at,
    import_meta: null,
  };
  addresses[address.id] = address;
  emit(changeset, 'address.created', address);
  return address;
}
