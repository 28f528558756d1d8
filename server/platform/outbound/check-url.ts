import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { describeNetwork, isGlobalUnicast, isLoopback } from './global-address.ts';
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
  if (addresses.length === 0) throw new OutboundError('unreachable', 'The host name has no IP address.');
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
