import { describe, expect, it } from 'vitest';
import { getIpBlock } from './ip-block.ts';

describe('the IP block of an IP address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['2001:db8:1::', '2001:db8:1:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1:2:3::192.0.2.1', '1:2:3:0::/64'],
  ])('returns the block of %s: %s', (ipAddress, block) => {
    expect(getIpBlock(ipAddress)).toBe(block);
  });
});
