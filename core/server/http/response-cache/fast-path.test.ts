import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { CONNECTION_LIMITS } from '#core/server/http/connections/connection-limits.ts';
import { boardMeetings } from '#features/corporate-actions/server/corporate-actions.tables.ts';
import { publishSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { connectTo } from '#tests/support/network/sockets.ts';
import { makeSignalBody } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const LIMITS = { ...CONNECTION_LIMITS, stalledResponseMs: 500, maxPipelinedRequests: 10 };
const LIST = '/api/signals/psx-signals/?signal_type=intraday';
const MEETINGS = '/api/board-meetings/';

const test = useTestApp({}, { connectionLimits: LIMITS });
let port: number;

beforeAll(async () => {
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as AddressInfo).port;
  await makeMeetings(
    test.database,
    Array.from({ length: 20 }, () => ({})),
  );
});

interface Received {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The response came from the fast path. */
  isHit: boolean;
}

/** Sends a request on its own connection, and returns the response as it was sent. */
async function send(target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
  const { counters } = test.app.responseCache;
  const before = counters.hits;
  const client = await connectTo({ port });
  const chunks: Buffer[] = [];
  client.socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const lines = Object.entries({ Host: 'tezi.test', Connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  client.send(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`);
  await client.closed;
  const bytes = Buffer.concat(chunks);
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...rest] = bytes.subarray(0, end).toString().split('\r\n');
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(
      rest.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    ),
    body: bytes.subarray(end + 4),
    isHit: counters.hits > before,
  };
}

/** Sends a request until the response comes from the fast path. */
async function sendHot(target: string, headers: Record<string, string> = {}, method = 'GET') {
  await send(target, headers);
  const hot = await send(target, headers, method);
  expect(hot.isHit).toBe(true);
  return hot;
}

/** Leaves out the request ID and what Node.js adds for each connection. */
function omitConnection(headers: Record<string, unknown>): Record<string, unknown> {
  const left = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'x-request-id'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.includes(name)));
}

describe('a response of the fast path', () => {
  it.each([
    ['the API', MEETINGS],
    ['the API for callers without a token', LIST],
    ['a page', paths.intradaySignals],
    ['a page without data', paths.terms],
    ['a missing page', '/nothing'],
    ['a missing article', '/api/news/articles/12345/'],
  ])('a response of the fast path is the response of the framework: %s', async (_, target) => {
    const variants: Record<string, string>[] = [
      ...['identity', 'gzip', 'br', 'x-gzip', 'br;q=0;q=1'].map((encoding) => ({
        'Accept-Encoding': encoding,
      })),
      { 'If-None-Match': '*' },
    ];
    for (const [index, headers] of variants.entries()) {
      const spelling = `${target}${target.includes('?') ? '&' : '?'}variant=${index}`;
      const first = await send(spelling, headers);
      const hot = await sendHot(spelling, headers);
      expect(first.isHit).toBe(false);
      expect(hot.status).toBe(first.status);
      expect(hot.body.equals(first.body)).toBe(true);
      const { date, 'x-request-id': requestId, ...described } = hot.headers;
      const { date: firstDate, 'x-request-id': firstRequestId, ...expected } = first.headers;
      expect(described).toEqual(expected);
      expect(requestId).toMatch(/^[\w-]{16}$/);
      expect(requestId).not.toBe(firstRequestId);
      expect(date).toBeDefined();
      expect(hot.headers.vary).toContain('Accept-Encoding');
      // Requests in memory are never hits.
      const inMemory = await test.app.inject({ url: spelling, headers });
      expect(inMemory.statusCode).toBe(first.status);
      expect(inMemory.rawPayload.equals(first.body)).toBe(true);
      expect(omitConnection(inMemory.headers)).toEqual(omitConnection(first.headers));
    }
  });

  it.each([MEETINGS, LIST, paths.terms])(
    'a response of the fast path has no body for HEAD before it is stored: %s',
    async (target) => {
      const spelling = `${target}${target.includes('?') ? '&' : '?'}head=1`;
      const head = await send(spelling, {}, 'HEAD');
      const full = await send(spelling);
      expect(head.body.length).toBe(0);
      expect(omitConnection(head.headers)).toEqual(omitConnection(full.headers));
    },
  );

  it('a response of the fast path is sent in the encoding that the client accepts', async () => {
    const plain = await sendHot(MEETINGS);
    const zipped = await sendHot(MEETINGS, { 'Accept-Encoding': 'br;q=0, gzip' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
    expect(plain.headers).not.toHaveProperty('content-encoding');
  });

  it('a response of the fast path has a strong ETag of its own for each encoding', async () => {
    const tags = await Promise.all(
      ['identity', 'gzip', 'br'].map(
        async (encoding) => (await send(MEETINGS, { 'Accept-Encoding': encoding })).headers.etag,
      ),
    );
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
  });

  it.each([MEETINGS, LIST, paths.intradaySignals])(
    'a response of the fast path is 304 if the client has it: %s',
    async (target) => {
      const headers = { 'Accept-Encoding': 'br' };
      const { headers: full } = await sendHot(target, headers);
      for (const tags of [full.etag, `W/${full.etag}`, `"x", ${full.etag}`, '*']) {
        const hit = await sendHot(target, { ...headers, 'If-None-Match': tags ?? '' });
        expect(hit.status).toBe(304);
        expect(hit.body.length).toBe(0);
        expect(hit.headers).toMatchObject({
          etag: full.etag,
          'cache-control': full['cache-control'],
          vary: full.vary,
          'content-security-policy': full['content-security-policy'],
        });
        expect(hit.headers).not.toHaveProperty('content-length');
      }
      expect((await sendHot(target, { ...headers, 'If-None-Match': '"x"' })).status).toBe(200);
      // A body that is too small to be compressed has one representation.
      const isCompressed = full['content-encoding'] !== undefined;
      const plain = await sendHot(target, { 'If-None-Match': full.etag ?? '' });
      expect(plain.status).toBe(isCompressed ? 200 : 304);
    },
  );

  it('a response of the fast path has no body for HEAD', async () => {
    const full = await sendHot(MEETINGS);
    const { status, headers, body } = await sendHot(MEETINGS, {}, 'HEAD');
    expect(status).toBe(200);
    expect(headers['content-length']).toBe(String(full.body.length));
    expect(body.length).toBe(0);
  });

  it('ignores Range and cookies', async () => {
    const full = await sendHot(MEETINGS);
    const other = await sendHot(MEETINGS, { Range: 'bytes=0-9', Cookie: 'theme=dark' });
    expect(other).toEqual({ ...full, headers: expect.objectContaining({ etag: full.headers.etag }) });
  });

  it('a response of the fast path is shared by all spellings of a request', async () => {
    const { headers } = await sendHot(`${MEETINGS}?search=accounts&from_date=2026-01-01`);
    const rendered = test.app.responseCache.counters.rendered;
    const other = await sendHot(
      '/api/board-meetings?utm_source=x&from_date=2026-01-01&search=%61ccounts&to_date=',
    );
    expect(other.headers.etag).toBe(headers.etag);
    expect(test.app.responseCache.counters.rendered).toBe(rendered);
  });
});

describe('the framework', () => {
  it.each([
    ['responds to other methods', 'POST', MEETINGS, {}, 405],
    ['responds to a method override', 'POST', MEETINGS, { 'X-HTTP-Method-Override': 'GET' }, 405],
    ['responds to a request with a body', 'GET', MEETINGS, { 'Content-Length': '0' }, 200],
    ['responds to an access token', 'GET', LIST, { Authorization: 'Bearer a.b.c' }, 401],
    ['responds to an empty access token', 'GET', LIST, { Authorization: '' }, 401],
    ['responds to a premium list without a token', 'GET', LIST.replace('intraday', 'swing'), {}, 401],
    ['responds to invalid parameters', 'GET', `${MEETINGS}?ordering=price`, {}, 400],
  ])('%s', async (_, method, target, headers, status) => {
    await sendHot(LIST);
    await sendHot(MEETINGS);
    for (let request = 0; request < 2; request += 1) {
      const response = await send(target, headers as Record<string, string>, method);
      expect(response.isHit).toBe(false);
      expect(response.status).toBe(status);
      if (status >= 400) expect(response.headers['cache-control']).toBe('no-store');
    }
  });
});

describe('a change', () => {
  it('reaches the next request after the response to its writer', async () => {
    const { access } = await signInAdministrator(test);
    for (let change = 0; change < 5; change += 1) {
      await sendHot(LIST);
      await sendHot(paths.intradaySignals);
      const title = `Change ${change}`;
      await test.call(publishSignal, { body: makeSignalBody({ title }) }, { token: access });
      expect(String((await send(LIST)).body)).toContain(title);
      expect(String((await send(paths.intradaySignals)).body)).toContain(title);
    }
  });

  it('renders the response again in the background when no caller waits for it', async () => {
    await sendHot(MEETINGS);
    const subject = 'Half-yearly accounts';
    await test.database.transaction(async (tx, announce) => {
      announce('corporate-actions', { staleWhileRevalidate: true });
      await tx.update(boardMeetings).set({ subject });
    });
    const first = await send(MEETINGS);
    expect(first.isHit).toBe(false);
    expect(String(first.body)).not.toContain(subject);
    await vi.waitFor(async () => expect(String((await send(MEETINGS)).body)).toContain(subject));
  });

  it('expires an intraday signal at the end of its session', async () => {
    const { access } = await signInAdministrator(test);
    const { body } = await test.call(publishSignal, { body: makeSignalBody() }, { token: access });
    const find = async () =>
      JSON.parse(String((await send(LIST)).body)).results.find(({ id }: { id: string }) => id === body.id);
    const { expires_at: expiresAt } = await find();
    test.clock.set(new Date(Date.parse(expiresAt) - 1).toISOString());
    expect(await find()).toMatchObject({ is_expired: false });
    test.clock.set(expiresAt);
    expect(await find()).toMatchObject({ is_expired: true });
    test.clock.set('2026-11-21T05:42:00.000Z');
  });
});

describe('connections of the fast path', () => {
  it('keeps the order of pipelined requests, and closes connections with too many', async () => {
    const { headers } = await sendHot(MEETINGS);
    const client = await connectTo({ port });
    client.send(
      ['/api/board-meetings/?search=cold', MEETINGS, '/nothing-cold', MEETINGS]
        .map(
          (target, index) =>
            `GET ${target} HTTP/1.1\r\nHost: x\r\n${index === 3 ? 'Connection: close\r\n' : ''}\r\n`,
        )
        .join(''),
    );
    const received = await client.closed;
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(
      ['200', '200', '404', '200'].map((code) => `HTTP/1.1 ${code}`),
    );
    expect(received.split(String(headers.etag))).toHaveLength(3);

    const flood = await connectTo({ port });
    flood.send(
      `GET /api/board-meetings/?search=flood HTTP/1.1\r\nHost: x\r\n\r\n${`GET ${MEETINGS} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(50)}`,
    );
    await flood.closed;
  });

  it('closes a connection whose client does not read', async () => {
    const target = paths.news;
    await sendHot(target);
    const client = await connectTo({ port }, { isReading: false });
    client.send(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(5));
    const timer = setInterval(() => client.send(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(5)), 5);
    try {
      const openConnections = () =>
        new Promise<number>((resolve) => test.app.server.getConnections((_error, count) => resolve(count)));
      await vi.waitFor(async () => expect(await openConnections()).toBe(0), { timeout: 15_000 });
    } finally {
      clearInterval(timer);
      client.socket.destroy();
    }
  });

  it('survives clients that disconnect', async () => {
    await sendHot(MEETINGS);
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const client = await connectTo({ port });
      client.send(`GET ${MEETINGS} HTTP/1.1\r\nHost: x\r\n\r\n`);
      client.socket.destroy();
    }
    expect((await send(MEETINGS)).status).toBe(200);
  });
});

describe('while the server stops', () => {
  it('closes connections after their response', async () => {
    const app = await createAppOnDatabase(test.database);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const other = (app.server.address() as AddressInfo).port;
    const get = (target: string, connection = 'keep-alive') =>
      `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`;
    const first = await connectTo({ port: other });
    first.send(get(MEETINGS) + get(MEETINGS, 'close'));
    await first.closed;
    const client = await connectTo({ port: other });
    client.send(`GET ${MEETINGS} HTTP/1.1\r\nHost: x\r\n`);
    await vi.waitFor(() => expect(app.server.listening).toBe(true));
    const drained = app.drain({ timeoutMs: 5_000 });
    client.send('\r\n');
    const received = await client.closed;
    expect(received).toMatch(/^HTTP\/1\.1 200 /);
    expect(received).toMatch(/\r\nconnection: close\r\n/i);
    await drained;
    await app.close();
  });
});
