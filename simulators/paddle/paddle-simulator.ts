import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { createAccount } from './account.ts';
import { restRoutes } from './api/rest.ts';
import { browserRoutes } from './browser/browser-routes.ts';
import { clientRoutes } from './checkout/client-routes.ts';
import { createControl, type PaddleControl } from './control/control.ts';
import { controlRoutes } from './control/control-routes.ts';
import { handleError, notFound, PaddleError } from './errors.ts';
import { injectFaults } from './faults.ts';
import { TEST_CARDS } from './lifecycle/cards.ts';
import type { PaddleSimulatorOptions } from './options.ts';
import { portalRoutes } from './portal/portal.ts';
import { createScheduler } from './scheduler.ts';
import { createSnapshotStore } from './snapshot.ts';
import { createOutbox } from './webhooks.ts';

export interface PaddleSimulator {
  /** All HTTP routes, to be registered under the path of the base URL. */
  plugin: FastifyPluginAsync;
  control: PaddleControl;
  testCards: readonly { number: string; effect: string }[];
  /** Restores the stored state and clock. The plugin does so too, but the clock may be needed earlier. */
  load(): Promise<void>;
  /** Starts automatic webhook delivery and due actions. Without it, only the control triggers them. */
  start(): void;
  /** Stops automatic actions, aborts deliveries and saves the state. */
  close(): Promise<void>;
}

/**
 * Simulates Paddle Billing for one account: the API for the official SDK, Paddle.js with its checkout, the customer portal
 * and signed webhooks. No real payments are made.
 */
export function createPaddleSimulator(options: PaddleSimulatorOptions): PaddleSimulator {
  const account = createAccount(options);
  const closing = new AbortController();
  const outbox = createOutbox(account, closing.signal);
  const scheduler = createScheduler(account, outbox);
  const control = createControl(account, scheduler, outbox);
  const snapshots = createSnapshotStore(account);
  let loading: Promise<void> | undefined;
  const load = () => (loading ??= snapshots.load());

  const plugin: FastifyPluginAsync = async (scope) => {
    await load();
    const app = scope as FastifyInstance;
    registerBodyParsers(app);
    app.setErrorHandler(handleError);
    app.addHook('onRequest', async (_request, reply) => void reply.header('Cache-Control', 'no-store'));
    injectFaults(app, account);
    await app.register((routes) => browserRoutes(routes, account));
    await app.register((routes) => clientRoutes(routes, account), { prefix: '/_js' });
    await app.register((routes) => portalRoutes(routes, account), { prefix: '/portal' });
    await app.register((routes) => restRoutes(routes, account));
    await app.register((routes) => controlRoutes(routes, account, control), { prefix: '/_control' });
    // Returns Paddle's 404 instead of the surrounding app's.
    app.all('/*', () => {
      throw notFound();
    });
  };

  return {
    plugin,
    control,
    testCards: TEST_CARDS.map(({ number, effect }) => ({ number, effect })),
    load,
    start: scheduler.start,
    async close() {
      closing.abort();
      scheduler.stop();
      await outbox.flushed();
      await snapshots.close();
    },
  };
}

/** Parses JSON and forms. The SDK sends some requests with a JSON content type and an empty body. */
function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (String(body).trim() === '') return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(new PaddleError(400, 'invalid_json', 'Request body is not valid JSON.'));
    }
  });
}
