import type { EndpointInput } from '#contract/endpoint.ts';
import { publishSignal } from '#contract/signals/endpoints.ts';

type SignalInput = EndpointInput<typeof publishSignal>['body'];

/** A valid buy signal: what a test does not care about. */
export function signalBody(overrides: Partial<SignalInput> = {}): SignalInput {
  return {
    symbol: 'LUCK',
    signal_type: 'intraday',
    entry_price: '471.00',
    stop_loss: '448.00',
    target_points: ['495.00', '518.00', '540.00'],
    ...overrides,
  };
}
