import ipaddr from 'ipaddr.js';
import { parseIpAddress } from '#server/platform/ip-address.ts';

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
  const ip = parseIpAddress(address);
  if (ip?.range() !== 'unicast') return false;
  if (ip instanceof ipaddr.IPv4) return true;
  return ip.match(IPV6_GLOBAL) && !IPV6_NOT_GLOBAL.some((range) => ip.match(range));
}

/** Whether an address is this machine's own: 127.0.0.0/8 or ::1, and not 0.0.0.0, which leads there too. */
export const isLoopback = (address: string) => parseIpAddress(address)?.range() === 'loopback';

/** Where a refused address lies, such as `a private network`. */
export const placeOf = (address: string) =>
  PLACES[parseIpAddress(address)?.range() ?? ''] ?? 'a reserved network';
