import { randomBytes } from 'node:crypto';
import type { EndpointInput } from '#contract/endpoint.ts';
import { editSignal, publishSignal } from '#contract/signals/admin-endpoints.ts';
import type { Signal } from '#contract/signals/signal.ts';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import { call, signInAdministrator } from './accounts.ts';

type SignalInput = EndpointInput<typeof publishSignal>['body'];
type SignalChange = EndpointInput<typeof editSignal>['body'];

/** A symbol that no other test and no company has. */
export const uniqueSymbol = () => `Q${randomBytes(4).toString('hex').toUpperCase()}`;

/** Publishes an intraday buy signal with a symbol of its own, as an administrator at another desk would. */
export async function publish(address: string, overrides: Partial<SignalInput> = {}): Promise<AdminSignal> {
  const { access } = await signInAdministrator(address);
  const body: SignalInput = {
    symbol: uniqueSymbol(),
    signal_type: 'intraday',
    entry_price: '100.00',
    stop_loss: '95.00',
    target_points: ['105.00', '110.00', '115.00'],
    ...overrides,
  };
  return call(address, publishSignal, { body }, access);
}

/** Changes a signal from another desk. */
export async function change(address: string, id: string, body: SignalChange): Promise<AdminSignal> {
  const { access } = await signInAdministrator(address);
  return call(address, editSignal, { params: { id }, body }, access);
}

/** A list as the API answers it, for tests of what the page makes of an answer. */
export function signalList(results: Signal[], hasSubscription = false) {
  return { count: results.length, results, has_subscription: hasSubscription };
}
