import { once } from 'node:events';
import { type IncomingMessage, get as request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { totalmem } from 'node:os';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { emailQueue } from '#core/server/platform/email/outbox.ts';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { registerSystemMetrics } from '#features/operations/server/system-metrics.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { registerServerMetrics } from './server-metrics.ts';

const TOKEN = 'a-metrics-token-of-32-characters';
const AUTHORIZED = { authorization: `Bearer ${TOKEN}` };

const test = useTestApp();
let app: FastifyInstance;
let url: string;

beforeAll(async () => {
  app = await createAppOnDatabase(test.database, { METRICS_TOKEN: TOKEN, METRICS_ALLOWED_IPS: '192.0.2.7' });
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

/** Sends a request over the network. */
async function get(path: string, headers: Record<string, string> = {}) {
  const [response] = (await once(request(url + path, { headers }), 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** Returns the samples by name with labels. */
async function readMetrics(): Promise<Map<string, number>> {
  const { status, body } = await get('/metrics', AUTHORIZED);
  expect(status).toBe(200);
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

describe('access', () => {
  it.each([
    ['without a token', {}],
    ['with another token', { authorization: `Bearer ${TOKEN}x` }],
    ['with an empty token', { authorization: 'Bearer ' }],
    ['with a forwarded address that no trusted proxy sent', { 'x-forwarded-for': '192.0.2.7' }],
  ])('responds 404 %s, as for a path that does not exist', async (_, headers) => {
    const { status, body } = await get('/metrics', headers);
    const missing = await get('/api/missing/', headers);
    expect({ status, body }).toEqual({ status: 404, body: missing.body });
  });

  it('accepts the token', async () => {
    const { status, headers } = await get('/metrics', AUTHORIZED);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('accepts a listed address', async () => {
    const allowed = { METRICS_ALLOWED_IPS: '127.0.0.0/8' };
    const other = await createAppOnDatabase(test.database, allowed);
    expect((await other.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).statusCode).toBe(200);
    expect((await other.inject({ url: '/metrics', remoteAddress: '192.0.2.1' })).statusCode).toBe(404);
    await other.close();
  });
});

describe('requests', () => {
  it('counts every response once, those of the cache included', async () => {
    const source = await makeSource(test.database, 'Dawn');
    await makeArticles(test.database, source, [{}]);
    const before = await readMetrics();
    const { headers } = await get('/api/news/articles/');
    await get('/api/news/articles/');
    await get('/api/news/articles/', { 'If-None-Match': headers.etag ?? '' });
    await get('/api/news/articles/999999/');
    const after = await readMetrics();
    const difference = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    const requests = (route: string, status: number) =>
      difference(`tezi_http_requests_total{method="GET",route="${route}",status="${status}"}`);
    expect(requests('/api/news/articles/', 200)).toBe(2);
    expect(requests('/api/news/articles/', 304)).toBe(1);
    expect(requests('/api/news/articles/:id/', 404)).toBe(1);
    expect(difference('tezi_cache_responses_total{result="hit"}')).toBe(2);
    expect(difference('tezi_cache_responses_total{result="not_modified"}')).toBe(1);
    expect(
      difference('tezi_http_request_duration_seconds_count{method="GET",route="/api/news/articles/"}'),
    ).toBe(1);
    expect(after.get('tezi_cache_bytes')).toBeGreaterThan(0);
  });

  it('counts pages by the pattern of their path, also those that the cache sends', async () => {
    const before = await readMetrics();
    for (const path of ['/companies/LUCK', '/companies/LUCK', '/companies/OGDC', '/none', '/none'])
      await get(path);
    const after = await readMetrics();
    const requests = (route: string, status: number) => {
      const name = `tezi_http_requests_total{method="GET",route="${route}",status="${status}"}`;
      return (after.get(name) ?? 0) - (before.get(name) ?? 0);
    };
    expect(requests('/companies/:symbol', 200)).toBe(3);
    expect(requests('/*', 404)).toBe(2);
  });

  it('does not name unknown paths, of which there can be any number', async () => {
    await get(`/api/unknown/${'x'.repeat(20)}/`);
    expect([...(await readMetrics()).keys()].join('\n')).not.toContain('xxxx');
  });
});

describe('the state of the product', () => {
  it('contains streams, connections, downloads that wait and the process', async () => {
    const stream = request(`${url}/api/signals/psx-signals/stream/`);
    await once(stream, 'response');
    const metrics = await readMetrics();
    expect(metrics.get('tezi_streams')).toBe(1);
    stream.destroy();
    await expect.poll(async () => (await readMetrics()).get('tezi_streams')).toBe(0);
    const durations = [...(await readMetrics()).keys()].filter((key) =>
      key.includes('duration_seconds_count'),
    );
    expect(durations.filter((key) => key.includes('/stream/'))).toEqual([]);
    expect(metrics.get('tezi_database_up')).toBe(1);
    expect(metrics.get('tezi_imports_waiting')).toBe(0);
    for (const name of ['tezi_database_connections{state="idle"}', 'nodejs_eventloop_lag_p99_seconds'])
      expect(metrics.has(name), name).toBe(true);
    const names = [...metrics.keys()];
    expect(names.filter((name) => /^nodejs_active_(handles|requests)/.test(name))).toEqual([]);
    expect(metrics.has('nodejs_active_resources_total')).toBe(true);
  });

  it('the state of the product is current at every scrape, the first one included', async () => {
    const queueEmail = () =>
      test.database.transaction((tx) =>
        enqueue(tx, emailQueue, { template: 'test', recipient: 'metrics@tezi.test' }),
      );
    await queueEmail();
    const other = await createAppOnDatabase(test.database, { METRICS_ALLOWED_IPS: '127.0.0.1' });
    const read = async () => {
      const { body } = await other.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
      return Number(/^tezi_jobs\{queue="email",state="waiting"\} (\d+)$/m.exec(body)?.[1]);
    };
    const first = await read();
    expect(first).toBeGreaterThanOrEqual(1);
    await queueEmail();
    expect(await Promise.all([read(), read()])).toEqual([first + 1, first + 1]);
    await other.close();
  });

  it('the state of the product is absent as soon as the database does not respond', async () => {
    const registry = new Registry();
    const database = { ...test.database };
    registerSystemMetrics(registry, { database, logger: createLogger('silent') });
    expect(await registry.metrics()).toMatch(/^tezi_imports_waiting 0$/m);
    Object.assign(database, { db: { execute: () => Promise.reject(new Error('connection lost')) } });
    const list = async () => (await registry.metrics()).split('\n').filter((line) => !/^(#|$)/.test(line));
    // As with a locked table.
    expect(await list()).toEqual(['tezi_database_up 1']);
    Object.assign(database, { probe: { query: () => Promise.reject(new Error('connection lost')) } });
    expect(await list()).toEqual(['tezi_database_up 0']);
  });
});

describe('tezi_database_connections', () => {
  it('counts the requests that wait for admission, which is in front of the pool', async () => {
    const holding = Promise.withResolvers<void>();
    // A part of the server may use six connections at a time.
    const transactions = Array.from({ length: 8 }, () =>
      test.database.transaction(() => holding.promise).catch(() => {}),
    );
    await expect.poll(() => test.database.waiting).toBe(2);
    const registry = new Registry();
    const cache = { counters: {}, usage: { bytes: 0, entries: 0 } };
    registerServerMetrics(registry, {
      cache: cache as unknown as Parameters<typeof registerServerMetrics>[1]['cache'],
      database: test.database,
      streams: { open: 0, sentEvents: 0 },
    });
    expect(await registry.metrics()).toContain('tezi_database_connections{state="awaited"} 2');
    holding.resolve();
    await Promise.all(transactions);
    expect(test.database.waiting).toBe(0);
  });
});

describe('tezi_memory_limit_bytes', () => {
  it('tezi_memory_limit_bytes is the limit of the control group, or the memory of the machine without one', async () => {
    const limit = vi.spyOn(process, 'constrainedMemory');
    for (const [constrained, expected] of [
      [805_306_368, 805_306_368],
      [0, totalmem()],
      [2 ** 63, totalmem()],
    ] as const) {
      limit.mockReturnValue(constrained);
      expect((await readMetrics()).get('tezi_memory_limit_bytes')).toBe(expected);
    }
    limit.mockRestore();
  });
});
