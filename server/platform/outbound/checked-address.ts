import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { isGlobalUnicast, isLoopback, placeOf } from './global-address.ts';
import { OutboundError } from './outbound-error.ts';

/** Finds all addresses of a host name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export interface AddressRules {
  /** Whether this machine may be called besides the public internet, at any port. */
  allowLoopback: boolean;
  /** The ports that may be called elsewhere. */
  ports: ReadonlySet<number>;
  resolve: Resolve;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Parses an address that is to be called; with `base`, one that `base` redirects to. Literal IP addresses come out in their
 * strict notation, whatever they went in as.
 */
export function parseAddress(address: string, base?: URL): URL {
  const which = base ? 'The address that it redirects to' : 'The address';
  const url = URL.parse(address, base);
  if (!url) throw new OutboundError('address_refused', `${which} cannot be read.`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('scheme_refused', `${which} must begin with https:// or http://.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('address_refused', `${which} must not hold a user name or a password.`);
  }
  if (base?.protocol === 'https:' && url.protocol === 'http:') {
    throw new OutboundError('scheme_refused', 'The address redirects from https to http.');
  }
  return url;
}

/**
 * The addresses behind a URL, all of which may be called; one bad address refuses the host. They are what has to be
 * connected to: asking for the name again could bring others (DNS rebinding).
 */
export async function checkedAddresses(url: URL, rules: AddressRules): Promise<LookupAddress[]> {
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(hostname);
  const addresses = family === 0 ? await rules.resolve(hostname) : [{ address: hostname, family }];
  if (addresses.length === 0) throw new OutboundError('unreachable', 'The name has no address.');
  for (const { address } of addresses) checkAddress(address, rules.allowLoopback);

  const port = Number(url.port === '' ? DEFAULT_PORTS[url.protocol] : url.port);
  if (!rules.ports.has(port) && !addresses.every(({ address }) => isLoopback(address))) {
    const ports = [...rules.ports].join(', ');
    throw new OutboundError('address_refused', `The address has the port ${port}; Tezi calls only ${ports}.`);
  }
  return addresses;
}

export function checkAddress(address: string, allowLoopback: boolean): void {
  if (isGlobalUnicast(address) || (allowLoopback && isLoopback(address))) return;
  throw new OutboundError(
    'address_refused',
    `The address resolves to ${placeOf(address)} (${address}), which Tezi does not call.`,
  );
}
