import { createAccount } from '#simulators/paddle/account.ts';
import type { PaddleSimulatorOptions } from '#simulators/paddle/catalog.ts';
import { createControl } from '#simulators/paddle/control/control.ts';
import { createOutbox, createScheduler } from '#simulators/paddle/webhooks.ts';
import { testCatalog } from './test-catalog.ts';

const TEST_SECRET = 'pdl_ntfset_test';

/** Creates an account without a server. Its clock is stopped until a test advances it. */
export function createTestAccount({
  at = '2026-11-21T10:00:00.000Z',
  ...options
}: Partial<PaddleSimulatorOptions> & { at?: string } = {}) {
  const account = createAccount({
    baseUrl: 'http://localhost:4600',
    apiKey: 'pdl_sdbx_apikey_test',
    clientToken: 'test_token',
    webhook: { url: 'https://product.test/webhook', secret: TEST_SECRET },
    catalog: testCatalog,
    deliver: async () => new Response(''),
    retryProfile: 'fast',
    wallClock: () => new Date(at),
    ...options,
  });
  const outbox = createOutbox(account, new AbortController().signal);
  const control = createControl(account, createScheduler(account, outbox), outbox);
  const seen = { count: 0 };
  return {
    account,
    control,
    /** Returns the types of the events since the last call, in order. */
    takeEventTypes(): string[] {
      const types = account.state.events.slice(seen.count).map(({ event_type }) => event_type);
      seen.count += types.length;
      return types;
    },
  };
}
