import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { isOverNetwork } from '#core/server/http/connections/connection-limits.ts';
import { getRoute, isStream } from '#core/server/http/request-log.ts';
import type { RouteHits } from '#core/server/http/response-cache/rendered-response.ts';

/** In seconds. Most responses take a few milliseconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts the responses over the network by route and status, and measures their durations. Those that the cache sends before
 * routing are counted in `takeHits`, and take too little time to be worth measuring. The duration of a stream says nothing
 * about the server.
 */
export function registerRequestMetrics(
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
