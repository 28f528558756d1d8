import { type AddressInfo, connect } from 'node:net';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { SIGNAL_STREAM_PATH } from '#features/signals/contract/stream.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { fetchHead, fetchRaw } from '#tests/support/network/raw-request.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { openBuiltPages } from './pages/page-source.ts';
import { logSlowRequests } from './request-log.ts';

const test = useTestApp();
const HEADER = 'x-request-id';
const ARTICLES = '/api/news/articles/';
const SIGNALS = '/api/signals/psx-signals/?signal_type=intraday';
let lines: Record<string, unknown>[] = [];
let app: FastifyInstance;
/** Trusts the IP address of the tests as a proxy. */
let behindProxy: FastifyInstance;

async function start(settings: Record<string, string> = {}): Promise<FastifyInstance> {
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const started = await createAppOnDatabase(test.database, settings, { logger });
  await started.listen({ host: '127.0.0.1', port: 0 });
  return started;
}

beforeAll(async () => {
  app = await start();
  behindProxy = await start({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => Promise.all([app.close(), behindProxy.close()]));
beforeEach(() => {
  lines = [];
});

const toUrl = ({ server }: FastifyInstance, path: string) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const getId = async (path: string, { headers = {}, method = 'GET', to = app } = {}) =>
  (await fetchRaw(toUrl(to, path), headers, method)).headers[HEADER];

/** Sends bytes and returns the ID in the response, which ends the connection. */
async function getIdOfRaw(text: string): Promise<string | undefined> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(text));
  const chunks = await socket.toArray();
  return /^x-request-id: (\S+)$/im.exec(Buffer.concat(chunks).toString())?.[1];
}

/** Makes the list of signals fail while `work` runs. */
async function whileBroken<T>(work: () => Promise<T>): Promise<T> {
  await test.database.pool.query('alter table signals rename to signals_lost');
  try {
    return await work();
  } finally {
    await test.database.pool.query('alter table signals_lost rename to signals');
  }
}

describe('the request ID', () => {
  it.each([
    ['of the API', ARTICLES, 'GET'],
    ['without content', ARTICLES, 'HEAD'],
    ['of a page', '/terms-conditions', 'GET'],
    ['with a static file', '/favicon.svg', 'GET'],
    ['with a health check', '/healthz', 'GET'],
    ['for a missing page', '/nothing', 'GET'],
    ['for a missing endpoint', '/api/nothing/', 'GET'],
    ['that rejects a method', ARTICLES, 'PUT'],
    ['that rejects a malformed URL', '/%E0%A4%A', 'GET'],
    ['that requires a sign-in', '/api/customers/profile/', 'GET'],
  ])('the request ID is another one in each response %s', async (_, path, method) => {
    const ids = [await getId(path, { method }), await getId(path, { method })];
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{16}$/);
    expect(new Set(ids).size).toBe(2);
  });

  it('the request ID is in the responses of streams and to bytes that are no request', async () => {
    const { headers } = await fetchHead(toUrl(app, `/api${SIGNAL_STREAM_PATH}`));
    expect(headers['content-type']).toBe('text/event-stream');
    expect(headers[HEADER]).toMatch(/^[\w-]{16}$/);
    expect(await getIdOfRaw('nonsense\r\n\r\n')).toMatch(/^[\w-]{16}$/);
  });

  it('the request ID is another one in each hit of the cache and in each 304', async () => {
    const { headers } = await fetchRaw(toUrl(app, ARTICLES));
    const { hits } = app.responseCache.counters;
    const conditional = { headers: { 'If-None-Match': String(headers.etag) } };
    const ids = [headers[HEADER], await getId(ARTICLES), await getId(ARTICLES, conditional)];
    expect(app.responseCache.counters.hits).toBe(hits + 2);
    expect(new Set(ids).size).toBe(3);
  });

  it('the request ID is the one that a trusted proxy sent, also in hits of the cache', async () => {
    for (const sent of ['a', 'Edge_7-1', 'x'.repeat(64)]) {
      const headers = { [HEADER]: sent };
      expect(await getId(ARTICLES, { headers, to: behindProxy })).toBe(sent);
      expect(await getId('/api/customers/profile/', { headers, to: behindProxy })).toBe(sent);
    }
    expect(lines.map(({ reqId }) => reqId)).toContain('Edge_7-1');
  });

  it.each(['', 'x'.repeat(65), 'a b', 'a,b', 'a"b', 'ä', '../a'])(
    'is not what a trusted proxy sent if that is "%s"',
    async (sent) => {
      const headers = { [HEADER]: Buffer.from(sent).toString('latin1') };
      expect(await getId(ARTICLES, { headers, to: behindProxy })).toMatch(/^[\w-]{16}$/);
    },
  );

  it('the request ID is not what a client sent', async () => {
    const headers = { [HEADER]: 'forged' };
    expect(await getId(ARTICLES, { headers })).not.toBe('forged');
    expect(await getId('/api/customers/profile/', { headers })).not.toBe('forged');
    expect(JSON.stringify(lines)).not.toContain('forged');
  });
});

