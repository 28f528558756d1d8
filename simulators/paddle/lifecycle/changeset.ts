import type {
  IAddressNotificationResponse,
  ICustomerNotificationResponse,
  ISubscriptionCreatedNotificationResponse,
  ISubscriptionNotificationResponse,
  ITransactionNotificationResponse,
} from '@paddle/paddle-node-sdk';
import { type IdPrefix, makeId, type State, type StoredEvent, tick } from '#simulators/paddle/state.ts';

type SubscriptionEvent =
  | 'subscription.activated'
  | 'subscription.canceled'
  | 'subscription.past_due'
  | 'subscription.paused'
  | 'subscription.resumed'
  | 'subscription.trialing'
  | 'subscription.updated';

type TransactionEvent =
  | 'transaction.billed'
  | 'transaction.canceled'
  | 'transaction.completed'
  | 'transaction.created'
  | 'transaction.paid'
  | 'transaction.past_due'
  | 'transaction.payment_failed'
  | 'transaction.ready'
  | 'transaction.updated';

/** The payload of each event, typed by the SDK so that the compiler checks the simulator against it. */
type EventData = Record<SubscriptionEvent, ISubscriptionNotificationResponse> &
  Record<TransactionEvent, ITransactionNotificationResponse> &
  Record<'customer.created', ICustomerNotificationResponse> &
  Record<'address.created', IAddressNotificationResponse> &
  Record<'subscription.created', ISubscriptionCreatedNotificationResponse>;

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
export function emit<Type extends keyof EventData>(
  changeset: Changeset,
  type: Type,
  entity: EventData[Type] & { id: string },
): void {
  changeset.events.push({
    event_id: changeset.id('evt'),
    event_type: type,
    occurred_at: changeset.tick(),
    notification_id: null,
    data: structuredClone(entity),
  });
}
