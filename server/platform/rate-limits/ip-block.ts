import { isIPv6 } from 'node:net';

/**
 * What counts as one address: an IPv4 address, or the first half of an IPv6 address (a /64), of which one household or
 * phone has all the rest.
 */
export function getIpBlock(address: string): string {
  const bare = address.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (mapped) return mapped;
  return isIPv6(bare) ? `${firstHalf(bare)}::/64` : bare;
}

function firstHalf(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    // A dotted IPv4 part at the end stands for two groups.
    const after = tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0);
    while (groups.length + after < 8) groups.push('0');
  }
  return groups
    .slice(0, 4)
    .concat(['0', '0', '0', '0'])
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
