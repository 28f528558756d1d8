import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { SECOND } from '#server/platform/clock.ts';
import { readBody } from './body.ts';
import { type AddressRules, checkAddress, checkedAddresses, parseAddress } from './checked-address.ts';
import { CODINGS } from './decode.ts';
import { failedCall, OutboundError } from './outbound-error.ts';
import { get } from './request.ts';

export { OutboundError };

export interface Fetched {
  /** Whatever the server said: 304, 404 and 503 are answers too. */
  status: number;
  headers: Headers;
  /** Decompressed; in the encoding that it came in. */
  body: Buffer;
  /** Where the answer came from, after redirects. */
  url: string;
}

export type GuardedFetch = (
  url: string,
  options?: { headers?: Record<string, string>; signal?: AbortSignal },
) => Promise<Fetched>;

export interface OutboundLimits {
  /** From the call to the last byte, over all redirects. */
  totalMs: number;
  /** Of the body, decompressed or not. */
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
 * Makes the one way by which the product calls addresses that it was given: by http or https, only to global unicast
 * addresses (and to this machine with `allowLoopback`), within limits of time and size. Throws `OutboundError`, or what
 * the caller's signal was aborted with.
 */
export function createGuardedFetch(options: {
  allowLoopback: boolean;
  /** Who calls, such as `Tezi/1 (+https://tezi.example)`. */
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
  return (address, { headers = {}, signal } = {}) =>
    withinTime(rules.limits.totalMs, signal, (ending) => follow(address, headers, rules, ending));
}

/** Ends the work, and all connections that it opened, when the time is over or the caller gives up. */
async function withinTime<T>(
  totalMs: number,
  callers: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  callers?.throwIfAborted();
  const ending = new AbortController();
  // Beside the work, because looking up a name cannot be aborted.
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason));
  });
  const giveUp = () => ending.abort(callers?.reason);
  callers?.addEventListener('abort', giveUp);
  const timer = setTimeout(() => ending.abort(tooSlow(totalMs)), totalMs);
  try {
    return await Promise.race([work(ending.signal), ended]);
  } catch (error) {
    throw ending.signal.aborted ? ending.signal.reason : failedCall(error);
  } finally {
    clearTimeout(timer);
    callers?.removeEventListener('abort', giveUp);
    ending.abort();
  }
}

async function follow(
  address: string,
  headers: Record<string, string>,
  rules: Rules,
  signal: AbortSignal,
): Promise<Fetched> {
  let url = parseAddress(address);
  for (let redirects = 0; ; redirects++) {
    const answer = await call(url, headers, rules, signal).catch((error: unknown) => {
      throw redirects === 0 ? error : afterRedirect(url, failedCall(error));
    });
    if ('status' in answer) return answer;
    if (redirects === rules.limits.redirects) {
      throw new OutboundError('too_many_redirects', `The address redirects more than ${redirects} times.`);
    }
    url = parseAddress(answer.location, url);
  }
}

/** One call without redirects: the whole answer, or where to go for it. */
async function call(
  url: URL,
  headers: Record<string, string>,
  rules: Rules,
  signal: AbortSignal,
): Promise<Fetched | { location: string }> {
  const addresses = await checkedAddresses(url, rules);
  signal.throwIfAborted();
  const response = await get(url, {
    addresses,
    headers: { Accept: ACCEPT, ...headers, 'User-Agent': rules.userAgent, 'Accept-Encoding': CODINGS },
    maxHeaderBytes: rules.limits.headerBytes,
    checkPeer: (peer) => checkAddress(peer, rules.allowLoopback),
    signal,
  });
  const location = redirectOf(response);
  if (location !== null) {
    response.destroy();
    return { location };
  }
  return {
    status: response.statusCode ?? 0,
    headers: headersOf(response),
    body: await readBody(response, rules.limits.bodyBytes, signal),
    url: url.href,
  };
}

function redirectOf({ statusCode, headers }: IncomingMessage): string | null {
  if (!headers.location || !REDIRECTS.has(statusCode ?? 0)) return null;
  // Headers are read byte by byte; names in other scripts come as UTF-8.
  return Buffer.from(headers.location, 'latin1').toString();
}

function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(response.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return headers;
}

const afterRedirect = ({ host }: URL, { code, message, cause }: OutboundError) =>
  new OutboundError(code, `After a redirect to ${host.slice(0, 100)}: ${message}`, { cause });

const tooSlow = (totalMs: number) =>
  new OutboundError('too_slow', `The answer did not arrive within ${totalMs / SECOND} seconds.`);
