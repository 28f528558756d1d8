import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, constants, createBrotliDecompress, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerClientIp } from '#core/server/http/connections/client-ip.ts';
import { registerDrain } from '#core/server/http/connections/drain.ts';
import { handleError } from '#core/server/http/errors/errors.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { fetchRaw } from '#tests/support/network/raw-request.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { FastPath } from './fast-path.ts';
import { ResponseCache } from './response-cache.ts';
import { serveSharedFile } from './shared-file.ts';

const getOrigin = ({ server }: FastifyInstance) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

describe('the CSV file of more than a thousand results', () => {
  const MAX = 5;
  const SIGNALS = 1_001;
  const test = useTestApp({ LIMIT_UNCACHED_ADDRESS: `${MAX}/1h`, TRUSTED_PROXIES: '127.0.0.0/8,::1' });
  const PATH = '/api/performance/export.csv';

  beforeAll(async () => {
    await storeBars(test, 'OGDC', { '2026-11-02': [104, 105, 103, 104] });
    await test.database.pool.query(
      `with added as (
         insert into signals (signal_type, symbol, entry_price, stop_loss, target_points, leverage, shariah_type, risk_type,
           order_type, call_status, version, created_at)
         select 'intraday', 'MANY', 100, 95, array[110], 1, 'Unknown', 'low', 'buy', 'in_progress', 1, '2026-10-01T05:00:00Z'
         from generate_series(1, $1::integer) returning *
       )
       insert into signal_versions (signal_id, version, action, changed_at, changed_by, signal)
       select id, 1, 'added', created_at, 'test', jsonb_build_object('symbol', symbol, 'order_type', order_type,
         'call_status', call_status, 'entry_price', entry_price::text, 'stop_loss', stop_loss::text,
         'target_points', to_jsonb(target_points::text[])) from added`,
      [SIGNALS],
    );
    await evaluateSignals({ ...test, releaseDays: 7 });
    await test.app.listen({ host: '127.0.0.1', port: 0 });
  });

  const fetchAs = (client: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetchRaw(getOrigin(test.app) + PATH, { 'x-forwarded-for': client, ...headers }, method);

  it('the CSV file of more than a thousand results is the same in every encoding', async () => {
    const plain = await fetchAs('203.0.113.1');
    expect(plain.body.toString().split('\r\n')).toHaveLength(SIGNALS + 2);
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, body } = await fetchAs('203.0.113.1', { 'accept-encoding': encoding });
      expect(headers['content-encoding']).toBe(encoding);
      expect(decode(body).equals(plain.body)).toBe(true);
    }
    const head = await fetchAs('203.0.113.1', {}, 'HEAD');
    expect({ status: head.status, length: head.body.length }).toEqual({ status: 200, length: 0 });
  });

  it('the CSV file of more than a thousand results is limited per client', async () => {
    for (let count = 0; count < MAX; count += 1) expect((await fetchAs('203.0.113.2')).status).toBe(200);
    const rejected = await fetchAs('203.0.113.2');
    expect(rejected.status).toBe(429);
    expect(rejected.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await fetchAs('203.0.113.3')).status).toBe(200);
  });
});

describe('files that are streamed at the same time', () => {
  let app: FastifyInstance;
  /** Each ends the file of a request. */
  let endFiles: (() => void)[] = [];
  let counted: string[] = [];

  beforeAll(async () => {
    app = fastify() as unknown as FastifyInstance;
    app.setErrorHandler(handleError);
    registerClientIp(app, () => '203.0.113.1');
    const cache = new ResponseCache({
      changes: { subscribe: () => () => {}, isListening: true },
      clock: { now: () => new Date() },
      getCommonHeaders: () => ({}),
      logger: app.log as never,
    });
    const getRequestId = () => 'id';
    const fastPath = new FastPath(cache, registerDrain(app), { stalledResponseMs: 30_000, getRequestId });
    const limitUncached = (clientIp: string) => void counted.push(clientIp);
    const caching = { cache, fastPath, limitUncached };
    serveSharedFile(app, caching, {
      path: '/large.csv',
      topics: [],
      cacheControl: 'no-cache',
      read: () => ({ body: writeFile(), type: 'text/csv' }),
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    endFiles = [];
    counted = [];
  });

  async function* writeFile() {
    yield 'first\r\n';
    await new Promise<void>((resolve) => endFiles.push(resolve));
    yield 'last\r\n';
  }

  async function open(headers: Record<string, string> = {}): Promise<IncomingMessage> {
    const request = get(`${getOrigin(app)}/large.csv`, { headers, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response.statusCode === 200 ? response : response.resume();
  }

  const openOnceFree = () =>
    vi.waitFor(async () => {
      const response = await open();
      expect(response.statusCode).toBe(200);
      return response;
    });

  /** Slots are released when connections are closed. */
  afterEach(() =>
    expect
      .poll(() => new Promise((resolve) => app.server.getConnections((_, open) => resolve(open))))
      .toBe(0),
  );

  it('two files are streamed at the same time, and a third one can begin when one ends or is aborted', async () => {
    const [first, second] = [await open(), await open()];
    const rejected = await fetchRaw(`${getOrigin(app)}/large.csv`);
    expect(rejected.status).toBe(503);
    expect(rejected.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    expect(rejected.body.toString()).toContain('Too many large files are being downloaded.');

    first.destroy();
    const third = await openOnceFree();
    expect((await open()).statusCode).toBe(503);

    await expect.poll(() => endFiles.length).toBe(3);
    for (const end of endFiles) end();
    const texts = await Promise.all([second, third].map((each) => each.toArray()));
    for (const text of texts) expect(Buffer.concat(text).toString()).toBe('first\r\nlast\r\n');
    (await openOnceFree()).destroy();
  });

  it('count as uncached requests, although their URL has no query', async () => {
    const response = await open();
    expect(counted).toEqual(['203.0.113.1']);
    response.destroy();
  });

  it('send their first rows before the others are written', async () => {
    const flushed = {
      flush: constants.BROTLI_OPERATION_FLUSH,
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    };
    const response = await open({ 'accept-encoding': 'br' });
    expect(response.headers['content-encoding']).toBe('br');
    const [chunk] = (await once(response.pipe(createBrotliDecompress(flushed)), 'data')) as [Buffer];
    expect(chunk.toString()).toBe('first\r\n');
    response.destroy();
  });
});
