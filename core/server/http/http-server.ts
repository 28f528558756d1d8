import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import pg from 'pg';
import { Counter, Histogram, Registry } from 'prom-client';
import { CLOCK_OFFSET_HEADER } from '#core/contract/api/clock-offset.ts';
import type { Config } from '#core/server/config/config.ts';
import { type Clock, SECOND } from '#core/server/platform/clock.ts';
import { connectionGroup } from '#core/server/platform/database/admission.ts';
import { getUnavailableReason, withDeadline } from '#core/server/platform/database/unavailable.ts';
import type { Database } from '#core/server/platform/database.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { isMigrated } from '#core/server/platform/migrations/migrate.ts';
import { createMemoryLimit } from '#core/server/platform/rate-limits/memory-limit.ts';
import { createClientErrorHandler, createRequestCheck } from './connections/client-errors.ts';
import { createClientIpReader, createProxyMatcher, registerClientIp } from './connections/client-ip.ts';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  getConnectionOptions,
  isOverNetwork,
  limitConnections,
} from './connections/connection-limits.ts';
import { type Drain, registerDrain } from './connections/drain.ts';
import { handleError } from './errors/errors.ts';
import { type RecentActivity, recordActivity } from './metrics/recent-activity.ts';
import { createHitRecorder, recordRequestSpans } from './metrics/request-spans.ts';
import { createRequestIdReader, REQUEST_ID_HEADER, sendRequestIds } from './request-ids.ts';
import { getRoute, isStream, logSlowRequests } from './request-log.ts';
import { FastPath } from './response-cache/fast-path.ts';
import { ResponseCache } from './response-cache/response-cache.ts';
import type { Caching } from './response-cache/send-cached.ts';
import { BROTLI_QUALITY, type RouteHits } from './response-cache/stored-response.ts';
import { getSecurityHeaders } from './security-headers/security-headers.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const MAX_PARAM_LENGTH = 200;

interface HttpServerDependencies {
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
  connectionLimits?: ConnectionLimits | undefined;
  responseWaitMs?: number | undefined;
  /** How far the clock of a demo is ahead, which its open pages follow; `null` if this site is no demo. */
  getClockOffsetMs: (() => number) | null;
  /** Runs before the routes are registered. */
  attach?: ((app: FastifyInstance) => Promise<void>) | undefined;
}

/** A server without the routes of features. */
interface HttpServer {
  app: FastifyInstance;
  caching: Caching;
  metrics: Registry;
  activity: RecentActivity;
}

/** Creates what all requests have in common: limits, the response cache, headers, errors, logs, metrics and the health routes. */
export async function createHttpServer(dependencies: HttpServerDependencies): Promise<HttpServer> {
  const { config, database, clock, logger, getClockOffsetMs } = dependencies;
  const { connectionLimits = CONNECTION_LIMITS } = dependencies;
  const headers = getSecurityHeaders({ isHttps: config.publicUrl.startsWith('https:') });
  const getClientIp = createClientIpReader(config.trustedProxies);
  const isFromTrustedProxy = createProxyMatcher(config.trustedProxies);
  const getRequestId = createRequestIdReader(isFromTrustedProxy);
  const app: FastifyInstance = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // The client's IP address is `clientIp`; no other forwarded header is used.
    trustProxy: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    ...getConnectionOptions(connectionLimits),
    clientErrorHandler: createClientErrorHandler(headers),
    genReqId: getRequestId,
    childLoggerFactory: (parent, bindings, options, request) =>
      parent.child({ ...bindings, clientIp: getClientIp(request) }, options),
    // A request with a malformed URL reaches no hook.
    frameworkErrors: (error, request, reply) =>
      handleError(error, request, reply.headers({ ...headers, [REQUEST_ID_HEADER]: request.id })),
  });

  const getClockHeaders = (): Record<string, string> =>
    getClockOffsetMs === null ? {} : { [CLOCK_OFFSET_HEADER]: String(getClockOffsetMs()) };
  const drain = registerDrain(app);
  const cache = new ResponseCache({
    changes: database.changes,
    clock,
    getCommonHeaders: () => ({ ...headers, ...getClockHeaders() }),
    commonTopics: getClockOffsetMs === null ? [] : ['clock'],
    logger,
    retryWaitMs: dependencies.responseWaitMs,
  });
  const recordHit = createHitRecorder(isFromTrustedProxy);
  const fastPath = new FastPath(cache, drain, { ...connectionLimits, getRequestId, recordHit });
  fastPath.attach(app.server, createRequestCheck(app, headers), app.routing);
  app.decorate('responseCache', cache);
  const metrics = new Registry();
  sendRequestIds(app);
  const activity = recordActivity(app, cache, clock);
  registerRequestMetrics(app, metrics, () => fastPath.takeHits());
  recordRequestSpans(app, isFromTrustedProxy);
  logSlowRequests(app, config.slowRequestMs);
  limitConnections(app, connectionLimits);
  registerClientIp(app, getClientIp);
  await dependencies.attach?.(app);
  app.decorateRequest('caller');
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  // Set after the handler, which may advance the clock.
  if (getClockOffsetMs !== null)
    app.addHook('onSend', (_request, reply, _payload, done) => {
      reply.headers(getClockHeaders());
      done();
    });
  assignConnectionGroups(app);
  await app.register(cookie);
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  healthRoutes(app, { database, logger }, drain);
  const caching = { cache, fastPath, limitUncached: createMemoryLimit(config.limits.uncachedAddress) };
  return { app, caching, metrics, activity };
}

