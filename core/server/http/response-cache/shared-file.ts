import { finished, pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { ChangeTopic } from '#core/contract/topics.ts';
import { isOverNetwork } from '#core/server/http/connections/connection-limits.ts';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import { getCanonicalQuery } from './cache-control.ts';
import { chooseEncoding, type Encoding } from './negotiate.ts';
import type { Resource } from './response-cache.ts';
import { type Caching, sendCached } from './send-cached.ts';
import {
  BROTLI_QUALITY,
  encodeBody,
  GZIP_LEVEL,
  type RenderedResponse,
  type Validity,
} from './stored-response.ts';

const FEED_MAX_AGE_MS = 5 * MINUTE;

/** Clients poll feeds and calendars, some of them every minute. */
export const FEED_CACHE_CONTROL = `public, max-age=${FEED_MAX_AGE_MS / SECOND}`;

/**
 * Large files are compressed in the threads of libuv, of which there are four by default. Passwords are hashed in these
 * too, and sign-ins must not wait for downloads.
 */
const MAX_STREAMS = 2;
/** A stream that takes longer waits for its client rather than for a thread: it gives up its slot. */
const SLOT_MS = 30 * SECOND;
const RETRY_AFTER_SECONDS = 5;

/** The part of a request that a file depends on. */
interface FileCall<Query> {
  query: Query;
  /** The canonical path and query. */
  url: string;
  /** States that the file changes at this time even if nothing is written. */
  changesAt(time: Date): void;
}

export interface FileContent {
  /** Chunks are for a file that is too large to be stored: it is streamed. */
  body: string | AsyncGenerator<string>;
  type: string;
  /** For clients that send `If-Modified-Since`. */
  lastModified?: Date;
  /** The name of a file that browsers save instead of opening it. */
  downloadName?: string;
}

interface SharedFile<Schema extends z.ZodMiniType> {
  /** Below the prefix of `app`. */
  path: string;
  /** Unknown parameters are ignored. */
  query?: Schema;
  topics: readonly ChangeTopic[];
  cacheControl: string;
  read(call: FileCall<z.output<Schema>>): FileContent | Promise<FileContent>;
}

/**
 * Serves a file that is the same for all callers from the response cache. `read` runs at most once at a time for equal requests,
 * and its result is hashed and compressed once. `app` parses queries by contract.
 */
export function serveSharedFile<Schema extends z.ZodMiniType>(
  app: FastifyInstance,
  caching: Caching,
  { path, query: schema, topics, cacheControl, read }: SharedFile<Schema>,
): void {
  const createCall = (request: FastifyRequest, url: string, validity?: Validity) => ({
    query: request.query as z.output<Schema>,
    url,
    changesAt: (time: Date) => {
      if (validity) validity.changesAt = Math.min(validity.changesAt, time.getTime());
    },
  });

  async function render(request: FastifyRequest, url: string, validity: Validity): Promise<RenderedResponse> {
    // Before the queries, because these may miss a change that is committed while they run.
    for (const topic of topics) validity.topics.add(topic);
    const content = await read(createCall(request, url, validity));
    if (typeof content.body !== 'string') throw new TooLargeToStore();
    const headers = { ...getHeaders(content), 'cache-control': cacheControl };
    return { status: 200, headers, body: encodeBody(content.body) };
  }

  app.get(
    path,
    {
      schema: { hide: true, ...(schema ? { querystring: schema } : {}) },
      config: { access: 'open' },
      // A stored response is already compressed as the client accepts it.
      compress: false,
    },
    async (request, reply) => {
      const query = schema ? getCanonicalQuery(request.query) : '';
      const url = app.prefix + path + query;
      const isEnumerable = query === '';
      let isCounted = false;
      const resource: Resource = {
        key: url,
        isEnumerable,
        render: (validity) => {
          isCounted = !isEnumerable;
          return render(request, url, validity);
        },
      };
      try {
        return await sendCached(caching, resource, request, reply);
      } catch (error) {
        if (!(error instanceof TooLargeToStore)) throw error;
        // It is not stored, so that every request has it written again, also those that joined a rendering.
        if (!isCounted && isOverNetwork(request)) caching.limitUncached(request.clientIp);
        occupySlot(reply);
        const content = await read(createCall(request, url));
        reply.header('Cache-Control', cacheControl);
        return sendStream(content, request, reply);
      }
    },
  );
}

/** Not an `HttpError`: it never reaches a client. */
class TooLargeToStore extends Error {}

function getHeaders({ type, lastModified, downloadName }: FileContent): Record<string, string> {
  return {
    'content-type': type,
    ...(lastModified ? { 'last-modified': lastModified.toUTCString() } : {}),
    ...(downloadName ? { 'content-disposition': `attachment; filename="${downloadName}"` } : {}),
  };
}

let streams = 0;

const tooManyStreams = () =>
  new HttpError({
    status: 503,
    code: 'too_many_streams',
    body: { detail: 'Too many large files are being downloaded. Please try again shortly.' },
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });

/** Takes one of the slots for streams until the response ends, also if it is aborted, or for `SLOT_MS`. */
function occupySlot(reply: FastifyReply): void {
  if (streams >= MAX_STREAMS) throw tooManyStreams();
  streams += 1;
  let hasSlot = true;
  const release = () => {
    clearTimeout(timer);
    if (hasSlot) streams -= 1;
    hasSlot = false;
  };
  const timer = setTimeout(release, SLOT_MS).unref();
  finished(reply.raw, release);
}

/** Each chunk is flushed, so that the first one is sent at once. */
const createCompressor: Record<Encoding, () => Transform> = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH, level: GZIP_LEVEL }),
};

/** Waits for the first chunk: until then a failure can become an error response, after that it can only end the connection. */
async function sendStream(
  content: FileContent,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // The framework would read all of it for a response without a body.
  const body = request.method === 'HEAD' ? [] : await startReading(content.body);
  const stream = Readable.from(body);
  reply.headers({ ...getHeaders(content), vary: 'Accept-Encoding' });
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding === null) return reply.send(stream);
  // The framework handles the errors of the last stream, which fails with the first.
  const compressed = pipeline(stream, createCompressor[encoding](), () => {});
  return reply.header('content-encoding', encoding).send(compressed);
}

async function startReading(body: FileContent['body']): Promise<AsyncIterable<string> | string[]> {
  if (typeof body === 'string') return [body];
  return prepend(await body.next(), body);
}

async function* prepend(first: IteratorResult<string>, rest: AsyncGenerator<string>) {
  if (!first.done) yield first.value;
  yield* rest;
}
