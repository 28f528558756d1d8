import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import type { Config } from '#core/server/config/config.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import { createIpMatcher } from '#core/server/platform/ip-address.ts';

/**
 * Serves `/metrics` in the text format of Prometheus, to the configured addresses and to requests with the configured
 * token. To other clients it does not exist.
 */
export function metricsRoutes(
  app: FastifyInstance,
  { metricsToken, metricsAllowedIps }: Pick<Config, 'metricsToken' | 'metricsAllowedIps'>,
  registry: Registry,
): void {
  const isAllowedIp = createIpMatcher(metricsAllowedIps);
  const isAllowed = (request: FastifyRequest) =>
    isAllowedIp(request.clientIp) || (metricsToken !== null && hasToken(request, metricsToken));
  let hasProcessMetrics = false;

  app.get('/metrics', { schema: { hide: true }, config: { access: 'open' } }, async (request, reply) => {
    if (!isAllowed(request)) throw notFound();
    // The metrics of the process cost a timer and an observer, so a server without monitoring has none.
    if (!hasProcessMetrics) collectProcessMetrics(registry);
    hasProcessMetrics = true;
    const text = await registry.metrics();
    return reply.header('Cache-Control', 'no-store').type(registry.contentType).send(text);
  });
}

/** They read private lists of Node.js, which has aborted the process. `nodejs_active_resources` has the same numbers. */
const UNSAFE_METRICS = [
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
];

function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of UNSAFE_METRICS) registry.removeSingleMetric(name);
}

/** Compares digests, so that the time says nothing about the token. */
function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const sent = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(sent), digest(token));
}

const digest = (value: string) => createHash('sha256').update(value).digest();
