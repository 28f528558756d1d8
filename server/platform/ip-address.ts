import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Parses an IP address; an IPv4-mapped IPv6 address is its IPv4 address, and a zone is dropped. Returns `null` for anything
 * else: `isIP` accepts the strict notations only, while `ipaddr.js` alone would also read 010.0.0.1 or 1.
 */
export function parseIpAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const family = isIP(text);
  if (family === 0) return null;
  return ipaddr.process(family === 4 ? text : toHexadecimal(text));
}

/** Removes the zone and the dotted notation: `ipaddr.js` reads ::127.0.0.1 as ::ffff:127.0.0.1, a different address. */
const toHexadecimal = (address: string) =>
  new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);

/** Returns a function that tells whether an IP address is one of the addresses, or in one of the networks (`10.0.0.0/8`). */
export function createIpMatcher(addresses: readonly string[]): (ip: string) => boolean {
  const matched = new BlockList();
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) matched.addAddress(address, getFamily(address));
    else matched.addSubnet(address, Number(bits), getFamily(address));
  }
  return (ip) => matched.check(ip, getFamily(ip));
}

const getFamily = (ip: string) => (isIP(ip) === 4 ? 'ipv4' : 'ipv6');
