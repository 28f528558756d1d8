import { randomBytes } from 'node:crypto';
import type { EndpointInput, EndpointOutput, EndpointShape } from '#core/contract/endpoint.ts';
import type { SignalList } from '#features/signals/contract/endpoints.ts';
import {
  deleteSignal,
  editSignal,
  publishSignal,
} from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { call, signInAdministrator, type TestUser } from './accounts.ts';
import type { Product } from './product.ts';

type SignalInput = EndpointInput<typeof publishSignal>['body'];
type SignalChange = EndpointInput<typeof editSignal>['body'];

/** Returns a symbol that no other test and no company has. */
export const makeUniqueSymbol = () => `Q${randomBytes(4).toString('hex').toUpperCase()}`;

const sessions = new Map<string, Promise<TestUser>>();

/** Calls the API as another administrator, whose session lasts for several tests. */
async function callAsAdministrator<E extends EndpointShape>(
  baseUrl: string,
  endpoint: E,
  input: EndpointInput<E>,
): Promise<EndpointOutput<E>> {
  const attempt = async () => {
    const session = sessions.get(baseUrl) ?? signInAdministrator(baseUrl);
    sessions.set(baseUrl, session);
    return call(baseUrl, endpoint, input, (await session).access);
  };
  return attempt().catch((error) => {
    // The access token has expired.
    if (error?.status !== 401) throw error;
    sessions.delete(baseUrl);
    return attempt();
  });
}

/** Publishes an intraday buy signal with a unique symbol through the API, as another administrator would. */
export async function publish(baseUrl: string, overrides: Partial<SignalInput> = {}): Promise<AdminSignal> {
  const body: SignalInput = {
    symbol: makeUniqueSymbol(),
    signal_type: 'intraday',
    entry_price: '100.00',
    stop_loss: '95.00',
    target_points: ['105.00', '110.00', '115.00'],
    // Its symbol is in no directory, and the market may be closed.
    override_reason: 'Made for a test',
    ...overrides,
  };
  return callAsAdministrator(baseUrl, publishSignal, { body });
}

/** Edits a signal through the API, as another administrator would. */
export async function edit(baseUrl: string, id: string, body: SignalChange): Promise<AdminSignal> {
  return callAsAdministrator(baseUrl, editSignal, { params: { id }, body });
}

/** Deletes a signal through the API, as another administrator would. */
export async function remove(baseUrl: string, id: string): Promise<void> {
  await callAsAdministrator(baseUrl, deleteSignal, { params: { id } });
}

/** Creates a list in the format of the API, for mocked responses. */
export function makeSignalList(results: Signal[], hasSubscription = false): SignalList {
  return {
    count: results.length,
    results,
    has_subscription: hasSubscription,
    risk_statement_required: false,
    states_change_at: null,
    last_event_id: null,
  };
}

/** Waits for the evaluation of signals that have changed. States that it changes change counts, and make every list load again. */
export const finishEvaluation = (product: Product) =>
  expect.poll(() => product.query('select from evaluation_changes'), { timeout: 30_000 }).toEqual([]);
