import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const TOKEN = 'a-metrics-token-of-32-characters';
const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
const [SCRIPT = ''] = (await readdir('build/client/assets')).filter((name) => name.endsWith('.js'));

const test = useTestApp();
let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = await createAppOnDatabase(test.database, { METRICS_TOKEN: TOKEN });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request over the network, which the cache in front of Fastify may respond to. Reads no body: a stream has no end. */
async function send(path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    headers: { origin: 'https://evil.example', ...headers },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.destroy();
  return { status: response.statusCode, headers: response.headers };
}

const jsonBody = (body: string): Sent => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
});

const EXPECTED = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), browsing-topics=()',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

const parsePolicy = (headers: IncomingHttpHeaders) =>
  new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
  );

describe('the headers of a response', () => {
  it.each<[string, number, string | undefined, string, Sent?]>([
    ['a page', 200, HTML_TYPE, paths.home],
    ['a page from the cache', 200, HTML_TYPE, paths.home],
    ['the pricing page', 200, HTML_TYPE, paths.pricing],
    ['the data of a page', 200, 'text/x-script', `${paths.news}.data`],
    ['a page that does not exist', 404, HTML_TYPE, '/nothing'],
    ['a rejected form', 415, JSON_TYPE, paths.signIn, jsonBody('{}')],
    ['another method on a page', 405, JSON_TYPE, paths.home, { method: 'DELETE' }],
    ['a preflight', 405, JSON_TYPE, paths.home, { method: 'OPTIONS' }],
    ['a script', 200, 'application/javascript; charset=utf-8', `/assets/${SCRIPT}`],
    ['a folder of files', 404, HTML_TYPE, '/assets/'],
    ['a hidden file', 404, HTML_TYPE, '/.vite/manifest.json'],
    ['a path out of the folder', 404, HTML_TYPE, '/assets/..%2f..%2fpackage.json'],
    ['an icon', 200, 'image/svg+xml', '/favicon.svg'],
    ['robots.txt', 200, 'text/plain; charset=utf-8', '/robots.txt'],
    ['the sitemap', 200, 'application/xml; charset=utf-8', '/sitemap.xml'],
    ['a list', 200, JSON_TYPE, '/api/board-meetings/'],
    ['a list from the cache', 200, JSON_TYPE, '/api/board-meetings/'],
    ['HEAD', 200, JSON_TYPE, '/api/board-meetings/', { method: 'HEAD' }],
    ['a preflight of the API', 405, JSON_TYPE, '/api/board-meetings/', { method: 'OPTIONS' }],
    ['the feed of news', 200, 'application/atom+xml; charset=utf-8', '/api/news/feed.atom'],
    ['a calendar', 200, 'text/calendar; charset=utf-8', '/api/board-meetings/calendar.ics'],
    ['a download', 200, 'text/csv; charset=utf-8', '/api/board-meetings/export.csv'],
    ['a stream', 200, 'text/event-stream', '/api/signals/psx-signals/stream/?signal_type=intraday'],
    ['a rejected stream', 401, JSON_TYPE, '/api/signals/psx-signals/stream/?signal_type=swing'],
    ['the API document', 200, JSON_TYPE, '/api/openapi.json'],
    [
      'metrics',
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      '/metrics',
      { headers: { authorization: `Bearer ${TOKEN}` } },
    ],
    ['hidden metrics', 404, JSON_TYPE, '/metrics'],
    ['the health check', 200, JSON_TYPE, '/healthz'],
    ['the readiness check', 200, JSON_TYPE, '/readyz'],
    ['an invalid body', 400, JSON_TYPE, '/api/customers/auth/login/', jsonBody('{')],
    ['a body that is too large', 413, JSON_TYPE, '/api/customers/auth/login/', jsonBody('x'.repeat(70_000))],
    ['a webhook without billing', 404, JSON_TYPE, '/api/paddle/webhook/', jsonBody('{}')],
  ])('the headers of a response protect %s', async (_, expectedStatus, type, path, sent) => {
    const { status, headers } = await send(path, sent);
    expect({ status, type: headers['content-type'] }).toEqual({ status: expectedStatus, type });
    expect(headers).toMatchObject(EXPECTED);
    expect(
      Object.keys(headers).filter((name) => /^access-control-|^server$|^x-powered-by$/.test(name)),
    ).toEqual([]);

    const policy = parsePolicy(headers);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    if (type !== HTML_TYPE) {
      expect(policy.get('default-src')).toEqual(["'none'"]);
      return;
    }
    expect(policy.get('default-src')).toEqual(["'self'"]);
    for (const name of ['object-src', 'base-uri']) expect(policy.get(name)).toEqual(["'none'"]);
    expect(policy.get('form-action')).toEqual(["'self'"]);
    const scripts = policy.get('script-src') ?? [];
    expect(scripts.filter((source) => !/^'self'$|^'sha256-[\w+/]{43}='$/.test(source))).toEqual([]);
  });

  it('the headers of a response are part of a 304 from the cache', async () => {
    const { headers } = await send('/api/board-meetings/');
    const { status, headers: unchanged } = await send('/api/board-meetings/', {
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect(status).toBe(304);
    expect(unchanged).toMatchObject(EXPECTED);
  });
});
