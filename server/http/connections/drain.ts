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

/** Requests that are still arriving when draining begins count as abandoned after this. */
const ARRIVAL_MS = SECOND;

/** Adds `drain` to the app. */
export function registerDrain(app: FastifyInstance): void {
  const runningRequests = new Map<object, number>();
  const watched = new WeakSet<object>();
  let isDraining = false;
  let reportIdle = () => {};

  const setRunning = (socket: object, count: number) => {
    if (count > 0) runningRequests.set(socket, count);
    else runningRequests.delete(socket);
    if (runningRequests.size === 0) reportIdle();
  };

  app.addHook('onRequest', ({ raw: { socket } }, _reply, done) => {
    runningRequests.set(socket, (runningRequests.get(socket) ?? 0) + 1);
    if (!watched.has(socket)) {
      watched.add(socket);
      // `onResponse` does not run for pipelined requests that wait for their turn when the client disconnects.
      socket.once('close', () => setRunning(socket, 0));
    }
    done();
  });
  app.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    setRunning(socket, (runningRequests.get(socket) ?? 0) - 1);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining) reply.header('Connection', 'close');
    done();
  });

  const waitUntilIdle = () =>
    runningRequests.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => (reportIdle = resolve));

  app.decorate('drain', async (timeoutMs: number) => {
    isDraining = true;
    const closed = new Promise<void>((resolve) => app.server.close(() => resolve()));
    const waiting = new AbortController();
    const delay = (ms: number) => setTimeout(ms, undefined, { signal: waiting.signal });
    await Promise.race([closed.then(waitUntilIdle), delay(ARRIVAL_MS).then(waitUntilIdle), delay(timeoutMs)]);
    waiting.abort();
    app.server.closeAllConnections();
  });
}
