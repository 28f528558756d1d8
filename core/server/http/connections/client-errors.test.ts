import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '#core/server/platform/logger.ts';
import { createFeedLink } from '#features/accounts/contract/feed-links.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { connectTo } from '#tests/support/network/sockets.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const log: Record<string, unknown>[] = [];
const INFO = 30;
const SECRET = 'topsecret';
let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  const logger = createLogger('info', { write: (line) => void log.push(JSON.parse(line)) });
  app = await createAppOnDatabase(test.database, {}, { logger });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());
beforeEach(() => void log.splice(0));

/** Sends a text and returns everything that the server sends until it closes the connection. */
async function exchange(text: string): Promise<string> {
  const connection = await connectTo({ port });
  connection.send(text);
  return connection.closed;
}

const BODY = '{"email":"a@b.com","password":"x"}';

describe('a malformed request', () => {
  it.each([
    ['is no HTTP', `${SECRET}\r\n\r\n`, 400],
    ['has a header without a colon', `GET / HTTP/1.1\r\nHost: x\r\n${SECRET}\r\n\r\n`, 400],
    [
      'has two different lengths',
      `POST /api/ HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n${SECRET}`,
      400,
    ],
    [
      'states a length and chunks',
      `POST /api/ HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SECRET}`,
      400,
    ],
    [
      'has chunks that are not the last encoding',
      `POST /api/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n${SECRET}`,
      400,
    ],
    ['has no version, as in HTTP/0.9', 'GET /healthz\r\n\r\n', 400],
    ['has no version, but headers', 'GET /healthz\r\nHost: x\r\n\r\n', 400],
    ['has the version 0.9', 'GET /healthz HTTP/0.9\r\nHost: x\r\n\r\n', 400],
    ['has the version 2.0', 'GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n', 400],
    ['has the version 3.0', 'GET /healthz HTTP/3.0\r\nHost: x\r\n\r\n', 400],
    ['has two hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400],
    ['has the same host twice', 'GET /healthz HTTP/1.1\r\nhost: x\r\nHOST: x\r\n\r\n', 400],
    ['has two hosts and the version 1.0', 'GET /healthz HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n', 400],
    [
      'has two hosts and a body',
      `POST /api/customers/auth/login/ HTTP/1.1\r\nHost: x\r\nHost: y\r\nContent-Length: 99\r\n\r\n${SECRET}`,
      400,
    ],
    ['has headers beyond 16 KB', `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${SECRET.repeat(2_000)}\r\n\r\n`, 431],
    ['has a URL beyond 16 KB', `GET /${SECRET.repeat(2_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ])(
    'rejects a request that %s with the security headers, and logs it without its content',
    async (_, text, status) => {
      const received = await exchange(text);
      const [head = '', body = ''] = received.split('\r\n\r\n');
      expect(head.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(head).toContain("Content-Security-Policy: default-src 'none'; frame-ancestors 'none'");
      expect(head).toContain('X-Content-Type-Options: nosniff');
      expect(head).toContain('Strict-Transport-Security: ');
      expect(head).toContain('Connection: close');
      expect(JSON.parse(body)).toEqual({ detail: expect.any(String) });
      const reqId = /^x-request-id: (.+)$/m.exec(head)?.[1]?.trim();
      expect(log).toEqual([
        expect.objectContaining({ level: INFO, code: expect.any(String), reqId, status, peer: '127.0.0.1' }),
      ]);
      expect(JSON.stringify(log)).not.toContain(SECRET);
    },
  );
});

describe('a malformed request for a stored response', () => {
  const TARGET = '/robots.txt';

  it.each([
    ['has no version', `GET ${TARGET}\r\n\r\n`],
    ['has the version 2.0', `GET ${TARGET} HTTP/2.0\r\nHost: x\r\n\r\n`],
    ['has two hosts', `GET ${TARGET} HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n`],
  ])('rejects a request that %s like one for any other response', async (_, text) => {
    const valid = `GET ${TARGET} HTTP/1.1\r\nHost: x\r\n\r\n`;
    await exchange(`${valid}${valid.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`);
    const received = await exchange(`${valid}${text}`);
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });
});

describe('a request to which Node.js would respond', () => {
  it.each([
    ['has no Host header', 'GET /robots.txt HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'expects something else',
      'GET /robots.txt HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n',
      417,
    ],
    ['is malformed', 'GET /robots.txt HTTP/1.1\r\nHost x\r\n\r\n', 400],
  ])('has the headers of all responses when it %s', async (_, text, status) => {
    const [head = '', body = ''] = (await exchange(text)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const name of [
      'content-security-policy',
      'x-content-type-options',
      'referrer-policy',
      'x-request-id',
    ])
      expect(head.toLowerCase()).toContain(`${name}: `);
    expect(JSON.parse(body)).toEqual({ detail: expect.any(String) });
  });
});

describe('the access log of Caddy', () => {
  const CADDYFILE = readFileSync(new URL('../../../../deploy/Caddyfile', import.meta.url), 'utf8');
  const [, pattern = '', replacement = ''] = /request>uri regexp \(\?i\)(\S+) (\S+)/.exec(CADDYFILE) ?? [];
  const redact = (uri: string) => uri.replace(new RegExp(pattern, 'i'), replacement);

  it('has no secret in any spelling of a URL that the server accepts', async () => {
    const { access: token } = await signUpCustomer(test);
    const { body } = await test.call(createFeedLink, { body: { kind: 'dates' } }, { token });
    const { pathname } = new URL(body.url);
    const secret = pathname.split('/')[3] ?? '';
    const hex = (character: string) => `%${character.charCodeAt(0).toString(16)}`;
    const spellings = [
      pathname,
      `${pathname}/`,
      `${pathname}?x=1`,
      `${pathname}#x`,
      `${pathname};x`,
      `http://x${pathname}`,
      `/${pathname}`,
      pathname.replace('/feeds/', '//feeds/'),
      pathname.replace('/feeds/', '/./feeds/'),
      pathname.replace('/feeds/', '/x/../feeds/'),
      pathname.replace('/feeds/', '/FEEDS/'),
      pathname.replace('/feeds/', '/feeds%2F'),
      pathname.replace('/api/', '%2Fapi/'),
      pathname.replace('/api/', '\\api\\'),
      ...[...'apifeeds'].map((character) => pathname.replace(character, hex(character))),
      pathname.replace('/feeds/', '/%66eeds/'),
      pathname.replace('/feeds/', '/%66%65%65%64%73/'),
      pathname.replace('/feeds/', '/feed%73/'),
      pathname.replace('/api/', '/%61pi/'),
      pathname.replace('/api/', '/%41PI/'),
      pathname.replace('/api/', '/ap%69/'),
      pathname.replace(secret, hex(secret[0] ?? '') + secret.slice(1)),
      pathname.replace(secret, [...secret].map(hex).join('')),
      pathname.replace('dates.ics', 'dates%2Eics'),
    ];
    const accepted = [];
    for (const spelling of spellings) {
      const received = await exchange(`GET ${spelling} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      if (!received.startsWith('HTTP/1.1 200 ') || !received.includes('BEGIN:VCALENDAR')) continue;
      accepted.push(spelling);
      expect(redact(spelling), spelling).not.toMatch(new RegExp(`${secret}|%`));
    }
    expect(accepted).toEqual(expect.arrayContaining([pathname, `${pathname}/`, `${pathname}?x=1`]));
    expect(log.filter((line) => JSON.stringify(line).includes(secret))).toEqual([]);
  });

  it('is redacted like the log of its errors', () => {
    expect(CADDYFILE.match(/\tlog \{\n\t*import redacted\n/g)).toHaveLength(2);
  });

  it('redacts the URL of the linking page like that of the request', () => {
    expect(CADDYFILE).toContain(`request>headers>Referer regexp (?i)${pattern} ${replacement}\n`);
  });

  it.each([
    '/api//feeds/abcdefghijklmnopqrstuvwx/dates.ics',
    '/api/x/../feeds/abcdefghijklmnopqrstuvwx/dates.ics',
    '/api/alerts/unsubscribe/?token=abcdefghijklmnopqrstuvwx',
    '/api/alerts/unsubscribe?%74oken=abcdefghijklmnopqrstuvwx',
    '/api/customers/auth/google/callback/?state=x&code=abcdefghijklmnopqrstuvwx',
  ])('has no token of %s', (uri) => {
    expect(redact(uri)).not.toContain('abcdefgh');
    for (const other of ['/news?search=feeds', '/api/news/?search=google']) expect(redact(other)).toBe(other);
  });
});

describe('a client that disconnects', () => {
  it('does not log an error when a client disconnects while it sends a body', async () => {
    const connection = await connectTo({ port });
    connection.send(
      `POST /api/customers/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
    );
    // Once the server responds to a later request, it has read the partial body.
    await exchange('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    connection.socket.resetAndDestroy();
    await connection.closed;
    await vi.waitUntil(() => log.length > 0);
    expect(log.map(({ level }) => level)).toEqual([INFO]);
  });
});

describe('the server', () => {
  const request = (line: string, ...headers: string[]) =>
    exchange([line, 'Host: x', ...headers, '', ''].join('\r\n'));

  it('closes an HTTP/1.0 connection after the response unless it is keep-alive', async () => {
    expect(await request('GET /healthz HTTP/1.0')).toMatch(/^HTTP\/1\.1 200 /);
    const connection = await connectTo({ port });
    connection.send('GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n');
    await vi.waitUntil(() => connection.received().includes('"ok"'));
    connection.send('GET /healthz HTTP/1.0\r\n\r\n');
    expect((await connection.closed).match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  });

  it('responds to pipelined requests in order', async () => {
    const received = await exchange(
      'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /api/none/ HTTP/1.1\r\nHost: x\r\n\r\nGET /robots.txt HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
  });

  it('rejects a request without a Host header', async () => {
    expect(await exchange('GET /healthz HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('sends 100 Continue to a client that expects it', async () => {
    const received = await exchange(
      `POST /api/customers/auth/login/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
    );
    expect(received).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 401 /);
  });

  it('ignores an upgrade request', async () => {
    const received = await request(
      'GET /healthz HTTP/1.1',
      'Connection: Upgrade, close',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: x',
    );
    expect(received).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each(['/', '/api/openapi.json', '/api/customers/auth/login/', '/healthz'])(
    'rejects TRACE %s without echoing the request',
    async (path) => {
      const received = await request(`TRACE ${path} HTTP/1.1`, 'Connection: close', `Cookie: ${SECRET}`);
      expect(received).toMatch(/^HTTP\/1\.1 40[45] /);
      expect(received).not.toContain(SECRET);
    },
  );

  it('opens no tunnel for CONNECT', async () => {
    expect(await request('CONNECT example.com:443 HTTP/1.1')).toBe('');
  });

  it.each([
    '/%',
    '/api/%zz/',
    '/%00',
    '//',
    '/..%2f..%2fetc/passwd',
    `/api/admin/signals/${'a'.repeat(300)}/`,
  ])('responds to GET %s with the security headers and no server error', async (path) => {
    const received = await request(`GET ${path} HTTP/1.1`, 'Connection: close');
    expect(received).toMatch(/^HTTP\/1\.1 (2|3|4)\d\d /);
    expect(received.toLowerCase()).toContain('x-content-type-options: nosniff');
  });
});
