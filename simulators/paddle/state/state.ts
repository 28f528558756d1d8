import { randomBytes } from 'node:crypto';
import type {
  IAddressResponse,
  ICustomerResponse,
  IEventsResponse,
  INotificationSettingsResponse,
  IPriceResponse,
  IProductResponse,
  ISubscriptionItemResponse,
  ISubscriptionResponse,
  ITransactionResponse,
  NotificationStatus,
} from '@paddle/paddle-node-sdk';

/** Paddle's responses omit no field: missing values are null. */
export type Complete<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };

export type Product = Complete<Omit<IProductResponse, 'prices'>>;
export type Price = Complete<Omit<IPriceResponse, 'product'>>;
export type Customer = Complete<ICustomerResponse>;
export type Address = Complete<IAddressResponse>;
export type SubscriptionItem = Omit<Complete<ISubscriptionItemResponse>, 'price' | 'product'> & {
  price: Price;
  product: Product;
};
export type Subscription = Omit<
  Complete<
    Omit<ISubscriptionResponse, 'management_urls' | 'next_transaction' | 'recurring_transaction_details'>
  >,
  'items' | 'discount'
> & { items: SubscriptionItem[]; discount: null };
export type Transaction = Complete<
  Omit<
    ITransactionResponse,
    | 'address'
    | 'adjustments'
    | 'adjustments_totals'
    | 'business'
    | 'customer'
    | 'discount'
    | 'available_payment_methods'
  >
>;
export type Destination = INotificationSettingsResponse;
export type Period = NonNullable<Subscription['current_billing_period']>;

export interface Card {
  number: string;
  expiryMonth: number;
  expiryYear: number;
  cardholderName: string;
}

/** The internal state of a subscription that Paddle's API does not expose. */
export interface SubscriptionInternals {
  /** The card on file. */
  card: Card;
  /** The day of the month on which periods start; in a shorter month, its last day. */
  anchorDay: number;
  /** The current period at the time of the pause. */
  pausedPeriod: Period | null;
  /** The billing of a scheduled resume. */
  onResume: 'start_new_billing_period' | 'continue_existing_billing_period';
  dunning: { transactionId: string; failedAt: string; tries: number } | null;
  /** The number of upcoming payments that fail with any card. */
  failuresToCome: number;
}

export interface StoredEvent extends IEventsResponse<{ id: string }> {
  notification_id: null;
}

export interface StoredNotification {
  id: string;
  eventId: string;
  destinationId: string;
  status: NotificationStatus;
  origin: 'event' | 'replay';
  attempts: number;
  /** The time of the next attempt, in milliseconds of the simulated clock. */
  dueAtMs: number;
  lastAttemptAt: string | null;
  deliveredAt: string | null;
  replayedAt: string | null;
  logs: { id: string; response_code: number; response_body: string; attempted_at: string }[];
}

/** The account as plain data, as stored in a snapshot. */
export interface State {
  version: 1;
  /** The offset of the simulated clock to the wall clock. */
  offsetMs: number;
  /** The last issued timestamp, in microseconds. Every change gets a unique one. */
  lastTickUs: number;
  lastId: { ms: number; random: string };
  portalSecret: string;
  customers: Record<string, Customer>;
  addresses: Record<string, Address>;
  transactions: Record<string, Transaction>;
  subscriptions: Record<string, Subscription>;
  /** By subscription ID. Stored snapshots use this name. */
  backstage: Record<string, SubscriptionInternals>;
  /** The credit of customers, by customer ID and currency. Snapshots of earlier releases have none. */
  creditBalances?: Record<string, Record<string, string>>;
  destinations: Record<string, Destination>;
  events: StoredEvent[];
  notifications: StoredNotification[];
}

export function makeEmptyState(): State {
  return {
    version: 1,
    offsetMs: 0,
    lastTickUs: 0,
    lastId: { ms: 0, random: '0'.repeat(20) },
    portalSecret: randomBytes(32).toString('base64url'),
    customers: {},
    addresses: {},
    transactions: {},
    subscriptions: {},
    backstage: {},
    destinations: {},
    events: [],
    notifications: [],
  };
}

/** Returns the entity with an external ID. Names inherited from `Object.prototype` are not IDs. */
export function getEntity<Entity>(all: Record<string, Entity>, id: string): Entity | undefined {
  return Object.hasOwn(all, id) ? all[id] : undefined;
}
