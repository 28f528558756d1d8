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

/** Paddle's answers leave nothing out: what there is not is null. */
export type Whole<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };

export type Product = Whole<Omit<IProductResponse, 'prices'>>;
export type Price = Whole<Omit<IPriceResponse, 'product'>>;
export type Customer = Whole<ICustomerResponse>;
export type Address = Whole<IAddressResponse>;
export type SubscriptionItem = Omit<Whole<ISubscriptionItemResponse>, 'price' | 'product'> & {
  price: Price;
  product: Product;
};
export type Subscription = Omit<
  Whole<
    Omit<ISubscriptionResponse, 'management_urls' | 'next_transaction' | 'recurring_transaction_details'>
  >,
  'items' | 'discount'
> & { items: SubscriptionItem[]; discount: null };
export type Transaction = Whole<
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

/** What Paddle knows of a subscription and does not show. */
export interface Dependencies {
  /** What renewals are charged to. */
  card: Card;
  /** The day of the month on which the first period began: a month too short for it ends on its last day. */
  anchorDay: number;
  /** The period that was running when the subscription was paused. */
  pausedPeriod: Period | null;
  /** How a scheduled resume will bill. */
  onResume: 'start_new_billing_period' | 'continue_existing_billing_period';
  dunning: { transactionId: string; failedAt: string; tries: number } | null;
  /** How many payments will fail whatever the card. */
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
  /** When it may go out next, in milliseconds of the simulated clock. */
  dueAtMs: number;
  lastAttemptAt: string | null;
  deliveredAt: string | null;
  replayedAt: string | null;
  logs: { id: string; response_code: number; response_body: string; attempted_at: string }[];
}

/** An account at Paddle as plain data: everything that a snapshot keeps. */
export interface State {
  version: 1;
  /** How far the simulated clock is ahead of the wall clock. */
  offsetMs: number;
  /** The last instant that was handed out, in microseconds: no two changes happen at the same one. */
  lastTickUs: number;
  lastId: { ms: number; random: string };
  portalSecret: string;
  customers: Record<string, Customer>;
  addresses: Record<string, Address>;
  transactions: Record<string, Transaction>;
  subscriptions: Record<string, Subscription>;
  backstage: Record<string, Dependencies>;
  destinations: Record<string, Destination>;
  events: StoredEvent[];
  notifications: StoredNotification[];
}

export function emptyState(): State {
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

/** The entity with an id that came from outside: names that every object knows are none. */
export function entityWith<Entity>(all: Record<string, Entity>, id: string): Entity | undefined {
  return Object.hasOwn(all, id) ? all[id] : undefined;
}
