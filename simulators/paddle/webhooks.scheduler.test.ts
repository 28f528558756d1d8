import { expect, it } from 'vitest';
import { MONTHLY, testCatalog } from '#tests/support/paddle-simulator/test-catalog.ts';
import { createPaddleSimulator } from './paddle-simulator.ts';

it('delivers webhooks automatically after the simulator is started, and not before', async () => {
  const types: string[] = [];
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const simulator = createPaddleSimulator({
    baseUrl: 'http://localhost:4600',
    apiKey: 'key',
    clientToken: 'test_token',
    webhook: { url: 'https://product.test/webhook', secret: 'secret' },
    catalog: testCatalog,
    deliver: async (_url, init) => {
      types.push(JSON.parse(String(init.body)).event_type);
      if (types.length === 11) arrive();
      return new Response('');
    },
  });
  simulator.control.completeCheckout({ priceId: MONTHLY, customerEmail: 'a@example.com' });
  expect(types).toEqual([]);
  simulator.start();
  await arrived;
  expect(types.at(-1)).toBe('transaction.completed');
  await simulator.close();
});

it('aborts a delivery in progress when the simulator closes', async () => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const simulator = createPaddleSimulator({
    baseUrl: 'http://localhost:4600',
    apiKey: 'key',
    clientToken: 'test_token',
    webhook: { url: 'https://product.test/webhook', secret: 'secret' },
    catalog: testCatalog,
    deliver: (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        begin();
      }),
  });
  simulator.control.completeCheckout({ priceId: MONTHLY, customerEmail: 'a@example.com' });
  simulator.start();
  await begun;
  await simulator.close();
  const [first, second] = simulator.control.notifications();
  expect([first?.status, second?.status]).toEqual(['needs_retry', 'not_attempted']);
});