/** Runs every request in the database connection group of its part of the API. */
function assignConnectionGroups(app: FastifyInstance): void {
  const enter = (request: FastifyRequest, _reply: unknown, done: () => void) =>
    connectionGroup.run(getGroup(request.routeOptions.url ?? ''), done);
  app.addHook('onRequest', enter);
  // Again after the body, which arrives in the async context of the connection, not of the request.
  app.addHook('preValidation', enter);
}

/** Returns `news` for `/api/news/articles/` and `admin/signals` for `/api/admin/signals/:id/`. */
function getGroup(route: string): string {
  const [first = '', second = ''] = route
    .replace(/^\/api\//, '')
    .split('/')
    .filter(Boolean);
  return first === 'admin' ? `admin/${second}` : first;
}

interface Readiness {
  status: 'ready' | 'not ready';
  database: 'ok' | 'unreachable' | 'misconfigured';
  migrations: 'applied' | 'pending' | 'unknown';
}

const RESPONSE_TIMEOUT_MS = 2 * SECOND;

const UNREACHABLE: Readiness = { status: 'not ready', database: 'unreachable', migrations: 'unknown' };

// * `/healthz`: the process is alive. `/readyz`: it can serve requests: the database responds and has this version's
// tables, and the server is not stopping. Checks run one at a time on a dedicated connection; concurrent requests share the
// running check.
function healthRoutes(
  app: FastifyInstance,
  { database, logger }: { database: Database; logger: Logger },
  drain: Pick<Drain, 'isDraining'>,
): void {
  let running: Promise<Readiness> | undefined;

  const check = () => {
    running ??= checkReadiness(database)
      .catch((error) => {
        logger.warn({ err: error }, 'not ready');
        return UNREACHABLE;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  app.get('/healthz', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    if (drain.isDraining) {
      return reply.header('Cache-Control', 'no-store').code(503).send({ status: 'stopping' });
    }
    const readiness = await withDeadline(check(), RESPONSE_TIMEOUT_MS).catch(() => UNREACHABLE);
    return reply
      .header('Cache-Control', 'no-store')
      .code(readiness.status === 'ready' ? 200 : 503)
      .send(readiness);
  });
}

async function checkReadiness(database: Database): Promise<Readiness> {
  if (!(await isMigrated(database))) return { status: 'not ready', database: 'ok', migrations: 'pending' };
  if (!(await canReadTables(database))) {
    return { status: 'not ready', database: 'misconfigured', migrations: 'applied' };
  }
  return { status: 'ready', database: 'ok', migrations: 'applied' };
}

/** Returns false if the product's tables cannot be read, or if unqualified names resolve to other tables. */
async function canReadTables({ probe }: Database): Promise<boolean> {
  const { rows } = await probe.query("select to_regclass('users') = to_regclass('public.users') as found");
  if (!rows[0].found) return false;
  try {
    await probe.query('select 1 from public.users limit 1');
    return true;
  } catch (error) {
    const reason = getUnavailableReason(error);
    // One locked table does not take the whole server out of service.
    if (reason === 'locked') return true;
    if (error instanceof pg.DatabaseError && reason === null) return false;
    throw error;
  }
}

/** In seconds. Most responses take a few milliseconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts the responses over the network by route and status, and measures their durations. Those that the cache sends before
 * routing are counted in `takeHits`, and take too little time to be worth measuring. The duration of a stream says nothing
 * about the server.
 */
function registerRequestMetrics(
  app: FastifyInstance,
  registry: Registry,
  takeHits: () => Iterable<RouteHits>,
): void {
  const duration = new Histogram({
    name: 'tezi_http_request_duration_seconds',
    help: 'Duration of requests that the cache did not answer before routing, without streams',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const requests = new Counter({
    name: 'tezi_http_requests_total',
    help: 'Responses by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      for (const { route, ...counts } of takeHits()) {
        for (const [status, count] of Object.entries(counts)) {
          if (count > 0) this.inc({ method: 'GET', route, status }, count);
        }
      }
    },
  });

  app.addHook('onResponse', (request, reply, done) => {
    if (isOverNetwork(request)) {
      const { method } = request;
      const route = getRoute(request);
      requests.inc({ method, route, status: String(reply.raw.statusCode) });
      if (!isStream(request)) duration.observe({ method, route }, reply.elapsedTime / 1_000);
    }
    done();
  });
}
