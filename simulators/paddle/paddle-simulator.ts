import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { createAccount } from './account.ts';
import { browserRoutes } from './browser/browser-routes.ts';
import { clientCalls } from './checkout/client-calls.ts';
import { createControl, type PaddleControl } from './control/control.ts';
import { controlRoutes } from './control/control-routes.ts';
import { readBodies } from './http/bodies.ts';
import { letCallsFail } from './http/faults.ts';
import { handleError } from './http/responses.ts';
import type { PaddleSimulatorOptions } from './options.ts';
import { notFound } from './paddle-error.ts';
import { portalRoutes } from './portal/portal-routes.ts';
import { restRoutes } from './rest/rest.ts';
import { createScheduler } from './state/scheduler.ts';
import { keepSnapshots } from './state/snapshot.ts';
import { createOutbox } from './webhooks/outbox.ts';

export interface PaddleSimulator {
  /** Everything over HTTP, to be registered under the path of the base URL. */
  plugin: FastifyPluginAsync;
  control: PaddleControl;
  /** From now on webhooks go out, and what is due happens, by themselves. Without it that is left to the control. */
  start(): void;
  /** Lets hanging calls go, ends what runs by itself and saves. */
  close(): Promise<void>;
}

/**
 * A stand-in that speaks Paddle Billing's protocols for one account: the API as the official SDK calls it, the script with
 * its checkout, the customer portal, and signed webhooks. Nothing is charged.
 */
export function createPaddleSimulator(options: PaddleSimulatorOptions): PaddleSimulator {
  const account = createAccount(options);
  const closing = new AbortController();
  const outbox = createOutbox(account, closing.signal);
  const scheduler = createScheduler(account, outbox);
  const control = createControl(account, scheduler, outbox);
  const snapshots = keepSnapshots(account);

  const plugin: FastifyPluginAsync = async (scope) => {
    await snapshots.load();
    const app = scope as FastifyInstance;
    readBodies(app);
    app.setErrorHandler(handleError);
    app.addHook('onRequest', async (_request, reply) => void reply.header('Cache-Control', 'no-store'));
    letCallsFail(app, account, closing.signal);
    await app.register((routes) => browserRoutes(routes, account));
    await app.register((routes) => clientCalls(routes, account), { prefix: '/_js' });
    await app.register((routes) => portalRoutes(routes, account), { prefix: '/portal' });
    await app.register((routes) => restRoutes(routes, account));
    await app.register((routes) => controlRoutes(routes, account, control), { prefix: '/_control' });
    // A route of its own: what the app around it answers to unknown addresses is not Paddle's.
    app.all('/*', () => {
      throw notFound();
    });
  };

  return {
    plugin,
    control,
    start: scheduler.start,
    async close() {
      closing.abort();
      scheduler.stop();
      await outbox.flushed();
      await snapshots.close();
    },
  };
}
