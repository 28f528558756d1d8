import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isOverNetwork } from '#core/server/http/connections/connection-limits.ts';
import { getRoute } from '#core/server/http/request-log.ts';
import { getActiveSpan, getTracer, runInSpan, type Span } from '#core/server/platform/tracing/tracing.ts';

type ProxyMatcher = (request: IncomingMessage) => boolean;

/**
 * Records a span for each request, if tracing is on. It continues the trace of a trusted proxy. The requests with which pages
 * call the API in memory are part of the page's trace.
 */
export function recordRequestSpans(app: FastifyInstance, isFromTrustedProxy: ProxyMatcher): void {
  const tracer = getTracer();
  if (tracer === null) return;
  const spans = new WeakMap<FastifyRequest, Span>();

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, raw, headers } = request;
    const active = getActiveSpan();
    const isContinued = isOverNetwork(request) && isFromTrustedProxy(raw);
    const inMemoryParent = !isOverNetwork(request) && active ? { span: active } : null;
    const start = toSpanStart(method, getRoute(request));
    const span = tracer.startSpan(
      { ...start, attributes: { ...start.attributes, 'tezi.request_id': request.id } },
      isContinued ? { headers } : inMemoryParent,
    );
    spans.set(request, span);
    runInSpan(span, done);
  });
  // Again after the body, which arrives in the async context of the connection, not of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) runInSpan(span, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    endRequestSpan(spans.get(request), reply.raw.statusCode, getRoute(request));
    done();
  });
}

/** Records a response that the cache has sent before routing, without a duration. */
export type HitRecorder = (
  hit: { request: IncomingMessage; requestId: string },
  route: string,
  status: number,
) => void;

/** Returns `undefined` if tracing is off. */
export function createHitRecorder(isFromTrustedProxy: ProxyMatcher): HitRecorder | undefined {
  const tracer = getTracer();
  if (tracer === null) return undefined;
  return ({ request, requestId }, route, status) => {
    const { method = 'GET', headers } = request;
    const start = toSpanStart(method, route);
    const attributes = { ...start.attributes, 'tezi.request_id': requestId, 'tezi.cache': 'hit' };
    endRequestSpan(
      tracer.startSpan({ ...start, attributes }, isFromTrustedProxy(request) ? { headers } : null),
      status,
      route,
    );
  };
}

const toSpanStart = (method: string, route: string) =>
  ({
    name: `${method} ${route}`,
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route },
  }) as const;

/** A client's mistake (4xx) is no failure of the server. */
function endRequestSpan(span: Span | undefined, status: number, route: string): void {
  // That of a page is not known at the beginning.
  const attributes = { 'http.response.status_code': status, 'http.route': route };
  span?.end(attributes, status >= 500 ? String(status) : undefined);
}
