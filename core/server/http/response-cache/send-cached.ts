import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOverNetwork } from '#core/server/http/connections/connection-limits.ts';
import { getRoute } from '#core/server/http/request-log.ts';
import type { MemoryLimit } from '#core/server/platform/rate-limits/memory-limit.ts';
import type { FastPath } from './fast-path.ts';
import { chooseEncoding, hasCurrent } from './negotiate.ts';
import type { Resource, ResponseCache, ServedResponse } from './response-cache.ts';
import { limitValidity, type RenderedResponse, type Validity } from './stored-response.ts';

/** The cache and its fast path in front of the framework. */
export interface Caching {
  cache: ResponseCache;
  fastPath: FastPath;
  /** Counts a request that starts a rendering or the stream of a large file. */
  limitUncached: MemoryLimit;
}

/** The validity of responses to in-memory requests, for pages that contain them. */
const validities = new WeakMap<object, Pick<Validity, 'freshUntil' | 'changesAt'>>();

/** Limits the validity of a page to that of an API response that it was rendered from. `raw` is the `reply.raw` of that response. */
export function limitToResponse(validity: Validity, raw: object): void {
  const contained = validities.get(raw);
  if (contained) limitValidity(validity, contained);
}

interface SendOptions {
  /** Requests with an access token get another response. */
  isForVisitors?: boolean;
  /** The request target alone identifies the resource. */
  isRemembered?: boolean;
  /** Caches of others must not store the response. */
  isPrivate?: boolean;
}

/**
 * Responds from the cache; renders the resource if necessary. Throws `throttled` if the client starts too many renderings:
 * those of an enumerable resource are few, and those with a turn wait for it instead.
 */
export async function sendCached(
  { cache, fastPath, limitUncached }: Caching,
  resource: Resource,
  request: FastifyRequest,
  reply: FastifyReply,
  { isForVisitors = false, isRemembered = true, isPrivate = false }: SendOptions = {},
): Promise<FastifyReply> {
  const isLimited = !resource.isEnumerable && resource.turn === undefined && isOverNetwork(request);
  const served = await cache.get(resource, {
    route: getRoute(request),
    // A page contains no older data than the change that it is rendered after.
    acceptsPrevious: isOverNetwork(request),
    beforeRendering: () => {
      if (isLimited) limitUncached(request.clientIp);
    },
  });
  if (served.kind === 'uncached') return sendUncached(served.response, reply);
  if (served.kind === 'stale') return sendStale(served, request, reply);
  const { response } = served;
  const representation = await response.get(chooseEncoding(request.headers['accept-encoding']));
  if (isRemembered) {
    fastPath.remember(request.raw.url ?? '', resource, { route: getRoute(request), isForVisitors });
  }
  if (!isOverNetwork(request)) {
    // The framework returns the response to its caller in memory.
    validities.set(reply.raw, served.validity);
  } else if (!isPrivate && fastPath.send(toExchange(request, reply), response, representation)) {
    return reply.hijack();
  }
  reply.headers(response.headers).header('etag', representation.etag);
  if (isPrivate) reply.header('cache-control', 'no-store');
  const lastModified = response.headers['last-modified'];
  if (response.status === 200 && hasCurrent(request.headers, representation.etag, lastModified)) {
    return reply.removeHeader('content-type').code(304).send();
  }
  if (representation.encoding) reply.header('content-encoding', representation.encoding);
  return reply.code(response.status).send(representation.body);
}

const toExchange = (request: FastifyRequest, reply: FastifyReply) => ({
  request: request.raw,
  response: reply.raw,
  requestId: request.id,
});

export function sendUncached({ status, headers, body }: RenderedResponse, reply: FastifyReply): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

/** No other cache may store a stale response, and no browser may revalidate it as fresh. `Cache-Status` is RFC 9211. */
async function sendStale(
  { response, ageSeconds }: ServedResponse & { kind: 'stale' },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { encoding, body } = await response.get(chooseEncoding(request.headers['accept-encoding']));
  reply.code(response.status).headers({
    ...response.headers,
    'cache-control': 'no-store',
    'cache-status': 'tezi; fwd=stale; fwd-status=503',
    age: String(ageSeconds),
  });
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send(body);
}
