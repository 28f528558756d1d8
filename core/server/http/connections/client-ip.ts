import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createIpMatcher, parseIpAddress } from '#core/server/platform/ip-address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's IP address, for limits, logs and sessions. Use it instead of `ip`, which may be a proxy's. */
    readonly clientIp: string;
  }
}

/** The IP address of a connection that is already closed. */
const UNSPECIFIED = '0.0.0.0';

/** `[2001:db8::1]` or `[2001:db8::1]:443`. */
const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/;
/** `203.0.113.7:5678`. An IPv6 address with a port needs brackets. */
const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/;

/** Adds `clientIp` to every request. */
export function registerClientIp(
  app: FastifyInstance,
  getClientIp: (request: IncomingMessage) => string,
): void {
  app.decorateRequest('clientIp', {
    getter() {
      return getClientIp(this.raw);
    },
  });
}

/**
 * Returns a function that finds a client's IP address: that of the connection or, if the connection comes from a trusted
 * proxy, the one in `X-Forwarded-For`.
 *
 * Every proxy appends the IP address of its own client, so the header is read from its end while the entries are trusted
 * proxies. Everything before them was sent by the client and is ignored. An entry that is not an IP address ends the
 * search: the last valid address counts.
 */
export function createClientIpReader(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  const isTrusted = createIpMatcher(trustedProxies);

  return ({ socket, headers }) => {
    let clientIp = normalizeIp(socket.remoteAddress ?? '') ?? UNSPECIFIED;
    // Node.js joins repeated headers with commas.
    const entries = String(headers['x-forwarded-for'] ?? '').split(',');
    while (entries.length > 0 && isTrusted(clientIp)) {
      const forwarded = normalizeIp(removePort(entries.pop()?.trim() ?? ''));
      if (forwarded === null) break;
      clientIp = forwarded;
    }
    return clientIp;
  };
}

/** Returns a function that tells whether a trusted proxy made the connection of a request. */
export function createProxyMatcher(trustedProxies: readonly string[]): (request: IncomingMessage) => boolean {
  const isTrusted = createIpMatcher(trustedProxies);
  return ({ socket }) => isTrusted(normalizeIp(socket.remoteAddress ?? '') ?? UNSPECIFIED);
}

function removePort(entry: string): string {
  const unquoted = entry.replace(/^"(.*)"$/, '$1');
  return (BRACKETED.exec(unquoted) ?? IPV4_WITH_PORT.exec(unquoted))?.[1] ?? unquoted;
}

const normalizeIp = (text: string) => parseIpAddress(text)?.toString() ?? null;
