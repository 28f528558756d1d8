import { isIPv6 } from 'node:net';

/**
 * Returns the block of IP addresses that a rate limit counts together: one IPv4 address, or the /64 network of an IPv6
 * address, which belongs to one household or phone.
 */
export function getIpBlock(ipAddress: string): string {
  const bare = ipAddress.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (mapped) return mapped;
  return isIPv6(bare) ? `${getNetworkPrefix(bare)}::/64` : bare;
}

function getNetworkPrefix(ipAddress: string): string {
  const [head = '', tail] = ipAddress.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    // A dotted IPv4 part at the end is two groups.
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
