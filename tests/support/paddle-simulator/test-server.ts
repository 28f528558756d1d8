import { once } from 'node:events';
import { createServer } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import type { PaddleSimulatorOptions } from '#simulators/paddle/catalog.ts';
import { createPaddleSimulator, type PaddleSimulator } from '#simulators/paddle/paddle-simulator.ts';
import { testCatalog } from './test-catalog.ts';

const realFetch = globalThis.fetch;

export interface TestServer extends PaddleSimulator {
  baseUrl: string;
  /** Returns the webhooks received since the last call. */
  received(): { body: string; signature: string; type: string }[];
  /** Sets the product's response to webhooks. */
  respondWith(respond: (type: string) => Response | Promise<Response>): void;
}

export const API_KEY = 'pdl_sdbx_apikey_test';
export const SECRET = 'pdl_ntfset_test';

/** Runs the simulator on its own port. Webhooks are received in memory, and the clock is stopped. */
export function useTestServer(options: Partial<PaddleSimulatorOptions> = {}): TestServer {
  const test = {} as TestServer;
  const received: ReturnType<TestServer['received']> = [];
  let respond: Parameters<TestServer['respondWith']>[0];
  const app = fastify();

  beforeAll(async () => {
    const port = await getFreePort();
    test.baseUrl = `http://127.0.0.1:${port}/simulators/paddle`;
    const at = new Date();
    const simulator = createPaddleSimulator({
      baseUrl: test.baseUrl,
      apiKey: API_KEY,
      clientToken: 'test_7d279f61a3499fed520f7cd8c08',
      webhook: { url: 'https://product.test/webhook', secret: SECRET },
      catalog: testCatalog,
      retryProfile: 'fast',
      wallClock: () => at,
      deliver: async (_url, init) => {
        const body = String(init.body);
        const { event_type: type } = JSON.parse(body) as { event_type: string };
        const signature = new Headers(init.headers).get('paddle-signature') ?? '';
        received.push({ body, signature, type });
        return respond(type);
      },
      ...options,
    });
    Object.assign(test, simulator, {
      received: () => received.splice(0),
      respondWith: (next: typeof respond) => {
        respond = next;
      },
    });
    await app.register(simulator.plugin, { prefix: '/simulators/paddle' });
    await app.listen({ host: '127.0.0.1', port });
  });

  beforeEach(() => {
    vi.stubGlobal('fetch', realFetch);
    test.control.reset();
    received.splice(0);
    respond = () => new Response('');
  });

  afterAll(async () => {
    await test.close?.();
    await app.close();
  });

  return test;
}

async function getFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
