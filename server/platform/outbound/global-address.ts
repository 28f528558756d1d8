import ipaddr from 'ipaddr.js';
import { parseIpAddress } from '#server/platform/ip-address.ts';

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

/** Returns the kind of network of a forbidden address, such as `a private network`. */
export const describeNetwork = (address: string) =>
  NETWORKS[parseIpAddress(address)?.range() ?? ''] ?? 'a reserved network';
