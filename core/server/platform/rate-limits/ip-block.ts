import ipaddr from 'ipaddr.js';
import { parseIpAddress } from '#core/server/platform/ip-address.ts';

/** Addresses that a rate limit counts together, with the multiple of the limit that they may use. */
export interface IpBlock {
  key: string;
  multiple: number;
}

/**
 * The blocks of an IPv6 address. A /64 belongs to one household or phone, but one customer of a provider may have a /56 or a /48,
 * and so as many /64s as they like.
 */
const IPV6_BLOCKS = [
  { bits: 64, multiple: 1 },
  { bits: 56, multiple: 4 },
  { bits: 48, multiple: 16 },
];

/** Returns the blocks in which a rate limit counts an IP address, the narrowest first: one for IPv4, three for IPv6. */
export function listIpBlocks(clientIp: string): IpBlock[] {
  const address = parseIpAddress(clientIp);
  if (address?.kind() === 'ipv6') {
    return IPV6_BLOCKS.map(({ bits, multiple }) => ({ key: getNetwork(address, bits), multiple }));
  }
  return [{ key: address?.toString() ?? clientIp, multiple: 1 }];
}

/** Returns everything that one client may control, to which one share or turn is given: an IPv4 address or an IPv6 /48. */
export const getClientNetwork = (clientIp: string): string => (listIpBlocks(clientIp).at(-1) as IpBlock).key;

/** Returns the networks of an IP address, from the address family inwards: networks that share a prefix take turns as one. */
export function listNetworks(clientIp: string): string[] {
  const address = parseIpAddress(clientIp);
  if (address === null) return [clientIp];
  const lengths = address.kind() === 'ipv6' ? [32, 48, 56, 64] : [16, 24, 32];
  return [address.kind(), ...lengths.map((bits) => getNetwork(address, bits))];
}

/** `bits` is a multiple of 8. */
function getNetwork(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().map((byte, index) => (index * 8 < bits ? byte : 0));
  return `${ipaddr.fromByteArray(bytes)}/${bits}`;
}
