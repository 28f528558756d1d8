import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useTestApp } from '#tests/support/test-app.ts';

const MAX = 6;
const test = useTestApp({ LIMIT_UNCACHED_ADDRESS: `${MAX}/1h`, TRUSTED_PROXIES: '127.0.0.0/8,::1' });

let url: string;
beforeAll(async () => {
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
});

let clients = 0;
/** Returns a function that requests paths over the network as a new client. */
function createClient() {
  clients += 1;
  const headers = { 'X-Forwarded-For': `203.0.113.${clients}` };
  return async (path: string) => {
    const [response] = (await once(get(url + path, { headers }), 'response')) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  };
}

let searches = 0;
const makeText = () => {
  searches += 1;
  return `text${searches}`;
};

describe('requests whose responses are not stored', () => {
  it.each([
    ['the search of companies', () => `/api/market/companies/?search=${makeText()}`],
    ['the search of the site', () => `/api/search/?q=${makeText()}`],
    ['the search of the directory', () => `/api/market/directory/?search=${makeText()}`],
    ['the search of board meetings', () => `/api/board-meetings/?search=${makeText()}`],
    ['the download of board meetings', () => `/api/board-meetings/export.csv?search=${makeText()}`],
    ['companies by symbol', () => `/api/market/companies/${makeText()}/`],
  ])('requests whose responses are not stored are limited per client in %s', async (_, makePath) => {
    const request = createClient();
    for (let count = 0; count < MAX; count += 1) expect((await request(makePath())).status).not.toBe(429);
    const rejected = await request(makePath());
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(3_000);
    expect(rejected.body).toContain('Request was throttled.');
    expect((await createClient()(makePath())).status).not.toBe(429);
  });

  it('requests whose responses are not stored do not count once their response is stored', async () => {
    const request = createClient();
    const path = `/api/market/companies/?search=${makeText()}`;
    for (let count = 0; count <= MAX; count += 1) expect((await request(path)).status).toBe(200);
    expect((await request('/api/market/sectors/')).status).toBe(200);
  });

  it('requests whose responses are not stored do not count if they wait for the rendering that another request has started', async () => {
    const request = createClient();
    const path = `/api/board-meetings/?search=${makeText()}`;
    const { counters } = test.app.responseCache;
    const joined = counters.joined;
    const other = await test.database.pool.connect();
    await other.query('begin; lock table board_meetings in access exclusive mode');
    const responses = Array.from({ length: MAX + 2 }, () => request(path));
    await vi.waitUntil(() => counters.joined === joined + MAX + 1);
    await other.query('rollback');
    other.release();
    for (const { status } of await Promise.all(responses)) expect(status).toBe(200);
    for (let count = 1; count < MAX; count += 1)
      expect((await request(`/api/board-meetings/?search=${makeText()}`)).status).toBe(200);
    expect((await request(`/api/board-meetings/?search=${makeText()}`)).status).toBe(429);
  });

  it('requests whose responses are not stored are not limited in pages, whose renderings take turns', async () => {
    const request = createClient();
    for (let count = 0; count <= MAX; count += 1)
      expect((await request(`/news?search=${makeText()}`)).status).toBe(200);
  });
});
