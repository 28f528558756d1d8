import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FeedServer, startCanary, startFeedServer } from '#tests/support/news/feed-server.ts';
import { createGuardedPost, type GuardedPost, OutboundError } from './guarded-fetch.ts';

let canary: Awaited<ReturnType<typeof startCanary>>;
let service: FeedServer;
let post: GuardedPost;

beforeAll(async () => {
  canary = await startCanary();
  service = await startFeedServer();
});
afterAll(async () => {
  await canary.close();
  await service.close();
});
beforeEach(() => {
  service.requests.length = 0;
  post = createGuardedPost({ allowLoopback: true, maxConnections: 1 });
  return () => post.close();
});

const send = (url: string, by = post) => by(url, { headers: {}, body: Buffer.from('message') });

const expectRejection = async (call: Promise<unknown>) => {
  const error = await call.then(
    (response) => response,
    (thrown) => thrown,
  );
  if (!(error instanceof OutboundError)) throw new Error(`not rejected: ${String(error)}`);
  return error;
};

describe('an address', () => {
  it.each([
    'localhost',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0.0.0.0',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[fd00:ec2::254]',
    '10.0.0.5',
    '172.16.0.1',
    '192.168.1.1',
    '100.100.100.200',
    '169.254.169.254',
    '[::ffff:a9fe:a9fe]',
  ])('of this machine or a private network receives no message: %s', async (host) => {
    const guarded = createGuardedPost({ allowLoopback: false, maxConnections: 1 });
    for (const port of [443, canary.port])
      expect(await expectRejection(send(`https://${host}:${port}/`, guarded))).toMatchObject({
        code: 'url_rejected',
      });
    expect(canary.connections).toBe(0);
  });

  it.each([['10.0.0.5'], ['93.184.215.14', '10.0.0.5'], ['2606:4700::1', '::ffff:127.0.0.1']])(
    'that is not public rejects its host name: %s %s',
    async (...addresses) => {
      const resolve = async () =>
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const guarded = createGuardedPost({ allowLoopback: false, maxConnections: 1, resolve });
      expect(await expectRejection(send('https://push.example/', guarded))).toMatchObject({
        code: 'url_rejected',
      });
    },
  );
});

it.each([
  ['http://8.8.8.8/', 'scheme_rejected'],
  ['ftp://8.8.8.8/', 'scheme_rejected'],
  ['https://user:secret@8.8.8.8/', 'url_rejected'],
  ['https://8.8.8.8:22/', 'url_rejected'],
])('posts nothing to %s: %s', async (url, code) => {
  const guarded = createGuardedPost({ allowLoopback: false, maxConnections: 1 });
  expect(await expectRejection(send(url, guarded))).toMatchObject({ code });
});

it('sends the body and reports the status and headers', async () => {
  let body = '';
  service.respond('/', (request, response) => {
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => response.writeHead(429, { 'Retry-After': '7' }).end('slow down'));
  });
  const { status, headers } = await send(service.url('/'));
  expect([body, status, headers.get('retry-after')]).toEqual(['message', 429, '7']);
});

it('does not follow a redirect', async () => {
  service.respond('/', (_request, response) => void response.writeHead(307, { Location: '/next' }).end());
  expect((await send(service.url('/'))).status).toBe(307);
  expect(service.requests.map(({ path }) => path)).toEqual(['/']);
});

it('reports a status whose reply is too large or never ends', async () => {
  service.respond(
    '/large',
    (_request, response) => void response.writeHead(201).end(Buffer.alloc(1_000_000)),
  );
  service.respond('/endless', (_request, response) => void response.writeHead(201).write('and'));
  expect((await send(service.url('/large'))).status).toBe(201);
  expect((await send(service.url('/endless'))).status).toBe(201);
});

it('uses one connection for several messages and adds no listener with each', async () => {
  const sockets = new Set<unknown>();
  const warning = vi.fn();
  process.on('warning', warning);
  service.respond('/', (request, response) => {
    sockets.add(request.socket);
    response.writeHead(201).end();
  });
  for (let index = 0; index < 20; index += 1) expect((await send(service.url('/'))).status).toBe(201);
  await new Promise(setImmediate);
  process.off('warning', warning);
  expect(sockets.size).toBe(1);
  expect(warning).not.toHaveBeenCalled();
});
