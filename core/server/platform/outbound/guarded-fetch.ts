import { lookup } from 'node:dns/promises';
import { Agent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { SECOND } from '#core/server/platform/clock.ts';
import { RecentMap } from '#core/server/platform/recent-map.ts';
import { describeHttpCall, type SpanAttributes, traceCall } from '#core/server/platform/tracing/tracing.ts';
import { CONTENT_ENCODINGS, readBody } from './body.ts';
import {
  type AddressRules,
  CUSTOMER_PORTS,
  checkIpAddress,
  createDnsResolve,
  parseUrl,
  resolveAllowedAddresses,
} from './check-url.ts';
import { OutboundError, toOutboundError } from './outbound-error.ts';
import { sendRequest } from './request.ts';

export { OutboundError };

export interface FetchedResponse {
  /** Any status, such as 304, 404 or 503. */
  status: number;
  headers: Headers;
  /** Decompressed, in its original character encoding. */
  body: Buffer;
  /** The URL of the response, after redirects. */
  url: string;
}

export type GuardedFetch = (
  url: string,
  options?: { headers?: Record<string, string>; signal?: AbortSignal },
) => Promise<FetchedResponse>;

export interface OutboundLimits {
  /** From the request to the last byte, including all redirects. */
  totalMs: number;
  /** The limit of the decompressed body. */
  bodyBytes: number;
  headerBytes: number;
  redirects: number;
}

interface Rules extends AddressRules {
  limits: OutboundLimits;
  userAgent: string;
}

const LIMITS: OutboundLimits = {
  totalMs: 15 * SECOND,
  bodyBytes: 15 * 1024 * 1024,
  headerBytes: 32 * 1024,
  redirects: 5,
};

const PORTS = new Set([80, 443, 8080, 8443]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, */*;q=0.1';

/**
 * Creates the only function that may request URLs from user input: over http or https, to global unicast addresses only
 * (and to this machine with `allowLoopback`), within limits of time and size. Throws an `OutboundError` or the reason of
 * the caller's abort signal.
 */
export function createGuardedFetch(options: {
  allowLoopback: boolean;
  /** For example `Tezi/1 (+https://tezi.example)`. */
  userAgent?: string;
  limits?: Partial<OutboundLimits>;
  ports?: ReadonlySet<number>;
  resolve?: AddressRules['resolve'];
}): GuardedFetch {
  const rules: Rules = {
    allowLoopback: options.allowLoopback,
    userAgent: options.userAgent ?? 'Tezi/1',
    limits: { ...LIMITS, ...options.limits },
    ports: options.ports ?? PORTS,
    resolve: options.resolve ?? ((hostname) => lookup(hostname, { all: true })),
  };
  return (url, { headers = {}, signal } = {}) =>
    runWithinTime(rules.limits.totalMs, signal, (combined) => followRedirects(url, headers, rules, combined));
}

export interface GuardedPost {
  /**
   * Posts a body and resolves with the status, without waiting for what else the server replies. Never follows a redirect. Throws an
   * `OutboundError` or the reason of the caller's abort signal.
   */
  (
    url: string,
    options: { headers: Record<string, string>; body: Buffer; signal?: AbortSignal },
  ): Promise<PostedResponse>;
  /** Closes the connections that are open for later requests. */
  close: () => void;
}

type PostedResponse = Pick<FetchedResponse, 'status' | 'headers'>;

const POST_LIMITS = {
  totalMs: 10 * SECOND,
  headerBytes: 16 * 1024,
  /** Connections with longer or slower replies are closed instead of being used again. */
  replyBytes: 64 * 1024,
  replyMs: SECOND,
};
/** Longer than between two messages of a busy site. */
const IDLE_MS = 30 * SECOND;
/** The hosts come from user input, so there may be any number of them. */
const MAX_HOSTS = 1_000;
/** The addresses of a host are used for so long: each was checked, and so is the peer of each connection. */
const ADDRESSES_MS = 30 * SECOND;
/** A name that was not found is asked for again so soon. */
const NOT_FOUND_MS = 5 * SECOND;

/**
 * Creates the only function that may post to URLs from user input, such as push services and webhooks: over https to global unicast addresses
 * (and with `allowLoopback` to this machine, also over http). It reuses connections, of which one host gets `maxConnections` at most.
 */
export function createGuardedPost({
  allowLoopback,
  maxConnections,
  userAgent = 'Tezi/1',
  resolve = createDnsResolve(),
}: {
  allowLoopback: boolean;
  maxConnections: number;
  userAgent?: string;
  resolve?: AddressRules['resolve'];
}): GuardedPost {
  const rules: AddressRules = { allowLoopback, ports: CUSTOMER_PORTS, resolve };
  // The connections of each host are limited and used on their own.
  const options = { keepAlive: true, maxSockets: maxConnections, autoSelectFamily: true, timeout: IDLE_MS };
  const agents = { 'http:': new Agent(options), 'https:': new HttpsAgent(options) };
  const addresses = new RecentMap<{ found: ReturnType<typeof resolveAllowedAddresses>; until: number }>(
    MAX_HOSTS,
  );

  const getAddresses = (url: URL) => {
    const known = addresses.get(url.origin);
    if (known && performance.now() < known.until) return known.found;
    const found = resolveAllowedAddresses(url, rules);
    const entry = { found, until: performance.now() + ADDRESSES_MS };
    addresses.set(url.origin, entry);
    found.catch(() => (entry.until = performance.now() + NOT_FOUND_MS));
    return found;
  };

  const post = (
    target: string,
    { headers, body, signal }: { headers: Record<string, string>; body: Buffer; signal?: AbortSignal },
  ): Promise<PostedResponse> =>
    runWithinTime(POST_LIMITS.totalMs, signal, async (combined) => {
      const url = parseUrl(target);
      if (url.protocol !== 'https:' && !allowLoopback)
        throw new OutboundError('scheme_rejected', 'The URL must start with https://.');
      const found = await getAddresses(url);
      return traceCall(
        () => describeHttpCall('POST', new URL(url.origin)),
        async () => {
          const aborter = new AbortController();
          const abort = () => aborter.abort(combined.reason);
          combined.addEventListener('abort', abort);
          const response = await sendRequest(url, {
            method: 'POST',
            addresses: found,
            headers: { ...headers, 'User-Agent': userAgent, 'Content-Length': String(body.length) },
            body,
            agent: agents[url.protocol === 'https:' ? 'https:' : 'http:'],
            maxHeaderBytes: POST_LIMITS.headerBytes,
            checkPeer: (peer) => checkIpAddress(peer, allowLoopback),
            signal: aborter.signal,
          });
          // The rest of the reply may arrive after this call has returned.
          combined.removeEventListener('abort', abort);
          discardReply(response);
          return { status: response.statusCode ?? 0, headers: toHeaders(response) };
        },
        (received): SpanAttributes => ({ 'http.response.status_code': received.status }),
      );
    });
  return Object.assign(post, {
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  });
}

/** Discards what a server replies to a `POST`: its status has decided. */
function discardReply(response: IncomingMessage): void {
  let length = 0;
  const timer = setTimeout(() => response.destroy(), POST_LIMITS.replyMs).unref();
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > POST_LIMITS.replyBytes) response.destroy();
  });
  response.on('error', () => {});
  response.on('close', () => clearTimeout(timer));
}

