import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { SECOND } from '#server/platform/clock.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Accepts no more connections, closes idle ones, waits until the running requests have been responded to, at most for
     * `timeoutMs`, and closes every connection. The app itself stays usable until `close`, because pages that are being
     * rendered call it.
     */
    drain(timeoutMs: number): Promise<void>;
  }
}

/** How long requests that are still arriving when draining begins may take before they count as abandoned. */
const ARRIVAL_MS = SECOND;

/** Gives the app its `drain`. */
export function registerDrain(app: FastifyInstance): void {
  let runningRequests = 0;
  let isDraining = false;
  let reportIdle = () => {};

  app.addHook('onRequest', (_request, _reply, done) => {
    runningRequests += 1;
    done();
  });
  // Also runs when the client is gone.
  app.addHook('onResponse', (_request, _reply, done) => {
    runningRequests -= 1;
    if (runningRequests === 0) reportIdle();
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining) reply.header('Connection', 'close');
    done();
  });

  const idle = () =>
    runningRequests === 0 ? Promise.resolve() : new Promise<void>((resolve) => (reportIdle = resolve));

  app.decorate('drain', async (timeoutMs: number) => {
    isDraining = true;
    const closed = new Promise<void>((resolve) => app.server.close(() => resolve()));
    const waiting = new AbortController();
    const delay = (ms: number) => setTimeout(ms, undefined, { signal: waiting.signal });
    await Promise.race([closed.then(idle), delay(ARRIVAL_MS).then(idle), delay(timeoutMs)]);
    waiting.abort();
    app.server.closeAllConnections();
  });
}
