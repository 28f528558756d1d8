import type { IEventName } from '@paddle/paddle-node-sdk';
import type { PaddleSimulatorOptions } from '#simulators/paddle/options.ts';
import type { Destination } from '#simulators/paddle/state/state.ts';

/** The ID of the destination from the options, the same after every restart. */
export const MAIN_DESTINATION_ID = 'ntfset_01hv8wptq8987qeep44cyrewp9';

/** The event types that the simulator emits. */
export const EVENT_TYPES: readonly IEventName[] = [
  'address.created',
  'customer.created',
  'customer.updated',
  'subscription.activated',
  'subscription.canceled',
  'subscription.created',
  'subscription.past_due',
  'subscription.paused',
  'subscription.resumed',
  'subscription.trialing',
  'subscription.updated',
  'transaction.billed',
  'transaction.canceled',
  'transaction.completed',
  'transaction.created',
  'transaction.paid',
  'transaction.past_due',
  'transaction.payment_failed',
  'transaction.ready',
  'transaction.updated',
];

export function makeMainDestination({ url, secrets }: PaddleSimulatorOptions['webhook']): Destination {
  return {
    id: MAIN_DESTINATION_ID,
    description: 'The product',
    type: 'url',
    destination: url,
    active: true,
    api_version: 1,
    include_sensitive_fields: false,
    traffic_source: 'platform',
    subscribed_events: EVENT_TYPES.map(toEventType),
    endpoint_secret_key: secrets[0],
  };
}

export const toEventType = (name: IEventName): Destination['subscribed_events'][number] => ({
  name,
  description: `Occurs when there is ${name.replace(/[._]/g, ' ')}.`,
  group: name.replace(/\..*/, ''),
  available_versions: [1],
});
