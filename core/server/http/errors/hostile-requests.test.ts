import type { AddressInfo } from 'node:net';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Access } from '#core/contract/endpoint.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { getSignInLane, verifyPassword } from '#features/accounts/server/passwords/password.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { connectTo } from '#tests/support/network/sockets.ts';

const ERROR = 50;
const FORM = 'application/x-www-form-urlencoded';
const FORM_PAGES = [
  '/customers/auth/login',
  '/customers/auth/register',
  '/customers/auth/forgot-password',
  '/admin/login',
  '/demo',
];
/** Few enough for the connections of the database, so that none is rejected on a slow machine. */
const GROUP_SIZE = 8;
const TIMEOUT_MS = 180_000;
const CREDENTIALS = 'email=a%40b.example&username=a&password=secret';

let made: Awaited<ReturnType<typeof createTestDatabase>>;
let app: FastifyInstance;
let port: number;
let lines: { level: number; msg?: string; code?: string; reqId?: string }[] = [];
let clients = 0;
const routes: { method: string; url: string; access: Access | undefined }[] = [];

beforeAll(async () => {
  made = await createTestDatabase();
  const logger = createLogger('debug', { write: (line) => void lines.push(JSON.parse(line)) });
  const onRoute = ({ method, url, config }: RouteOptions) => {
    for (const each of [method].flat()) routes.push({ method: each, url, access: config?.access });
  };
  const settings = { TRUSTED_PROXIES: '127.0.0.1' };
  app = await createAppOnDatabase(made.database, settings, { logger, onRoute });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await app.close();
  await made.remove();
});
beforeEach(() => {
  lines = [];
});

interface RawRequest {
  method?: string;
  target: string;
  /** Latin-1, so that each character is a byte. */
  headers?: Record<string, string>;
  /** Latin-1. */
  body?: string;
}

