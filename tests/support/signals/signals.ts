import type { EndpointInput } from '#core/contract/endpoint.ts';
import { publishSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import type { TestApp } from '#tests/support/test-app.ts';

type SignalInput = EndpointInput<typeof publishSignal>['body'];

/** Returns a valid buy signal with the given overrides, which is published whatever its warnings. */
export function makeSignalBody(overrides: Partial<SignalInput> = {}): SignalInput {
  return {
    symbol: 'LUCK',
    signal_type: 'intraday',
    entry_price: '471.00',
    stop_loss: '448.00',
    target_points: ['495.00', '518.00', '540.00'],
    override_reason: 'Made for a test',
    ...overrides,
  };
}

/** Publishes a signal and returns it as presented to administrators. */
export async function publish(
  test: TestApp,
  admin: { access: string },
  overrides: Partial<SignalInput> = {},
): Promise<AdminSignal> {
  const { body } = await test.call(
    publishSignal,
    { body: makeSignalBody(overrides) },
    { token: admin.access },
  );
  return body;
}
