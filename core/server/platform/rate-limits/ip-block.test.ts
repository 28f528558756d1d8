import { describe, expect, it } from 'vitest';
import { getClientNetwork, listIpBlocks, listNetworks } from './ip-block.ts';

describe('the blocks of an IP address', () => {
  it.each([
    ['203.0.113.7', ['203.0.113.7']],
    ['::ffff:203.0.113.7', ['203.0.113.7']],
    ['::FFFF:cb00:7107', ['203.0.113.7']],
    ['0:0:0:0:0:ffff:203.0.113.7', ['203.0.113.7']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/56', '2001:db8:1::/48']],
    ['2001:0DB8:0001:1FF2::6', ['2001:db8:1:1ff2::/64', '2001:db8:1:1f00::/56', '2001:db8:1::/48']],
    ['2001:db8::6', ['2001:db8::/64', '2001:db8::/56', '2001:db8::/48']],
    ['::1', ['::/64', '::/56', '::/48']],
    ['fe80::1%eth0', ['fe80::/64', 'fe80::/56', 'fe80::/48']],
    ['1:2:3:ff04::192.0.2.1', ['1:2:3:ff04::/64', '1:2:3:ff00::/56', '1:2:3::/48']],
    ['not an address', ['not an address']],
  ])('are counted together: %s', (ipAddress, keys) => {
    expect(listIpBlocks(ipAddress).map(({ key }) => key)).toEqual(keys);
    expect(getClientNetwork(ipAddress)).toBe(keys.at(-1));
  });

  it('have larger limits the wider they are', () => {
    expect(listIpBlocks('2001:db8::1').map(({ multiple }) => multiple)).toEqual([1, 4, 16]);
    expect(listIpBlocks('203.0.113.7').map(({ multiple }) => multiple)).toEqual([1]);
  });
});

it('lists the networks of an IP address from the widest to the narrowest', () => {
  expect(listNetworks('::ffff:203.0.113.7')).toEqual([
    'ipv4',
    '203.0.0.0/16',
    '203.0.113.0/24',
    '203.0.113.7/32',
  ]);
  expect(listNetworks('2001:db8:1:1ff2::6')).toEqual([
    'ipv6',
    '2001:db8::/32',
    '2001:db8:1::/48',
    '2001:db8:1:1f00::/56',
    '2001:db8:1:1ff2::/64',
  ]);
});
