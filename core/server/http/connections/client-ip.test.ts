import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createLogger } from '#core/server/platform/logger.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createClientIpReader } from './client-ip.ts';

const PROXY = '10.0.0.1';
const TRUSTED = ['10.0.0.0/8', 'fd00::/8'];

const findIp = (peer: string | undefined, forwardedFor?: string, trusted = TRUSTED) =>
  createClientIpReader(trusted)({
    socket: { remoteAddress: peer },
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  } as unknown as IncomingMessage);

describe('the IP address of a client behind a trusted proxy', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:5678', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['"203.0.113.7"', '203.0.113.7'],
    ['2001:0DB8:0:0::0001', '2001:db8::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['  203.0.113.7\t', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7, 10.2.3.4', '203.0.113.7'],
    ['203.0.113.7, 10.2.3.4:1234, fd00::2', '203.0.113.7'],
    ['unknown, 203.0.113.7', '203.0.113.7'],
    [`${'198.51.100.1, '.repeat(1_100)}203.0.113.7`, '203.0.113.7'],
    [Array(2_000).fill('10.2.3.4').join(','), '10.2.3.4'],
  ])("reads the client's IP address from %s", (header, expected) => {
    expect(findIp(PROXY, header)).toBe(expected);
  });

  it.each([
    undefined,
    '',
    ' , ,',
    'unknown',
    '_hidden',
    '"_hidden:1234"',
    'unix:',
    'localhost',
    '203.0.113',
    '203.0.113.7.8',
    '203.0.113.256',
    '203.0.113.7:port',
    '203.0.113.7:123456',
    '0313.0.113.7',
    '3405803783',
    '2001:db8::1:443:1:2:3:4:5',
    '[2001:db8::1',
    '[203.0.113.7',
    'for=203.0.113.7',
    '203.0.113.7/32',
    '198.51.100.1, unknown',
    '198.51.100.1, ',
    "198.51.100.1, ' or 1=1 --",
    'x'.repeat(16_000),
  ])('uses the IP address of the proxy when it forwards %j', (header) => {
    expect(findIp(PROXY, header)).toBe(PROXY);
  });

  it('uses the last valid entry when an earlier proxy hides the IP address', () => {
    expect(findIp(PROXY, '198.51.100.1, unknown, 10.2.3.4')).toBe('10.2.3.4');
  });

  it('finds the IP address behind a proxy that connects over IPv6 or from an IPv4-mapped address', () => {
    expect(findIp('fd00::1', '203.0.113.7')).toBe('203.0.113.7');
    expect(findIp('::ffff:10.0.0.1', '203.0.113.7')).toBe('203.0.113.7');
    expect(findIp('10.0.0.1', '203.0.113.7', ['::ffff:10.0.0.0/104'])).toBe('203.0.113.7');
    expect(findIp('10.0.0.1', '203.0.113.7', ['::ffff:10.0.0.1'])).toBe('203.0.113.7');
    expect(findIp('fd30:52::2', '203.0.113.7', ['172.30.52.2', 'fd30:52:0::0002'])).toBe('203.0.113.7');
  });

  it('ignores every entry before the first one that is not a trusted proxy', () => {
    expect(findIp(PROXY, '10.0.0.9, 203.0.113.7, 10.2.3.4')).toBe('203.0.113.7');
    expect(findIp(PROXY, '198.51.100.1, 2001:db8::1, fd00::2, 10.2.3.4')).toBe('2001:db8::1');
  });
});

describe('the IP address of any other client', () => {
  it.each(['203.0.113.9', '2001:db8::9', '11.0.0.1', '127.0.0.1'])(
    'uses the IP address of the connection, %s',
    (peer) => {
      expect(findIp(peer, '198.51.100.1')).toBe(peer);
      expect(findIp(peer, '198.51.100.1', [])).toBe(peer);
    },
  );

  it('returns an unspecified IP address when the connection is already closed', () => {
    expect(findIp(undefined, '198.51.100.1')).toBe('0.0.0.0');
  });
});

describe('rate limits and log lines', () => {
  const test = useTestApp({ TRUSTED_PROXIES: '10.0.0.0/8', LIMIT_SIGN_IN_ADDRESS: '2/5m' });
  let attempts = 0;

  const attempt = async (remoteAddress: string, forwardedFor: string) => {
    attempts += 1;
    const { statusCode } = await test.request({
      method: 'POST',
      url: '/api/customers/auth/login/',
      remoteAddress,
      headers: { 'x-forwarded-for': forwardedFor },
      payload: { email: `customer-${attempts}@example.com`, password: 'x' },
    });
    return statusCode;
  };

  it('identifies a client by its IP address, regardless of its port and of the entries that it sends', async () => {
    expect(await attempt(PROXY, '203.0.113.7:5001')).toBe(401);
    expect(await attempt('10.9.9.9', '198.51.100.1, 203.0.113.7:5002')).toBe(401);
    expect(await attempt(PROXY, '198.51.100.2, "203.0.113.7"')).toBe(429);
    expect(await attempt(PROXY, '203.0.113.8')).toBe(401);
  });

  it('counts clients whose IP addresses a proxy hides as one', async () => {
    expect(await attempt('10.0.0.2', 'unknown')).toBe(401);
    expect(await attempt('10.0.0.2', '_hidden-1')).toBe(401);
    expect(await attempt('10.0.0.2', '198.51.100.3, _hidden-2')).toBe(429);
  });

  it('uses the same IP address for rate limits and log lines', async () => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    const app = await createAppOnDatabase(test.database, { TRUSTED_PROXIES: '10.0.0.0/8' }, { logger });
    await app.inject({
      url: '/api/customers/profile/',
      remoteAddress: PROXY,
      headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.7:5001' },
    });
    await app.close();
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ code: 'not_authenticated', clientIp: '203.0.113.7' }),
    ]);
  });
});
