import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Parses an IP address; an IPv4-mapped IPv6 address is its IPv4 address, and a zone is dropped. Returns `null` for anything
 * else: `isIP` accepts the strict notations only, while `ipaddr.js` alone would also read 010.0.0.1 or 1.
 */
export function parseIpAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const family = isIP(text);
  if (family === 0) return null;
  return ipaddr.process(family === 4 ? text : inHexadecimal(text));
}

/** Without a zone and without dots: `ipaddr.js` takes ::127.0.0.1 for ::ffff:127.0.0.1, which is another address. */
const inHexadecimal = (address: string) =>
  new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
