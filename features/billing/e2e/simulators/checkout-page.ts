import { once } from 'node:events';
import { createServer } from 'node:net';
import { test as playwrightTest } from '@playwright/test';
import fastify from 'fastify';
import { createPaddleSimulator, type PaddleSimulator } from '#simulators/paddle/paddle-simulator.ts';
import { testCatalog } from '#tests/support/paddle-simulator/test-catalog.ts';

export interface CheckoutPage extends PaddleSimulator {
  url: string;
}

/** The strictest policy that allows a checkout from the page's own server. */
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'; style-src 'none'; base-uri 'none'";

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script src="/simulators/paddle/paddle/v2/paddle.js"></script></head>
<body><main><h1>Shop</h1><button>Buy</button></main></body></html>`;

/** A minimal page with Paddle.js, on a server with nothing but the simulator. */
export const test = playwrightTest.extend<object, { checkoutPage: CheckoutPage }>({
  checkoutPage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern
    async ({}, use) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const simulator = createPaddleSimulator({
        baseUrl: `${url}/simulators/paddle`,
        apiKey: 'pdl_sdbx_apikey_test',
        clientToken: 'test_shop',
        webhook: { url: `${url}/webhook`, secret: 'pdl_ntfset_shop' },
        catalog: testCatalog,
        defaultCountry: 'PK',
      });
      const app = fastify();
      app.addHook('onRequest', async (_request, reply) => void reply.header('X-Frame-Options', 'DENY'));
      app.get('/*', (_request, reply) =>
        reply.header('Content-Security-Policy', POLICY).type('text/html').send(PAGE),
      );
      await app.register(simulator.plugin, { prefix: '/simulators/paddle' });
      await app.listen({ host: '127.0.0.1', port });
      await use({ ...simulator, url });
      await simulator.close();
      await app.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ checkoutPage }, use) => use(checkoutPage.url),
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const info = server.address();
  server.close();
  return typeof info === 'object' && info ? info.port : 0;
}
