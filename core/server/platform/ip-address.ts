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

/** IPv4 addresses as IPv6: Node.js compares them like this too. */
const IPV4_START = 0xffffn << 32n;

/**
 * Returns the larger share of all IPv4 addresses and of all IPv6 addresses that the addresses and networks contain together, from 0 to 1.
 */
export function getCoveredShare(addresses: readonly string[]): number {
  const ranges = addresses.map(toRange).toSorted((a, b) => (a[0] < b[0] ? -1 : 1));
  const getShare = (first: bigint, bits: bigint) => {
    let covered = 0n;
    let next = first;
    const end = first + (1n << bits);
    for (const [from, until] of ranges) {
      const start = from > next ? from : next;
      const stop = until < end ? until : end;
      if (stop <= start) continue;
      covered += stop - start;
      next = stop;
    }
    return Number(covered) / 2 ** Number(bits);
  };
  return Math.max(getShare(IPV4_START, 32n), getShare(0n, 128n));
}

/** Returns the first address and the one after the last, as numbers. */
function toRange(entry: string): [from: bigint, until: bigint] {
  const [address = '', bits] = entry.split('/');
  const isV4 = isIP(address) === 4;
  const parsed = isV4 ? ipaddr.parse(address) : ipaddr.parse(toHexadecimal(address));
  const number = BigInt(`0x${Buffer.from(parsed.toByteArray()).toString('hex')}`);
  const free = BigInt((isV4 ? 32 : 128) - Number(bits ?? (isV4 ? 32 : 128)));
  const from = ((number >> free) << free) + (isV4 ? IPV4_START : 0n);
  return [from, from + (1n << free)];
}

const getFamily = (ip: string) => (isIP(ip) === 4 ? 'ipv4' : 'ipv6');
