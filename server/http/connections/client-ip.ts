import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { parseIpAddress } from '#server/platform/ip-address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The IP address of the client, for limits, logs and sessions. Use it instead of `ip`, which may be a proxy's. */
    readonly clientIp: string;
  }
}

/** The address of a connection that is gone already. */
const UNSPECIFIED = '0.0.0.0';

/** `[2001:db8::1]` or `[2001:db8::1]:443`. */
const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/;
/** `203.0.113.7:5678`. An IPv6 address with a port needs brackets. */
const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/;

/** Gives every request its `clientIp`. */
export function registerClientIp(
  app: FastifyInstance,
  clientIpOf: (request: IncomingMessage) => string,
): void {
  app.decorateRequest('clientIp', {
    getter() {
      return clientIpOf(this.raw);
    },
  });
}

/**
 * Returns the function that finds the IP address of the client: the address of the connection or, where that is a trusted
 * proxy's, what the proxy put into `X-Forwarded-For`.
 *
 * Every proxy appends the address that it was called from, so the header is read from its end, for as long as the address
 * found is a trusted proxy's itself. Everything before that was sent by the client. An entry that is no IP address ends the
 * reading: the address found last counts, and never the text.
 */
export function clientIpReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (ip: string) => trusted.check(ip, isIP(ip) === 4 ? 'ipv4' : 'ipv6');

  return ({ socket, headers }) => {
    let clientIp = normalizeIp(socket.remoteAddress ?? '') ?? UNSPECIFIED;
    // Node.js joins repeated headers with commas.
    const entries = String(headers['x-forwarded-for'] ?? '').split(',');
    while (entries.length > 0 && isTrusted(clientIp)) {
      const forwarded = normalizeIp(withoutPort(entries.pop()?.trim() ?? ''));
      if (forwarded === null) break;
      clientIp = forwarded;
    }
    return clientIp;
  };
}

function withoutPort(entry: string): string {
  const unquoted = entry.replace(/^"(.*)"$/, '$1');
  return (BRACKETED.exec(unquoted) ?? IPV4_WITH_PORT.exec(unquoted))?.[1] ?? unquoted;
}

const normalizeIp = (text: string) => parseIpAddress(text)?.toString() ?? null;