/** Sends a request from an IP address of its own, which no rate limit has seen. Returns the status and the ID of the request. */
async function exchange({ method = 'GET', target, headers = {}, body }: RawRequest) {
  clients += 1;
  const all = {
    Host: 'tezi.test',
    Connection: 'close',
    'X-Forwarded-For': `10.1.${clients >> 8}.${clients & 255}`,
    ...(body === undefined ? {} : { 'Content-Length': String(body.length) }),
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const connection = await connectTo({ port });
  connection.socket.write(
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${head.join('')}\r\n${body ?? ''}`, 'latin1'),
  );
  const received = await connection.closed;
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1]),
    reqId: /^x-request-id: (\S+)/im.exec(received)?.[1],
  };
}

const send = async (request: RawRequest) => (await exchange(request)).status;

/** Sends requests in groups, and returns those that failed, and the errors of the server in the log. */
async function findServerErrors(requests: RawRequest[]): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (let start = 0; start < requests.length; start += GROUP_SIZE) {
    lines = [];
    const group = requests.slice(start, start + GROUP_SIZE);
    const responses = await Promise.all(
      group.map(async (request) => ({ request, ...(await exchange(request)) })),
    );
    const logged = lines.filter(({ level }) => level >= ERROR);
    const isFaulty = ({ status, reqId }: (typeof responses)[number]) =>
      !(status >= 200 && status < 500) || logged.some((line) => line.reqId === reqId);
    errors.push(...responses.filter(isFaulty), ...logged);
  }
  return errors;
}

const combine = <A, B, C>(left: readonly A[], right: readonly B[], to: (a: A, b: B) => C) =>
  left.flatMap((a) => right.map((b) => to(a, b)));

describe('a form of another site', () => {
  const origins = [
    'https://evil.example',
    'null',
    'no URL',
    'https://tezi.test.evil.example',
    'https://tezi.test:1',
    '\xff',
  ];

  it.each(combine(FORM_PAGES, ['', '.data'], (page, suffix) => page + suffix))(
    'rejects a form for %s from every other origin with 403, and logs no error',
    async (target) => {
      for (const Origin of origins) {
        lines = [];
        const status = await send({
          method: 'POST',
          target,
          headers: { 'Content-Type': FORM, Origin },
          body: CREDENTIALS,
        });
        expect({ Origin, status }).toEqual({ Origin, status: 403 });
        // The machine may be slow.
        const others = lines.filter(({ msg }) => msg !== 'request slow');
        expect(others).toEqual([expect.objectContaining({ level: 30, code: 'csrf_failed' })]);
      }
    },
  );

  it('shows a page that says what to do, and JSON to the script of a page', async () => {
    const post = (url: string) =>
      app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': FORM, origin: 'https://evil.example' },
        payload: CREDENTIALS,
      });
    const page = await post('/customers/auth/login?next="><script>');
    expect(page.statusCode).toBe(403);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(page.body).toContain('<h1>This form was not accepted</h1>');
    expect(page.body).toContain('<a href="https://tezi.test/customers/auth/login">');
    const data = await post('/customers/auth/login.data');
    expect(data.statusCode).toBe(403);
    expect(data.json().detail).toContain('This form was sent from another site.');
  });

  it('rejects a form that a browser reports as sent from another site', async () => {
    const headers = { 'Content-Type': FORM, 'Sec-Fetch-Site': 'cross-site' };
    expect(await send({ method: 'POST', target: '/login', headers, body: CREDENTIALS })).toBe(403);
  });

  it.each<Record<string, string>>([
    {},
    { Origin: 'https://tezi.test', 'Sec-Fetch-Site': 'same-origin' },
    { Origin: 'http://tezi.test' },
  ])('accepts a form of this site with the headers %j', async (headers) => {
    const target = '/customers/auth/login';
    const body = 'email=&password=';
    expect(await send({ method: 'POST', target, headers: { 'Content-Type': FORM, ...headers }, body })).toBe(
      200,
    );
  });
});

describe('the log', { timeout: TIMEOUT_MS }, () => {
  it('the log has no error after forms with malformed bodies and content types', async () => {
    const bodies = [
      '',
      '%',
      '%00=%00',
      'email=%00&password=%00&username=%00&first_name=%00&last_name=%00',
      'email=%ff%fe&password=%ED%A0%80&username=%ff',
      'email=\xff\xfe&password=\xed\xa0\x80',
      'email=a&email=b&password=c&username=d&username=e',
      '__proto__=1&constructor=2',
      '&&&===',
      'code=%00&action=%00&ms=1e309',
      'x'.repeat(65_537),
    ];
    const types = [
      `${FORM}; charset=utf-16`,
      `${FORM};`,
      `${FORM};=`,
      `${FORM}; charset="`,
      `${FORM}; boundary=\xff`,
      FORM.toUpperCase(),
      'multipart/form-data',
    ];
    const pages = [...FORM_PAGES, '/', '/news/1', '/none', '/_.data', '/login.data'];
    const post = (target: string, type: string, body: string) => ({
      method: 'POST',
      target,
      headers: { 'Content-Type': type },
      body,
    });
    expect(
      await findServerErrors([
        ...combine(pages, bodies, (page, body) => post(page, FORM, body)),
        ...combine(pages, types, (page, type) => post(page, type, 'email=a')),
      ]),
    ).toEqual([]);
  });

  it('the log has no error after malformed URLs', async () => {
    // A stream of events does not end.
    const urls = [
      ...new Set(
        routes
          .filter(({ method, url }) => method === 'GET' && !url.includes('/stream'))
          .map(({ url }) => url),
      ),
    ];
    const parts = ['%', '%00', '%ff', '%ED%A0%80', '\xff', '..%2f', '__proto__'];
    const queryNames = [
      'search',
      'page',
      'cursor',
      'from_date',
      'symbol',
      'q',
      '_routes',
      'state',
      'code',
      'attempt',
    ];
    const queries = ['%', '%00', '%ff', '\xff'].map((text) =>
      queryNames.map((name) => `${name}=${text}`).join('&'),
    );
    const pages = [
      '/',
      '/_.data',
      '/news',
      '/news.data',
      '/search',
      ...urls.filter((url) => !/[:*]/.test(url)),
    ];
    const others = [
      '//',
      '///a',
      '/api//',
      'http://evil.example/news',
      'http://[',
      'https://a@b:c/news?x',
      '*',
      '/?',
      '/#',
      `/${'9'.repeat(400)}`,
    ];
    expect(
      await findServerErrors([
        ...combine(
          urls.filter((url) => /[:*]/.test(url)),
          parts,
          (url, part) => ({ target: url.replace(/:\w+|\*/g, part) }),
        ),
        ...combine(pages, queries, (page, query) => ({ target: `${page}?${query}` })),
        ...others.map((target) => ({ target })),
      ]),
    ).toEqual([]);
  });

  it('the log has no error after malformed headers and cookies', async () => {
    const headers: Record<string, string>[] = [
      ...[
        'a=%',
        '\xff',
        '__proto__=1',
        '=',
        ';;;',
        'csrftoken=%00',
        `a=${'x'.repeat(8_000)}`,
        'trusted_device=%ff',
        'a="\xff"',
      ].map((value) => ({ Cookie: value })),
      ...[
        '',
        'Bearer',
        'Bearer \xff',
        'Bearer a.b.c',
        `Bearer ${'x'.repeat(5_000)}`,
        'Basic \xff',
        'bearer e30.e30.e30',
      ].map((value) => ({ Authorization: value })),
      ...['\xff', 'x'.repeat(8_000), '(', 'Mozilla/5.0 (\xe2\x80\xae)'].map((value) => ({
        'User-Agent': value,
      })),
      ...['x', 'br;q=x', '*;q=0', '\xff', 'gzip, '.repeat(500)].map((value) => ({
        'Accept-Encoding': value,
      })),
      ...['*', '"', 'W/"\xff"', '"a", '.repeat(500)].map((value) => ({ 'If-None-Match': value })),
      { 'If-Modified-Since': '\xff' },
      { Range: 'bytes=9-1' },
      { Range: 'bytes=\xff' },
      { 'X-Forwarded-For': '\xff' },
      { traceparent: '00-0-0-\xff' },
      { Origin: '\xff' },
      { Expect: 'x' },
      { Upgrade: 'h2c', Connection: 'Upgrade, HTTP2-Settings, close', 'HTTP2-Settings': '\xff' },
      { 'Content-Encoding': 'gzip' },
    ];
    const targets = [
      '/news',
      '/api/news/articles/',
      '/api/customers/profile/',
      '/robots.txt',
      '/customers/auth/google/start/',
    ];
    const posts = ['/customers/auth/login', '/api/customers/auth/token/refresh/'];
    const body = JSON.stringify({ email: 'a@b.example', username: 'a', password: 'secret', refresh: 'x' });
    expect(
      await findServerErrors([
        ...combine(targets, headers, (target, given) => ({ target, headers: given })),
        ...combine(posts, headers, (target, given) => ({
          method: 'POST',
          target,
          headers: { 'Content-Type': target.startsWith('/api') ? 'application/json' : FORM, ...given },
          body,
        })),
      ]),
    ).toEqual([]);
  });

  it('the log has no error after malformed bodies for the API', async () => {
    const fields = [
      'email',
      'username',
      'password',
      'new_password',
      'first_name',
      'last_name',
      'token',
      'refresh',
      'access_token',
      'code',
      'to',
    ];
    const withAll = (json: string) => `{${fields.map((name) => `"${name}":${json}`).join()}}`;
    const bodies = [
      ...[
        '"\xed\xa0\x80"',
        '"\\ud800"',
        '"a\\u0000"',
        '"a\\r\\nb@c.example"',
        '1e999',
        '{"__proto__":1}',
        '[[]]',
      ].map(withAll),
      ...['\xff\xfe', '\xef\xbb\xbf{}', '['.repeat(60_000), '{"a":'.repeat(10_000), '""', '{"a":1,"a":2}'],
    ];
    const posts = routes.filter(
      ({ method, access }) => ['POST', 'PATCH'].includes(method) && access !== 'administrator',
    );
    expect(posts.length).toBeGreaterThan(10);
    expect(
      await findServerErrors(
        combine(posts, bodies, ({ method, url }, body) => ({
          method,
          target: url,
          headers: { 'Content-Type': 'application/json' },
          body,
        })),
      ),
    ).toEqual([]);
  });

  it('the log has no error after requests with wrong methods', async () => {
    const methods = [
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'QUERY',
      'M-SEARCH',
      'PURGE',
      'SOURCE',
    ];
    const targets = [
      '/',
      '/news',
      '/news.data',
      '/customers/auth/login',
      '/api/',
      '/api/news/articles/',
      '/api/customers/auth/login/',
      '/healthz',
      '/robots.txt',
      '/metrics',
      '/api/board-meetings/export.csv',
      '/api/openapi.json',
      '/favicon.ico',
      '*',
    ];
    expect(
      await findServerErrors(combine(methods, targets, (method, target) => ({ method, target }))),
    ).toEqual([]);
  });

  it('the log has no error after clients that disconnect while they send a form or wait for its response', async () => {
    for (const length of [CREDENTIALS.length, CREDENTIALS.length + 1]) {
      const connection = await connectTo({ port });
      connection.send(
        `POST /customers/auth/login HTTP/1.1\r\nHost: tezi.test\r\nContent-Type: ${FORM}\r\nContent-Length: ${length}\r\n\r\n${CREDENTIALS}`,
      );
      await send({ target: '/healthz' });
      connection.socket.resetAndDestroy();
      await connection.closed;
    }
    await vi.waitUntil(() => lines.some(({ code }) => code === 'client_aborted'));
    expect(await send({ target: '/news' })).toBe(200);
    expect(lines.filter(({ level }) => level >= ERROR)).toEqual([]);
  });

  it('the log has no error after a sign-in that is rejected because too many others are in progress', async () => {
    const busy = Promise.withResolvers<void>();
    let started = 0;
    let count = 0;
    const signIn = () => {
      count += 1;
      return verifyPassword('x', null, {
        // Of networks of their own, so that none of them makes room for another.
        lane: getSignInLane(null, `11.${count}.0.1`),
        failures: {
          rejectWhileDelayed: () => {
            started += 1;
            return busy.promise;
          },
          countFailure: async () => {},
          resetFailures: async () => {},
        },
      }).catch(() => {});
    };
    const others = Array.from({ length: 202 }, signIn);
    try {
      // Until then, sign-ins of clients that have disconnected are in progress. They free places, which others take.
      await vi.waitUntil(() => started === 2, 30_000);
      others.push(signIn(), signIn());
      const body = '{"email":"a@b.example","password":"secret"}';
      const headers = { 'Content-Type': 'application/json' };
      expect(await send({ method: 'POST', target: '/api/customers/auth/login/', headers, body })).toBe(503);
      expect(lines).toContainEqual(expect.objectContaining({ level: 40, code: 'too_many_sign_ins' }));
      expect(lines.filter(({ level }) => level >= ERROR)).toEqual([]);
    } finally {
      // Otherwise no other test of the worker could sign in.
      busy.reject(new Error('the test needs no hash'));
      await Promise.all(others);
    }
  });
});
