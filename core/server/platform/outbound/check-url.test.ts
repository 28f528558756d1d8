import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createDnsResolve, parseUrl } from './check-url.ts';

const secure = new URL('https://publisher.example/feed');
const plain = new URL('http://publisher.example/feed');

it.each([
  [plain, 'https://publisher.example/feed', 'https://publisher.example/feed'],
  [plain, 'http://other.example/', 'http://other.example/'],
  [secure, '/rss', 'https://publisher.example/rss'],
  [secure, '//other.example/rss', 'https://other.example/rss'],
])('allows %s to redirect to %s', (base, location, url) => {
  expect(parseUrl(location, base).href).toBe(url);
});

it('rejects a redirect from https to http', () => {
  expect(() => parseUrl('http://publisher.example/feed', secure)).toThrow(
    expect.objectContaining({
      code: 'scheme_rejected',
      message: 'The URL redirects from https to http.',
    }),
  );
});

/** Starts a name server, which answers questions for IPv4 addresses with `address`, and others with none; `null` never responds. */
async function startNameServer(address: string | null) {
  const questions: Buffer[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (question, { port }) => {
    questions.push(question);
    if (address === null) return;
    const isIpv4 = question.readUInt16BE(question.indexOf(0, 12) + 1) === 1;
    const end = question.indexOf(0, 12) + 5;
    const header = Buffer.from([...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isIpv4 ? 1 : 0, 0, 0, 0, 0]);
    // The name of the question, type A, class IN, valid for 60 s, 4 bytes.
    const answer = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)];
    socket.send(Buffer.from([...header, ...question.subarray(12, end), ...(isIpv4 ? answer : [])]), port);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  return { questions, resolve: createDnsResolve([`127.0.0.1:${port}`]), close: () => socket.close() };
}

describe('resolving by DNS', () => {
  it('returns the addresses that the name server has', async () => {
    const server = await startNameServer('203.0.113.7');
    expect(await server.resolve('hooks.example')).toEqual([{ address: '203.0.113.7', family: 4 }]);
    server.close();
  });

  it('does not ask for localhost', async () => {
    const server = await startNameServer(null);
    expect((await server.resolve('api.localhost')).map(({ address }) => address)).toEqual([
      '127.0.0.1',
      '::1',
    ]);
    expect(server.questions).toEqual([]);
    server.close();
  });

  it('delays no other lookups while name servers do not respond', async () => {
    const server = await startNameServer(null);
    let settled = 0;
    const slow = Array.from({ length: 20 }, (_, index) =>
      server.resolve(`a${index}.example`).catch(() => (settled += 1)),
    );
    await expect.poll(() => server.questions.length).toBeGreaterThanOrEqual(40);
    await lookup('localhost');
    expect(settled).toBe(0);
    server.close();
    await Promise.all(slow);
    expect(settled).toBe(20);
  });
});
