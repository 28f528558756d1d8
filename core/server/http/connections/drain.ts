import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { SECOND } from '#core/server/platform/clock.ts';
import { createStoppingError } from './client-errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Accepts no more connections, closes idle ones, waits until the running requests have been responded to, responds with
     * 503 to those that have not arrived completely, and closes every connection. The app itself stays usable until `close`, because pages that are being rendered call it.
     */
    drain(limits: DrainLimits): Promise<void>;
    /** Registers work to do before connections are closed, for example to end responses that never end on their own. */
    beforeDrain(work: () => void): void;
  }
}

interface DrainLimits {
  /** The server still accepts connections for this long, but is not ready: load balancers send their requests elsewhere. */
  noticeMs?: number;
  /** The limit for all of it, the notice included. */
  timeoutMs: number;
}

/** Counts the requests that `app.drain` waits for. */
export interface Drain {
  /** True from the beginning of the notice. */
  readonly isDraining: boolean;
  /** Also waits for a response that the framework does not know. */
  waitFor(response: ServerResponse): void;
}

/** Requests that are still arriving when draining begins count as abandoned after this. */
const ARRIVAL_MS = SECOND;

/** The limit for sending the responses to requests that have not arrived completely. */
const REJECTION_MS = SECOND / 4;

/** Adds `drain` to the app. */
export function registerDrain(app: FastifyInstance): Drain {
  const runningRequests = new Map<object, number>();
  const watched = new WeakSet<object>();
  const sockets = new Set<Socket>();
  const latestRequests = new WeakMap<object, IncomingMessage>();
  let isDraining = false;
  let reportIdle = () => {};

  const setRunning = (socket: object, count: number) => {
    if (count > 0) runningRequests.set(socket, count);
    else runningRequests.delete(socket);
    if (runningRequests.size === 0) reportIdle();
  };
  const begin = (socket: Socket) => {
    setRunning(socket, (runningRequests.get(socket) ?? 0) + 1);
    if (watched.has(socket)) return;
    watched.add(socket);
    // `onResponse` does not run for pipelined requests that wait for their turn when the client disconnects.
    socket.once('close', () => setRunning(socket, 0));
  };
  const end = (socket: object) => setRunning(socket, (runningRequests.get(socket) ?? 0) - 1);

  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    latestRequests.set(raw.socket, raw);
    begin(raw.socket);
    done();
  });
  app.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    end(socket);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining) reply.header('Connection', 'close');
    done();
  });

  const waitUntilIdle = () =>
    runningRequests.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => (reportIdle = resolve));

  /** Requests that arrived completely are closed without a response, because their outcome is unknown. */
  const hasArrived = (socket: Socket) =>
    runningRequests.has(socket) && (latestRequests.get(socket)?.complete ?? true);

  async function rejectIncomplete(): Promise<void> {
    const closed = [...sockets]
      .filter((socket) => !hasArrived(socket))
      .map((socket) => {
        const closing = once(socket, 'close');
        app.server.emit('clientError', createStoppingError(), socket);
        return closing;
      });
    if (closed.length > 0) await Promise.race([Promise.allSettled(closed), setTimeout(REJECTION_MS)]);
  }

  const startWork: (() => void)[] = [];
  app.decorate('beforeDrain', (work: () => void) => void startWork.push(work));

  app.decorate('drain', async ({ noticeMs = 0, timeoutMs }: DrainLimits) => {
    isDraining = true;
    const waiting = new AbortController();
    const delay = (ms: number) => setTimeout(ms, undefined, { signal: waiting.signal });
    const deadline = delay(timeoutMs);
    await delay(noticeMs);
    // Requests that have arrived are read first: closing a connection that has unread data, or is not accepted yet, resets it.
    await setImmediate();
    for (const work of startWork) work();
    const closed = new Promise<void>((resolve) => app.server.close(() => resolve()));
    await Promise.race([closed.then(waitUntilIdle), delay(ARRIVAL_MS).then(waitUntilIdle), deadline]);
    waiting.abort();
    await rejectIncomplete();
    app.server.closeAllConnections();
  });

  return {
    get isDraining() {
      return isDraining;
    },
    waitFor(response) {
      const { socket } = response;
      if (socket === null) return;
      begin(socket);
      response.once('finish', () => end(socket));
    },
  };
}
