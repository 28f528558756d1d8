import { describe, expect, it } from 'vitest';
import { describeNetwork, isGlobalUnicast, isLoopback } from './check-url.ts';

/** First, last and some other addresses of special ranges (IANA's special-purpose registries). */
const NOT_GLOBAL: Record<string, string[]> = {
  'this network 0/8': ['0.0.0.0', '0.0.0.1', '0.255.255.255'],
  'private 10/8': ['10.0.0.0', '10.0.0.5', '10.255.255.255'],
  'carrier-grade NAT 100.64/10': ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  'loopback 127/8': ['127.0.0.0', '127.0.0.1', '127.0.0.53', '127.255.255.255'],
  'link-local 169.254/16': ['169.254.0.0', '169.254.169.254', '169.254.170.2', '169.254.255.255'],
  'private 172.16/12': ['172.16.0.0', '172.17.0.1', '172.31.255.255'],
  'protocol assignments 192.0.0/24': ['192.0.0.0', '192.0.0.192', '192.0.0.255'],
  'documentation 192.0.2/24': ['192.0.2.0', '192.0.2.255'],
  'AS112 192.31.196/24': ['192.31.196.0', '192.31.196.255'],
  'AMT 192.52.193/24': ['192.52.193.0', '192.52.193.255'],
  '6to4 relay 192.88.99/24': ['192.88.99.0', '192.88.99.255'],
  'private 192.168/16': ['192.168.0.0', '192.168.1.1', '192.168.255.255'],
  'AS112 192.175.48/24': ['192.175.48.0', '192.175.48.255'],
  'benchmarks 198.18/15': ['198.18.0.0', '198.19.255.255'],
  'documentation 198.51.100/24': ['198.51.100.0', '198.51.100.255'],
  'documentation 203.0.113/24': ['203.0.113.0', '203.0.113.255'],
  'multicast 224/4': ['224.0.0.0', '239.255.255.255'],
  'reserved 240/4': ['240.0.0.0', '255.255.255.254', '255.255.255.255'],
  'unspecified ::': ['::', '0:0:0:0:0:0:0:0'],
  'loopback ::1': ['::1', '0000::0001'],
  'IPv4-compatible ::/96': ['::2', '::7f00:1', '::127.0.0.1', '::10.0.0.5', '::8.8.8.8'],
  'IPv4-mapped, by its IPv4 address': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a00:5',
    '::ffff:a9fe:a9fe',
  ],
  'IPv4-translated ::ffff:0/96': ['::ffff:0:0', '::ffff:0:127.0.0.1', '::ffff:0:808:808'],
  'NAT64 64:ff9b::/96': ['64:ff9b::', '64:ff9b::10.0.0.5', '64:ff9b::808:808', '64:ff9b::ffff:ffff'],
  'local NAT64 64:ff9b:1::/48': ['64:ff9b:1::', '64:ff9b:1::a00:5', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  'discard 100::/64': ['100::', '100::1', '100:0:0:1::1'],
  'reserved 200::/7 to 1000::/4': ['200::1', '400::1', '800::1', '1000::1', '1fff:ffff::1'],
  'Teredo 2001::/32': ['2001::', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'protocol assignments 2001::/23': ['2001:1::1', '2001:2::1', '2001:3::1', '2001:4:112::1', '2001:1ff::1'],
  'ORCHID 2001:10::/28, 2001:20::/28': ['2001:10::1', '2001:20::1', '2001:2f:ffff::1', '2001:30::1'],
  'documentation 2001:db8::/32': ['2001:db8::', '2001:db8:ffff::1'],
  '6to4 2002::/16': ['2002::', '2002:7f00:1::', '2002:a00:5::1', '2002:808:808::1'],
  'AS112 2620:4f:8000::/48': ['2620:4f:8000::1'],
  '6bone 3ffe::/16': ['3ffe::1', '3ffe:ffff::1'],
  'documentation 3fff::/20': ['3fff::', '3fff:fff::1'],
  'reserved 4000::/3 to f800::/6': [
    '4000::1',
    '5f00::1',
    '6000::1',
    '8000::1',
    'a000::1',
    'c000::1',
    'f800::1',
  ],
  'unique local fc00::/7': ['fc00::', 'fd00:ec2::254', 'fdff:ffff::1'],
  'link-local fe80::/10': ['fe80::', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  'site-local fec0::/10': ['fec0::', 'fec0::1', 'feff::1'],
  'multicast ff00::/8': ['ff00::', 'ff02::1', 'ff0e::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'invalid notations': [
    '',
    '1',
    '8.8.8',
    '010.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '[::1]',
    'localhost',
    '8.8.8.8 ',
  ],
};

const GLOBAL = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '::FFFF:8.8.8.8',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2400:3e00::1',
  '2606:4700:4700::1111',
  '2a00:1450:4009::200e',
];

describe('isGlobalUnicast', () => {
  it.each(GLOBAL)('accepts %s', (address) => {
    expect(isGlobalUnicast(address)).toBe(true);
  });

  it.each(
    Object.entries(NOT_GLOBAL).flatMap(([range, addresses]) => addresses.map((address) => [range, address])),
  )('rejects %s: %s', (_range, address) => {
    expect(isGlobalUnicast(address)).toBe(false);
  });
});

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.255.255.255', '::1', '::ffff:127.0.0.1'])('accepts %s', (address) => {
    expect(isLoopback(address)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '::',
    '10.0.0.5',
    '126.0.0.1',
    '128.0.0.1',
    '::127.0.0.1',
    '::2',
    '64:ff9b::7f00:1',
    '',
  ])('rejects %o', (address) => {
    expect(isLoopback(address)).toBe(false);
  });
});

it.each([
  ['127.0.0.1', 'this machine'],
  ['0.0.0.0', 'this machine'],
  ['10.0.0.5', 'a private network'],
  ['::ffff:10.0.0.5', 'a private network'],
  ['fd00::1', 'a private network'],
  ['100.64.0.1', 'a private network'],
  ['169.254.169.254', 'a link-local network'],
  ['240.0.0.1', 'a reserved network'],
  ['64:ff9b::1', 'a reserved network'],
  ['nonsense', 'a reserved network'],
])('describes the network of %s as %s', (address, network) => {
  expect(describeNetwork(address)).toBe(network);
});
