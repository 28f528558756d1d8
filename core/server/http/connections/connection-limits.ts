import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { createTimeoutError } from './client-errors.ts';

/** The limits on slow and idle connections, and on their number. */
export interface ConnectionLimits {
  /** The time from opening the connection, or from the first byte of a later request, to the end of the headers. */
  headersMs: number;
  /** The time from the end of the headers to the end of the body, in addition to that for the size of the body. */
  bodyMs: number;
  /** The time from the first byte to the end of the body, regardless of the route. */
  requestMs: number;
  /** The time without a byte received or sent before the response begins: the handler's time limit. */
  inactivityMs: number;
  /**
   * The time without a byte sent once the response has begun. Node.js closes the connection after one to two times
   * this.
   */
  stalledResponseMs: number;
  /** The idle time between two requests. */
  keepAliveMs: number;
  /** The interval at which overdue headers and requests are checked. */
  checkIntervalMs: number;
  /** The pending requests of one connection. Each costs memory, and one packet can contain a thousand. */
  maxPipelinedRequests: number;
  /** Further connections are closed as soon as they are accepted. */
  maxConnections: number;
}

/** The reasons for these values are in docs/security.md. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 20 * SECOND,
  bodyMs: 20 * SECOND,
  requestMs: 10 * MINUTE,
  inactivityMs: 60 * SECOND,
  stalledResponseMs: 30 * SECOND,
  keepAliveMs: 72 * SECOND,
  checkIntervalMs: 5 * SECOND,
  maxPipelinedRequests: 20,
  maxConnections: 12_000,
};

/** The slowest accepted upload: half a megabit per second for a body of the largest size that its route accepts. */
const MIN_BODY_BYTES_PER_SECOND = 64 * 1024;

const DROP_LOG_INTERVAL_MS = MINUTE;

/** Returns the Fastify and Node.js options that enforce the limits that do not depend on the route. */
export function getConnectionOptions(limits: ConnectionLimits) {
  return {
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.inactivityMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      requireHostHeader: false,
    },
  } satisfies FastifyServerOptions & { http: object };
}

/** Enforces the limits that have no option. */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  limitNumber(app, limits);
  limitPipelining(app, limits);
  limitBodies(app, limits);
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isOverNetwork(request)) reply.raw.setTimeout(limits.stalledResponseMs);
    done();
  });
}

function limitNumber(app: FastifyInstance, { maxConnections }: ConnectionLimits): void {
  app.server.maxConnections = maxConnections;
  let loggedAt = Number.NEGATIVE_INFINITY;
  app.server.on('drop', () => {
    if (performance.now() - loggedAt < DROP_LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    app.log.warn({ maxConnections }, 'too many connections: new ones are closed');
  });
}

function limitPipelining(app: FastifyInstance, { maxPipelinedRequests }: ConnectionLimits): void {
  const pendingRequests = new WeakMap<object, number>();
  const change = ({ raw }: FastifyRequest, by: number) => {
    const pending = (pendingRequests.get(raw.socket) ?? 0) + by;
    pendingRequests.set(raw.socket, pending);
    return pending;
  };
  app.addHook('onRequest', (request, _reply, done) => {
    if (change(request, 1) > maxPipelinedRequests) request.raw.socket.destroy();
    else done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    change(request, -1);
    done();
  });
}

function limitBodies(app: FastifyInstance, limits: ConnectionLimits): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    if (hasBody(request) && isOverNetwork(request)) {
      const { socket } = raw;
      const timeoutMs = getBodyTimeoutMs(request.routeOptions.bodyLimit, limits);
      const timer = setTimeout(() => app.server.emit('clientError', createTimeoutError(), socket), timeoutMs);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** Returns the time limit for receiving a body on a route that accepts bodies of up to `bodyLimitBytes`. */
export function getBodyTimeoutMs(bodyLimitBytes: number, limits: ConnectionLimits): number {
  return limits.bodyMs + Math.ceil((bodyLimitBytes / MIN_BODY_BYTES_PER_SECOND) * SECOND);
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** False for a request in memory: pages call the API so. */
export const isOverNetwork = ({ raw }: FastifyRequest) => raw.socket instanceof Socket;
