import { BlockList, isIP } from 'node:net';

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
