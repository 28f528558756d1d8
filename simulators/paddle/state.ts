import { randomBytes } from 'node:crypto';
import type {
  IAddressNotificationResponse,
  IAddressResponse,
  ICustomerNotificationResponse,
  ICustomerResponse,
  IEventName,
  IEventsResponse,
  IPriceResponse,
  IProductResponse,
  ISubscriptionCreatedNotificationResponse,
  ISubscriptionItemResponse,
  ISubscriptionNotificationResponse,
  ISubscriptionResponse,
  ITransactionNotificationResponse,
  ITransactionResponse,
  NotificationStatus,
} from '@paddle/paddle-node-sdk';

/** Paddle's responses omit no field: missing values are null. */
type Complete<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };

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
  status: NotificationStatus;
  attempts: number;
  /** The time of the next attempt, in milliseconds of the simulated clock. */
  dueAtMs: number;
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
  /** The credit of customers, by customer ID and currency. */
  creditBalances: Record<string, Record<string, string>>;
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
    creditBalances: {},
    events: [],
    notifications: [],
  };
}

/** Returns the entity with an external ID. Names inherited from `Object.prototype` are not IDs. */
export function getEntity<Entity>(all: Record<string, Entity>, id: string): Entity | undefined {
  return Object.hasOwn(all, id) ? all[id] : undefined;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;
const RANDOM_BYTES = 10;
const RANDOM_LIMIT = 1n << BigInt(RANDOM_BYTES * 8);

type IdPrefix = 'sub' | 'ctm' | 'add' | 'txn' | 'txnitm' | 'evt' | 'ntf' | 'paymtd';

/** Creates an ID like Paddle's: a prefix and a lower-case ULID that sorts after all earlier ones. */
export function makeId(state: Pick<State, 'lastId'>, prefix: IdPrefix, nowMs: number): string {
  const { ms, random } = state.lastId;
  const isNewMillisecond = nowMs > ms;
  const next = isNewMillisecond
    ? BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`)
    : (BigInt(`0x${random}`) + 1n) % RANDOM_LIMIT;
  state.lastId = { ms: Math.max(nowMs, ms), random: next.toString(16) };
  return `${prefix}_${encode(BigInt(state.lastId.ms), TIME_LENGTH)}${encode(next, RANDOM_LENGTH)}`;
}

function encode(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 32n) text = ALPHABET.charAt(Number(rest % 32n)) + text;
  return text;
}

/** Consecutive changes are about a millisecond apart, with microseconds, as at Paddle. */
const STEP_US = 1_009;

/** Formats a timestamp like Paddle: RFC 3339 in UTC with microseconds. */
export function toPaddleTime(ms: number, microseconds = 0): string {
  return new Date(ms).toISOString().replace('Z', `${String(microseconds).padStart(3, '0')}Z`);
}

/** Returns a timestamp not before `nowMs` and later than all before it. */
function tick(state: Pick<State, 'lastTickUs'>, nowMs: number): string {
  const us = Math.max(nowMs * 1_000, state.lastTickUs + STEP_US);
  state.lastTickUs = us;
  return toPaddleTime(Math.floor(us / 1_000), us % 1_000);
}

/** The payload of each event, typed by the SDK so that the compiler checks the simulator against it. */
type EventData<Type extends IEventName> = Type extends 'subscription.created'
  ? ISubscriptionCreatedNotificationResponse
  : Type extends `subscription.${string}`
    ? ISubscriptionNotificationResponse
    : Type extends `transaction.${string}`
      ? ITransactionNotificationResponse
      : Type extends 'customer.created'
        ? ICustomerNotificationResponse
        : Type extends 'address.created'
          ? IAddressNotificationResponse
          : never;

/** One change of the account at one time: the state it modifies and the events it emits, in order. */
export interface Changeset {
  readonly state: State;
  readonly nowMs: number;
  readonly events: StoredEvent[];
  id(prefix: IdPrefix): string;
  /** Returns a timestamp later than all before it. */
  tick(): string;
}

export function beginChangeset(state: State, nowMs: number): Changeset {
  return {
    state,
    nowMs,
    events: [],
    id: (prefix) => makeId(state, prefix, nowMs),
    tick: () => tick(state, nowMs),
  };
}

/** Records an event with the entity's current state. */
export function emit<Type extends IEventName>(
  changeset: Changeset,
  type: Type,
  entity: EventData<Type> & { id: string },
): void {
  changeset.events.push({
    event_id: changeset.id('evt'),
    event_type: type,
    occurred_at: changeset.tick(),
    notification_id: null,
    data: structuredClone(entity),
  });
}
