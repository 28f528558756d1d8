import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What kind of place a refused address is, in words for the operator. */
const PLACES: Readonly<Record<string, string>> = {
  loopback: 'this machine',
  unspecified: 'this machine',
  private: 'a private network',
  uniqueLocal: 'a private network',
  carrierGradeNat: 'a private network',
  linkLocal: 'a link-local network',
};

/** The only part of IPv6 that is assigned for global unicast (IANA's IPv6 address space registry). */
const IPV6_GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/** Within it and not global, beyond those that `ipaddr.js` knows: documentation (RFC 9637) and the returned 6bone. */
const IPV6_NOT_GLOBAL = ['3fff::/20', '3ffe::/16'].map((range) => ipaddr.IPv6.parseCIDR(range));

/**
 * Whether an address is one of the public internet. What is not known to be global is not: private, local, reserved and
 * test networks, and every range of IPv6 in which an IPv4 address may hide. An IPv4-mapped one counts as its IPv4 address.
 */
export function isGlobalUnicast(address: string): boolean {
  const ip = parse(address);
  if (ip?.range() !== 'unicast') return false;
  if (ip instanceof ipaddr.IPv4) return true;
  return ip.match(IPV6_GLOBAL) && !IPV6_NOT_GLOBAL.some((range) => ip.match(range));
}

/** Whether an address is this machine's own: 127.0.0.0/8 or ::1, and not 0.0.0.0, which leads there too. */
export const isLoopback = (address: string) => parse(address)?.range() === 'loopback';

/** Where a refused address lies, such as `a private network`. */
export const placeOf = (address: string) => PLACES[parse(address)?.range() ?? ''] ?? 'a reserved network';

/** `isIP` takes the strict notations only; `ipaddr.js` would also read 010.0.0.1 or 1. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const family = isIP(address);
  if (family === 0) return null;
  return ipaddr.process(family === 4 ? address : inHexadecimal(address));
}

/** Without a zone and without dots: `ipaddr.js` takes ::127.0.0.1 for ::ffff:127.0.0.1, which is another address. */
const inHexadecimal = (address: string) =>
  new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
