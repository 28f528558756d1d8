import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { SECOND } from '#core/server/platform/clock.ts';
import { parseIpAddress } from '#core/server/platform/ip-address.ts';
import { OutboundError } from './outbound-error.ts';

/** Resolves a host name to all its IP addresses. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export interface AddressRules {
  /** Allows requests to this machine, on any port, in addition to the public internet. */
  allowLoopback: boolean;
  /** The allowed ports of other hosts. */
  ports: ReadonlySet<number>;
  resolve: Resolve;
}

/**
 * Resolves host names from customers by DNS alone. `dns.lookup` would occupy one of few threads until the name server responds, so
 * slow ones of customers could delay all other lookups of the process. Names of the hosts file and of search domains do not exist.
 */
export function createDnsResolve(servers?: string[]): Resolve {
  const dns = new Resolver({ timeout: 2 * SECOND, tries: 2 });
  if (servers) dns.setServers(servers);
  return async (hostname) => {
    // Never asked of a name server (RFC 6761).
    if (/^(?:.+\.)?localhost\.?$/.test(hostname)) return LOOPBACK;
    const [v4, v6] = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)]);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [
      ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 })),
      ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 })),
    ];
  };
}

const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Parses and checks a URL to be requested; with `base`, one that `base` redirects to. The URL parser normalizes literal IP
 * addresses to their strict notation.
 */
export function parseUrl(text: string, base?: URL): URL {
  const subject = base ? 'The redirect URL' : 'The URL';
  const url = URL.parse(text, base);
  if (!url) throw new OutboundError('url_rejected', `${subject} is invalid.`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('scheme_rejected', `${subject} must start with https:// or http://.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('url_rejected', `${subject} must not contain a username or password.`);
  }
  if (base?.protocol === 'https:' && url.protocol === 'http:') {
    throw new OutboundError('scheme_rejected', 'The URL redirects from https to http.');
  }
  return url;
}

/**
 * Resolves a URL to IP addresses and checks all of them; one forbidden address rejects the host. The request must connect
 * to these addresses, because a second lookup could return others (DNS rebinding).
 */
export async function resolveAllowedAddresses(url: URL, rules: AddressRules): Promise<LookupAddress[]> {
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(hostname);
  const addresses = family === 0 ? await rules.resolve(hostname) : [{ address: hostname, family }];
  if (addresses.length === 0) throw new OutboundError('unresolved', 'The host name has no IP address.');
  for (const { address } of addresses) checkIpAddress(address, rules.allowLoopback);

  const port = Number(url.port === '' ? DEFAULT_PORTS[url.protocol] : url.port);
  if (!rules.ports.has(port) && !addresses.every(({ address }) => isLoopback(address))) {
    const ports = [...rules.ports].join(', ');
    throw new OutboundError('url_rejected', `Port ${port} is not allowed; use one of ${ports}.`);
  }
  return addresses;
}

/** Throws an `OutboundError` unless the address is on the public internet or, if allowed, loopback. */
export function checkIpAddress(address: string, allowLoopback: boolean): void {
  if (isGlobalUnicast(address) || (allowLoopback && isLoopback(address))) return;
  throw new OutboundError(
    'url_rejected',
    `The URL resolves to ${describeNetwork(address)} (${address}), which is not allowed.`,
  );
}

/** Descriptions of forbidden networks for the operator. */
const NETWORKS: Readonly<Record<string, string>> = {
  loopback: 'this machine',
  unspecified: 'this machine',
  private: 'a private network',
  uniqueLocal: 'a private network',
  carrierGradeNat: 'a private network',
  linkLocal: 'a link-local network',
};

/** The only part of IPv6 that is assigned for global unicast (IANA's IPv6 address space registry). */
const IPV6_GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/** Ranges in it that are not global and that `ipaddr.js` does not list: documentation (RFC 9637) and the former 6bone. */
const IPV6_NOT_GLOBAL = ['3fff::/20', '3ffe::/16'].map((range) => ipaddr.IPv6.parseCIDR(range));

/**
 * Returns true if an IP address belongs to the public internet, and false for private, local, reserved and test networks
 * and all IPv6 ranges that embed IPv4 addresses. An IPv4-mapped address counts as its IPv4 address.
 */
export function isGlobalUnicast(address: string): boolean {
  const ip = parseIpAddress(address);
  if (ip?.range() !== 'unicast') return false;
  if (ip instanceof ipaddr.IPv4) return true;
  return ip.match(IPV6_GLOBAL) && !IPV6_NOT_GLOBAL.some((range) => ip.match(range));
}

/** Returns true for 127.0.0.0/8 and ::1, but not for 0.0.0.0, which reaches this machine too. */
export const isLoopback = (address: string) => parseIpAddress(address)?.range() === 'loopback';

const NOT_HTTPS = 'Enter an https URL without a username and password.';

/** The ports of the URLs that customers may enter. */
export const CUSTOMER_PORTS: ReadonlySet<number> = new Set([443, 8443]);

/**
 * Returns why nothing may be sent to the URL that a customer entered, whatever its host name resolves to. The addresses of the host are
 * checked whenever something is sent: here, the customer would learn about names of the server's network.
 */
export function findUrlProblem(
  url: URL | null,
  { publicUrl, isOutboundLoopbackAllowed }: { publicUrl: string; isOutboundLoopbackAllowed: boolean },
): string | null {
  if (url?.username !== '' || url.password !== '') return NOT_HTTPS;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const isThisMachine = /(^|\.)localhost$/.test(host) || isLoopback(host);
  if (isThisMachine && isOutboundLoopbackAllowed && /^https?:$/.test(url.protocol)) return null;
  if (url.protocol !== 'https:') return NOT_HTTPS;
  if (!CUSTOMER_PORTS.has(Number(url.port === '' ? DEFAULT_PORTS['https:'] : url.port)))
    return 'Use port 443 or 8443.';
  if (isThisMachine || (isIP(host) !== 0 && !isGlobalUnicast(host)))
    return 'The URL must lead to a server on the public internet.';
  if (host === new URL(publicUrl).hostname) return 'Enter a URL of your own server, not of this site.';
  return null;
}

/** Returns the kind of network of a forbidden address, such as `a private network`. */
export const describeNetwork = (address: string) =>
  NETWORKS[parseIpAddress(address)?.range() ?? ''] ?? 'a reserved network';
