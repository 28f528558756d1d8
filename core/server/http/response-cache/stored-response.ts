import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipCallback } from 'node:zlib';
import type { ChangeTopic } from '#core/contract/topics.ts';
import type { Encoding } from './negotiate.ts';

/** One representation of a stored response, ready to send. */
export interface Representation {
  body: Buffer;
  etag: string;
  encoding: Encoding | null;
  /** The headers of a 200 and of a 304, names and values in turn, for `writeHead`. */
  readonly rawHeaders: string[];
  readonly rawNotModifiedHeaders: string[];
}

/** A smaller body fits into one packet and hardly shrinks. */
const MIN_COMPRESSED_BYTES = 1024;
/** Half a millisecond for 10 KB, close to the best ratio. A higher quality would slow down cold responses: the default takes ten times as long. */
export const BROTLI_QUALITY = 4;
export const GZIP_LEVEL = 6;

/** They describe the body, which a 304 lacks. */
const BODY_HEADERS = ['content-type', 'content-length', 'content-encoding'];

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCallback);

const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => gzip(body, { level: GZIP_LEVEL }),
};

/** A response that is hashed once, and compressed once with each encoding that a client accepts. */
export class StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly #hash: string;
  readonly #commonHeaders: Readonly<Record<string, string>>;
  readonly #representations = new Map<Encoding | null, Representation>();
  readonly #compressions = new Map<Encoding, Promise<Representation>>();
  readonly #onGrowth: () => void;

  /** `commonHeaders` are those of every response of the server, with names in lower case. `onGrowth` is called when `byteLength` grows. */
  constructor(
    { status, headers, body }: RenderedResponse,
    commonHeaders: Readonly<Record<string, string>>,
    onGrowth: (response: StoredResponse) => void,
  ) {
    this.status = status;
    this.headers = { ...lowerCaseNames(headers), vary: joinVary(headers.vary ?? headers.Vary) };
    this.body = toOwnMemory(body);
    this.#hash = hash('sha256', body, 'base64url').slice(0, 22);
    this.#commonHeaders = commonHeaders;
    this.#onGrowth = () => onGrowth(this);
    this.#add(null, this.body);
  }

  get byteLength(): number {
    let bytes = 0;
    for (const { body } of this.#representations.values()) bytes += body.length;
    return bytes;
  }

  /** Returns the representation if it needs no compression first. */
  getReady(encoding: Encoding | null): Representation | undefined {
    return this.#representations.get(this.#isCompressible ? encoding : null);
  }

  /** Returns the representation; compresses the body if no request has needed this encoding before. */
  async get(encoding: Encoding | null): Promise<Representation> {
    const ready = this.getReady(encoding);
    if (ready || encoding === null) return ready ?? (this.#representations.get(null) as Representation);
    const running = this.#compressions.get(encoding) ?? this.#compress(encoding);
    this.#compressions.set(encoding, running);
    return running;
  }

  /** Compresses the body with all encodings that clients have accepted for the response that this one replaces. */
  async compressLike(replaced: StoredResponse): Promise<void> {
    await Promise.all([...replaced.#representations.keys()].map((encoding) => this.get(encoding)));
  }

  get #isCompressible(): boolean {
    // Pictures are compressed already.
    return this.body.length >= MIN_COMPRESSED_BYTES && !this.headers['content-type']?.startsWith('image/');
  }

  async #compress(encoding: Encoding): Promise<Representation> {
    const representation = this.#add(encoding, toOwnMemory(await compress[encoding](this.body)));
    this.#onGrowth();
    return representation;
  }

  /** ETags are strong: each representation has its own. */
  #add(encoding: Encoding | null, body: Buffer): Representation {
    const etag = `"${this.#hash}${encoding === null ? '' : `-${encoding}`}"`;
    const headers: Record<string, string> = {
      ...this.#commonHeaders,
      ...this.headers,
      etag,
      'content-length': String(body.length),
    };
    if (encoding !== null) headers['content-encoding'] = encoding;
    let rawNotModifiedHeaders: string[] | undefined;
    const representation: Representation = {
      body,
      etag,
      encoding,
      rawHeaders: toRawHeaders(headers),
      // Most responses are requested only once.
      get rawNotModifiedHeaders() {
        rawNotModifiedHeaders ??= toRawHeaders(headers, BODY_HEADERS);
        return rawNotModifiedHeaders;
      },
    };
    this.#representations.set(encoding, representation);
    return representation;
  }
}

function toRawHeaders(headers: Readonly<Record<string, string>>, omitted: readonly string[] = []): string[] {
  const raw: string[] = [];
  for (const name in headers) {
    if (!omitted.includes(name)) raw.push(name, headers[name] as string);
  }
  return raw;
}

/** Encodes a body in memory of its own, so that it need not be copied to be stored. */
export function encodeBody(text: string): Buffer {
  const body = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  body.write(text);
  return body;
}

/** A small buffer is a part of a larger one (`Buffer.poolSize`), and keeps all of it in memory while it is stored. */
function toOwnMemory(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body;
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}

export function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  const lowerCased: Record<string, string> = {};
  for (const name in headers) lowerCased[name.toLowerCase()] = headers[name] as string;
  return lowerCased;
}

const joinVary = (vary: string | undefined) => (vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding');

/** A response as its route produces it, before it is compressed. */
export interface RenderedResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** What a response depends on. A route completes it while it renders, each part before it reads the data. */
export interface Validity {
  topics: Set<ChangeTopic>;
  /** The end of its freshness by `performance.now()`, in addition to the general limit. */
  freshUntil: number;
  /** The time on the server's clock, in milliseconds, at which the response changes even if nothing is written. */
  changesAt: number;
}

export const createValidity = (topics: Iterable<ChangeTopic> = []): Validity => ({
  topics: new Set(topics),
  freshUntil: Number.POSITIVE_INFINITY,
  changesAt: Number.POSITIVE_INFINITY,
});

/** Limits how long the response is fresh from now. */
export function limitFreshness(validity: Validity, maxAgeMs: number): void {
  validity.freshUntil = Math.min(validity.freshUntil, performance.now() + maxAgeMs);
}

/** Limits the validity of a response to that of a response that it contains. Topics are not merged. */
export function limitValidity(
  validity: Validity,
  { freshUntil, changesAt }: Pick<Validity, 'freshUntil' | 'changesAt'>,
): void {
  validity.freshUntil = Math.min(validity.freshUntil, freshUntil);
  validity.changesAt = Math.min(validity.changesAt, changesAt);
}

/** What the cache has done since the server started. The fast path logs nothing, so its responses are counted here only. */
export interface CacheCounters {
  /** Responses of the fast path, and how many of those were 304. */
  hits: number;
  notModified: number;
  /** Stored responses that took the path through the framework. */
  shared: number;
  rendered: number;
  /** Renderings that were not started because the same one was running. */
  joined: number;
  stale: number;
}

export const createCounters = (): CacheCounters => ({
  hits: 0,
  notModified: 0,
  shared: 0,
  rendered: 0,
  joined: 0,
  stale: 0,
});

/** The responses of the fast path for one route, by status. */
export interface RouteHits {
  readonly route: string;
  200: number;
  304: number;
  404: number;
}