describe('the log line', () => {
  it('names the ID, method, route, status and duration of a rejected request, but not its URL', async () => {
    const id = await getId('/api/admin/signals/7d0f6a52-0000-4000-8000-000000000000/?email=a@b.com', {
      method: 'DELETE',
    });
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'request rejected',
        reqId: id,
        method: 'DELETE',
        route: '/api/admin/signals/:id/',
        status: 401,
        durationMs: expect.any(Number),
        code: 'not_authenticated',
      }),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/7d0f6a52|a@b\.com/);
  });

  it.each([
    ['DELETE', '/signals/7d0f6a52-0000-4000-8000-000000000123?next=/UNMISTAKABLE', '/signals/:id', 405],
    ['DELETE', '/companies/UNMISTAKABLE.data', '/companies/:symbol', 405],
    ['DELETE', '/no/such/page/UNMISTAKABLE', '/*', 405],
  ])('names the route of the page for a rejected request: %s %s', async (method, path, route, status) => {
    await getId(path, { method });
    expect(lines).toEqual([expect.objectContaining({ msg: 'request rejected', method, route, status })]);
    expect(JSON.stringify(lines)).not.toMatch(/7d0f6a52|UNMISTAKABLE/);
  });

  it('names the ID that the body of a failed request contains', async () => {
    const { status, body } = await whileBroken(() => fetchRaw(toUrl(app, SIGNALS)));
    const { detail, request_id } = JSON.parse(body.toString());
    expect({ status, detail }).toEqual({
      status: 500,
      detail: 'Something went wrong on our side. Please try again.',
    });
    const route = '/api/signals/psx-signals/';
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'request failed',
        reqId: request_id,
        method: 'GET',
        route,
        status: 500,
      }),
    ]);
  });

  it.each([
    [0, ['/fast']],
    [60_000, []],
  ])(
    'is written for a request that took more than %s ms, unless it failed or is a stream',
    async (limit, slow) => {
      const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
      const own = fastify({
        loggerInstance: logger,
        logController: new LogController({ disableRequestLogging: true }),
      });
      logSlowRequests(own as unknown as FastifyInstance, limit);
      own.get('/fast', () => 'fast');
      own.get('/failed', (_request, reply) => reply.code(503).send('failed'));
      own.get('/stream', { config: { isStream: true } }, () => 'stream');
      await own.listen({ host: '127.0.0.1', port: 0 });
      for (const path of ['/failed', '/stream', '/fast'])
        await getId(path, { to: own as unknown as FastifyInstance });
      await own.close();
      const logged = lines.filter(({ msg }) => msg === 'request slow');
      expect(logged.map(({ route }) => route)).toEqual(slow);
      for (const line of logged) expect(line).toMatchObject({ method: 'GET', status: 200 });
    },
  );

  it('names the ID of the page for a failed API call of it', async () => {
    const id = await whileBroken(() => getId('/signals/intraday?page=1'));
    const failed = lines.filter(({ msg }) => msg === 'request failed');
    expect(failed.length).toBeGreaterThan(0);
    for (const { reqId } of failed) expect(reqId).toBe(id);
  });

  it('names the ID that a page shows when it could not be rendered', async () => {
    const { routes } = await openBuiltPages().load();
    const [routeId = '', route] =
      Object.entries(routes).find(([, each]) => each?.path?.replace(/^\//, '') === paths.terms.slice(1)) ??
      [];
    if (!route) throw new Error('There is no page of terms.');
    const loader = () => {
      throw new TypeError('thrown by the test');
    };
    routes[routeId] = { ...route, module: { ...route.module, loader } };
    // Apps copy the routes when they render their first page.
    const failing = await start();
    const response = await fetchRaw(toUrl(failing, paths.terms)).finally(() => failing.close());
    routes[routeId] = route;
    const { status, headers } = response;
    const body = response.body.toString();
    const shown = /data-request-id="([\w-]+)"/.exec(body)?.[1];
    expect({ status, shown }).toEqual({ status: 500, shown: headers[HEADER] });
    expect(lines.filter(({ reqId }) => reqId === shown)).toEqual([
      expect.objectContaining({
        msg: 'rendering a page failed',
        method: 'GET',
        route: paths.terms,
        status: 500,
        durationMs: expect.any(Number),
      }),
    ]);
    const { body: other } = await fetchRaw(toUrl(app, paths.privacy));
    expect(other.toString()).not.toContain('data-request-id');
  });
});
