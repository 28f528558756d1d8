import fastify, { type FastifyInstance } from 'fastify';
import type { PaddleGateway } from '#features/billing/server/paddle/paddle-gateway.ts';
import { createSdkGateway } from '#features/billing/server/paddle/sdk-gateway.ts';
import { createPaddleSimulator, type PaddleSimulator } from '#simulators/paddle/paddle-simulator.ts';

export const MONTHLY = 'pri_01k8monthly00000000000000a';
export const YEARLY = 'pri_01k8yearly000000000000000a';
export const TRIAL = 'pri_01k8trial0000000000000000a';

const BASE_URL = 'https://paddle.test/api';
const API_KEY = 'pdl_sdbx_apikey_test';

export interface SimulatedPaddle extends PaddleSimulator {
  gateway: PaddleGateway;
  /** Calls the simulator in memory. The SDK uses the global `fetch`, so tests replace it with this. */
  fetch: typeof fetch;
}

/**
 * Creates a Paddle simulator in memory. Its clock is stopped at `start` until the control advances it, and webhooks are
 * not delivered.
 */
export async function createSimulatedPaddle(start: Date): Promise<SimulatedPaddle> {
  const simulator = createPaddleSimulator({
    baseUrl: BASE_URL,
    apiKey: API_KEY,
    clientToken: 'test_token',
    webhook: { url: 'https://tezi.test/api/paddle/webhook/', secret: 'pdl_ntfset_unused' },
    catalog: [
      {
        id: 'pro_01k8signals00000000000000a',
        name: 'Signals',
        prices: [
          { id: MONTHLY, name: 'Monthly', interval: 'month', amount: '3000', currency: 'USD' },
          { id: YEARLY, name: 'Yearly', interval: 'year', amount: '28800', currency: 'USD' },
          { id: TRIAL, name: 'Monthly', interval: 'month', amount: '3000', currency: 'USD', trialDays: 7 },
        ],
      },
    ],
    deliver: async () => new Response(''),
    wallClock: () => start,
  });
  const app = fastify();
  await app.register(simulator.plugin, { prefix: new URL(BASE_URL).pathname });
  await app.ready();
  return {
    ...simulator,
    gateway: createSdkGateway({ apiKey: API_KEY, environment: BASE_URL }),
    fetch: inMemory(app),
    async close() {
      await simulator.close();
      await app.close();
    },
  };
}

function inMemory(app: FastifyInstance): typeof fetch {
  return async (input, init = {}) => {
    const response = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: String(input),
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    });
    return new Response(response.body, {
      status: response.statusCode,
      headers: { 'content-type': String(response.headers['content-type']) },
    });
  };
}
