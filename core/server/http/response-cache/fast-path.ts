import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Drain } from '#core/server/http/connections/drain.ts';
import { hasApiKey } from '#core/server/http/endpoints/access.ts';
import type { HitRecorder } from '#core/server/http/metrics/request-spans.ts';
import { REQUEST_ID_HEADER } from '#core/server/http/request-ids.ts';
import { chooseEncoding, hasCurrent } from './negotiate.ts';
import type { ResponseCache } from './response-cache.ts';
import type { ResourceKey } from './response-store.ts';
import type { Representation, RouteHits, StoredResponse } from './stored-response.ts';

/** Request targets, including unusual spellings. Requests can create any number of them. */
const TARGETS_MAX_BYTES = 8 * 1024 * 1024;
const TARGET_OVERHEAD_BYTES = 200;

interface Target {
  resource: ResourceKey;
  hits: RouteHits;
  /** Requests with an access token get another response. */
  isForVisitors: boolean;
}

/** A request and its response. The ID belongs to the request, so it is in no stored response. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
}

/**
 * Sends stored responses that are fresh, or are being rendered again, straight from the HTTP server: before routing, hooks and
 * logging. It recognizes only request targets that a route has already mapped to a stored response, and leaves everything
 * unusual to the framework.
 */
export class FastPath {
  readonly #cache: ResponseCache;
  readonly #drain: Drain;
  readonly #stalledResponseMs: number;
  readonly #getRequestId: (request: IncomingMessage) => string;
  readonly #recordHit: HitRecorder | undefined;
  readonly #targets = new LRUCache<string, Target>({
    maxSize: TARGETS_MAX_BYTES,
    sizeCalculation: ({ resource }, target) =>
      2 * (target.length + resource.key.length) + TARGET_OVERHEAD_BYTES,
  });

  readonly #hits = new Map<string, RouteHits>();

  constructor(
    cache: ResponseCache,
    drain: Drain,
    {
      stalledResponseMs,
      getRequestId,
      recordHit,
    }: {
      stalledResponseMs: number;
      getRequestId: (request: IncomingMessage) => string;
      recordHit?: HitRecorder | undefined;
    },
  ) {
    this.#cache = cache;
    this.#drain = drain;
    this.#stalledResponseMs = stalledResponseMs;
    this.#getRequestId = getRequestId;
    this.#recordHit = recordHit;
  }

  /** Maps a request target, which always means the same resource, to it. */
  remember(
    target: string,
    resource: ResourceKey,
    { route, isForVisitors = false }: { route: string; isForVisitors?: boolean },
  ): void {
    const stored = this.#targets.peek(target);
    if (stored?.resource.key === resource.key) return;
    const { key, isEnumerable } = resource;
    const hits = this.#hits.get(route) ?? { route, 200: 0, 304: 0, 404: 0 };
    this.#hits.set(route, hits);
    this.#targets.set(target, { resource: { key, isEnumerable }, hits, isForVisitors });
  }

  /** Returns the responses since the last call, by route. */
  takeHits(): RouteHits[] {
    return [...this.#hits.values()].map((hits) => {
      const taken = { ...hits };
      Object.assign(hits, { 200: 0, 304: 0, 404: 0 });
      return taken;
    });
  }

  /** Puts itself in front of `next`, the framework, and behind `reject`, which returns true if it has responded. */
  attach(
    server: Server,
    reject: (request: IncomingMessage, response: ServerResponse) => boolean,
    next: (request: IncomingMessage, response: ServerResponse) => void,
  ): void {
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (!reject(request, response) && !this.#serve(request, response)) next(request, response);
    });
  }

  /** Returns false if the framework must respond. */
  #serve(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const target = this.#targets.get(url ?? '');
    if (!target) return false;
    // An API key is checked and counted for each request.
    const isVisitor = headers.authorization === undefined;
    if (!isVisitor && (target.isForVisitors || hasApiKey(headers.authorization))) return false;
    // The framework counts pipelined requests, limits bodies and closes connections when the server stops. A response
    // without a socket waits for that of an earlier request.
    const { socket } = response;
    if (socket === null || this.#drain.isDraining || hasBody(request)) return false;
    const stored = this.#cache.peek(target.resource);
    const representation = stored?.getReady(chooseEncoding(headers['accept-encoding']));
    if (!stored || !representation) return false;

    const requestId = this.#getRequestId(request);
    const status = this.#write({ request, response, requestId }, stored, representation);
    const { counters } = this.#cache;
    counters.hits += 1;
    if (status === 304) counters.notModified += 1;
    target.hits[status] += 1;
    this.#recordHit?.({ request, requestId }, target.hits.route, status);
    if (socket.writableLength > 0) this.#drain.waitFor(response);
    return true;
  }

  /**
   * Sends a response that the framework has just rendered in the same way, without its hooks for responses and its handling
   * of each header. Returns false while the server stops, when the framework must respond.
   */
  send(exchange: Exchange, stored: StoredResponse, representation: Representation): boolean {
    if (this.#drain.isDraining) return false;
    this.#write(exchange, stored, representation);
    return true;
  }

  /** Sends the response, or a 304. Returns the status. */
  #write(
    { request: { method, headers }, response, requestId }: Exchange,
    stored: StoredResponse,
    representation: Representation,
  ): 200 | 304 | 404 {
    const isUnchanged =
      stored.status === 200 && hasCurrent(headers, representation.etag, stored.headers['last-modified']);
    if (isUnchanged) {
      response.writeHead(304, [...representation.rawNotModifiedHeaders, REQUEST_ID_HEADER, requestId]);
      response.end();
    } else {
      response.writeHead(stored.status, [...representation.rawHeaders, REQUEST_ID_HEADER, requestId]);
      response.end(method === 'HEAD' ? undefined : representation.body);
    }
    // A response without a socket waits for that of an earlier request.
    if (response.socket === null || response.socket.writableLength > 0) {
      response.setTimeout(this.#stalledResponseMs);
    }
    return isUnchanged ? 304 : (stored.status as 200 | 404);
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
