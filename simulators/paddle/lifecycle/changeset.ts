import type {
  IAddressNotificationResponse,
  ICustomerNotificationResponse,
  IEventName,
  ISubscriptionCreatedNotificationResponse,
  ISubscriptionNotificationResponse,
  ITransactionNotificationResponse,
} from '@paddle/paddle-node-sdk';
import { type IdPrefix, makeId, type State, type StoredEvent, tick } from '#simulators/paddle/state.ts';

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
