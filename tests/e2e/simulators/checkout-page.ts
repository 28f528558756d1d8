import { once } from 'node:events';
import { createServer } from 'node:net';
import { test as playwrightTest } from '@playwright/test';
import fastify from 'fastify';
import { createPaddleSimulator, type PaddleSimulator } from '#simulators/paddle/paddle-simulator.ts';
import { testCatalogue } from '#simulators/paddle/testing/test-catalog.ts';

export interface Shop extends PaddleSimulator {
  address: string;
}

/** As strict as a page can be whose checkout comes from its own server. */
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'; style-src 'none'; base-uri 'none'";

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script src="/simulators/paddle/paddle/v2/paddle.js"></script></head>
<body><main><h1>Shop</h1><button>Buy</button></main></body></html>`;

/** A page with nothing but the script, on a server with nothing but the simulator. */
export const test = playwrightTest.extend<object, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
    async ({}, use) => {
      const port = await freePort();
      const address = `http://127.0.0.1:${port}`;
      const simulator = createPaddleSimulator({
        baseUrl: `${address}/simulators/paddle`,
        apiKey: 'pdl_sdbx_apikey_test',
        clientToken: 'test_shop',
        webhook: { url: `${address}/webhook`, secrets: ['pdl_ntfset_shop'] },
        catalogue: testCatalogue,
        defaultCountry: 'PK',
      });
      const app = fastify();
      app.addHook('onRequest', async (_request, reply) => void reply.header('X-Frame-Options', 'DENY'));
      app.get('/*', (_request, reply) =>
        reply.header('Content-Security-Policy', POLICY).type('text/html').send(PAGE),
      );
      await app.register(simulator.plugin, { prefix: '/simulators/paddle' });
      await app.listen({ host: '127.0.0.1', port });
      await use({ ...simulator, address });
      await simulator.close();
      await app.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ shop }, use) => use(shop.address),
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