/** Shared, because by default each `abort()` creates an error with a stack trace. */
const FINISHED = new Error('The request is finished.');

/** Aborts the work and all its connections on a timeout or when the caller aborts. */
async function runWithinTime<T>(
  totalMs: number,
  callerSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  callerSignal?.throwIfAborted();
  const aborter = new AbortController();
  // Raced with the work, because a DNS lookup cannot be aborted.
  const aborted = new Promise<never>((_, reject) => {
    aborter.signal.addEventListener('abort', () => reject(aborter.signal.reason));
  });
  const abort = () => aborter.abort(callerSignal?.reason);
  callerSignal?.addEventListener('abort', abort);
  const timer = setTimeout(() => aborter.abort(tooSlow(totalMs)), totalMs);
  try {
    return await Promise.race([work(aborter.signal), aborted]);
  } catch (error) {
    throw aborter.signal.aborted ? aborter.signal.reason : toOutboundError(error);
  } finally {
    clearTimeout(timer);
    callerSignal?.removeEventListener('abort', abort);
    aborter.abort(FINISHED);
  }
}

async function followRedirects(
  target: string,
  headers: Record<string, string>,
  rules: Rules,
  signal: AbortSignal,
): Promise<FetchedResponse> {
  let url = parseUrl(target);
  for (let redirects = 0; ; redirects++) {
    const result = await traceCall(
      () => describeHttpCall('GET', url),
      () => requestOnce(url, headers, rules, signal),
      (received): SpanAttributes =>
        'status' in received ? { 'http.response.status_code': received.status } : {},
    ).catch((error: unknown) => {
      throw redirects === 0 ? error : toRedirectError(url, toOutboundError(error));
    });
    if ('status' in result) return result;
    if (redirects === rules.limits.redirects) {
      throw new OutboundError('too_many_redirects', `The URL redirects more than ${redirects} times.`);
    }
    url = parseUrl(result.location, url);
  }
}

/** Sends one request without following redirects. Returns the response or the redirect's location. */
async function requestOnce(
  url: URL,
  headers: Record<string, string>,
  rules: Rules,
  signal: AbortSignal,
): Promise<FetchedResponse | { location: string }> {
  const addresses = await resolveAllowedAddresses(url, rules);
  signal.throwIfAborted();
  const response = await sendRequest(url, {
    addresses,
    headers: {
      Accept: ACCEPT,
      ...headers,
      'User-Agent': rules.userAgent,
      'Accept-Encoding': CONTENT_ENCODINGS,
    },
    maxHeaderBytes: rules.limits.headerBytes,
    checkPeer: (peer) => checkIpAddress(peer, rules.allowLoopback),
    signal,
  });
  const location = getRedirectLocation(response);
  if (location !== null) {
    response.destroy();
    return { location };
  }
  return {
    status: response.statusCode ?? 0,
    headers: toHeaders(response),
    body: await readBody(response, rules.limits.bodyBytes, signal),
    url: url.href,
  };
}

function getRedirectLocation({ statusCode, headers }: IncomingMessage): string | null {
  if (!headers.location || !REDIRECTS.has(statusCode ?? 0)) return null;
  // Node.js decodes headers as Latin-1; non-ASCII URLs are sent as UTF-8.
  return Buffer.from(headers.location, 'latin1').toString();
}

function toHeaders(response: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(response.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return headers;
}

const toRedirectError = ({ host }: URL, { code, message, cause }: OutboundError) =>
  new OutboundError(code, `After a redirect to ${host.slice(0, 100)}: ${message}`, { cause });

const tooSlow = (totalMs: number) =>
  new OutboundError('too_slow', `The response did not arrive within ${totalMs / SECOND} seconds.`);
