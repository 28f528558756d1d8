import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import { MINUTE, SECOND } from '#server/platform/clock.ts';
import { requestTimeout } from './client-errors.ts';

/** How long a client may keep a connection busy without using it, and how many connections there may be. */
export interface ConnectionLimits {
  /** From the connection, or from the first byte of a later request, to the end of the headers. */
  headersMs: number;
  /** From the end of the headers to the end of the body, in addition to the time that the size of the body allows. */
  bodyMs: number;
  /** From the first byte to the end of the body, whatever the route allows. */
  requestMs: number;
  /** Without a byte received or sent, including while a handler runs. */
  inactivityMs: number;
  /** Between two requests. */
  keepAliveMs: number;
  /** How often headers and requests that are overdue are looked for. */
  checkIntervalMs: number;
  /** Further connections are closed as soon as they are accepted. */
  maxConnections: number;
}

/** The reasons for these values are in docs/security.md. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 20 * SECOND,
  bodyMs: 20 * SECOND,
  requestMs: 10 * MINUTE,
  inactivityMs: 60 * SECOND,
  keepAliveMs: 72 * SECOND,
  checkIntervalMs: 5 * SECOND,
  maxConnections: 12_000,
};

/** The slowest upload that is accepted: half a megabit per second for a body of the largest size that its route takes. */
const MIN_BODY_BYTES_PER_SECOND = 64 * 1024;

const DROP_LOG_INTERVAL_MS = MINUTE;

/** The options with which Fastify and Node.js enforce the limits that do not depend on the route. */
export function connectionOptions(limits: ConnectionLimits) {
  return {
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.inactivityMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkIntervalMs },
  } satisfies FastifyServerOptions & { http: object };
}

/** Enforces the limits that have no option: the time for a body, by route, and the number of connections. */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  app.server.maxConnections = limits.maxConnections;
  let loggedAt = Number.NEGATIVE_INFINITY;
  app.server.on('drop', () => {
    if (performance.now() - loggedAt < DROP_LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    app.log.warn({ maxConnections: limits.maxConnections }, 'too many connections: new ones are closed');
  });

  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    // Requests of the server to itself are in memory.
    if (hasBody(request) && raw.socket instanceof Socket) {
      const { socket } = raw;
      const timeoutMs = bodyTimeoutMs(request.routeOptions.bodyLimit, limits);
      const timer = setTimeout(() => app.server.emit('clientError', requestTimeout(), socket), timeoutMs);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** How long a body may take to arrive on a route that accepts bodies of up to `bodyLimitBytes`. */
export function bodyTimeoutMs(bodyLimitBytes: number, limits: ConnectionLimits): number {
  return limits.bodyMs + Math.ceil((bodyLimitBytes / MIN_BODY_BYTES_PER_SECOND) * SECOND);
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
