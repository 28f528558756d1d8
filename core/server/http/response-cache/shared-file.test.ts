import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordFiles } from '#core/contract/paths.ts';
import type { ChangeTopic } from '#core/contract/topics.ts';
import { makeClosures, makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { fetchRaw } from '#tests/support/network/raw-request.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
let origin: string;

/** The files, and what announces a change of each. */
const FILES: [string, ChangeTopic | null][] = [
  ['/api/board-meetings/calendar.ics', 'corporate-actions'],
  ['/api/board-meetings/export.csv', 'corporate-actions'],
  ['/api/book-closures/calendar.ics', 'market'],
  ['/api/book-closures/export.csv', 'market'],
  ['/api/news/feed.atom', 'news'],
  ['/api/performance/export.csv', 'track-record'],
  [recordFiles.heads, 'ledger'],
  [recordFiles.headsFeed, 'ledger'],
  [recordFiles.script, null],
  ['/robots.txt', null],
  ['/sitemap.xml', null],
  ['/api/openapi.json', null],
];
const paths = FILES.map(([path]) => path);

beforeAll(async () => {
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
  await makeMeetings(
    test.database,
    Array.from({ length: 30 }, (_, index) => ({ subject: `Accounts ${index}` })),
  );
  await makeClosures(test.database, [{ note: 'A note' }]);
  const source = await makeSource(test.database, 'Dawn');
  await makeArticles(
    test.database,
    source,
    ['Cement', 'Jute'].map((sector) => ({ title: `About ${sector}`, sector })),
  );
});
beforeEach(() => test.clock.set('2026-11-21T05:42:00.000Z'));

const get = (path: string, headers: Record<string, string> = {}) =>
  fetchRaw(origin + path, { 'accept-encoding': 'identity', ...headers });

/** Returns how many responses were rendered for the requests, and how many came from the fast path. */
async function count(send: () => Promise<unknown>) {
  const { counters } = test.app.responseCache;
  const before = { ...counters };
  await send();
  return { rendered: counters.rendered - before.rendered, hits: counters.hits - before.hits };
}

const announceChange = (topic: ChangeTopic) =>
  test.database.transaction(async (_tx, announce) => announce(topic));

describe('every file that is the same for all', () => {
  it.each(paths)(
    'every file that is the same for all is stored after the first request: %s',
    async (path) => {
      const first = await get(path);
      expect(first.status).toBe(200);
      const again = await count(async () => expect((await get(path)).body).toEqual(first.body));
      expect(again).toEqual({ rendered: 0, hits: 1 });
    },
  );

  it.each(paths)(
    'every file that is the same for all is 304 without a rendering if the client has it: %s',
    async (path) => {
      const { headers } = await get(path);
      const again = await count(async () => {
        const { status, headers: current, body } = await get(path, { 'if-none-match': String(headers.etag) });
        expect({ status, length: body.length }).toEqual({ status: 304, length: 0 });
        expect(current).toMatchObject({ etag: headers.etag, 'cache-control': headers['cache-control'] });
      });
      expect(again).toEqual({ rendered: 0, hits: 1 });
    },
  );

  it.each(paths)('ignores parameters that it does not have: %s', async (path) => {
    const { headers } = await get(path);
    const again = await count(async () => {
      expect((await get(`${path}?utm_source=${path.length}`)).headers.etag).toBe(headers.etag);
    });
    expect(again.rendered).toBe(0);
  });

  it.each(paths)(
    'every file that is the same for all has the headers of every response, and the same ones for HEAD: %s',
    async (path) => {
      const [full, head] = [
        await get(path),
        await fetchRaw(origin + path, { 'accept-encoding': 'identity' }, 'HEAD'),
      ];
      expect(full.headers).toMatchObject({ 'x-content-type-options': 'nosniff', vary: 'Accept-Encoding' });
      expect(head.headers).toMatchObject({
        etag: full.headers.etag,
        'content-length': String(full.body.length),
      });
      expect(head.body).toHaveLength(0);
    },
  );

  it.each(paths)(
    'every file that is the same for all is compressed as the client accepts it: %s',
    async (path) => {
      const plain = await get(path);
      for (const [encoding, decode] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const compressed = await get(path, { 'accept-encoding': encoding });
        if (plain.body.length < 1024) {
          expect(compressed.headers['content-encoding']).toBeUndefined();
          continue;
        }
        expect(compressed.headers['content-encoding']).toBe(encoding);
        expect(decode(compressed.body)).toEqual(plain.body);
      }
    },
  );

  it.each(FILES)(
    'every file that is the same for all is rendered again after a change only: %s',
    async (path, topic) => {
      await get(path);
      if (topic) {
        await announceChange(topic);
        expect((await count(() => get(path))).rendered).toBe(1);
      }
      await announceChange('premium-signals');
      expect((await count(() => get(path))).rendered).toBe(0);
    },
  );
});

describe('a change', () => {
  it('a change is in the next response', async () => {
    const files = ['/api/board-meetings/calendar.ics', '/api/board-meetings/export.csv'];
    for (const file of files) await get(file);
    await makeMeetings(test.database, [{ subject: 'A new meeting' }]);
    for (const file of files) expect(String((await get(file)).body)).toContain('A new meeting');
  });

  it('a change is also a new date alone', async () => {
    const path = '/api/book-closures/export.csv';
    const name = async () => (await get(path)).headers['content-disposition'];
    expect(await name()).toContain('2026-11-21');
    test.clock.set('2026-11-21T18:59:59.999Z');
    expect(await name()).toContain('2026-11-21');
    test.clock.set('2026-11-21T19:00:00.000Z');
    expect(await name()).toContain('2026-11-22');
  });
});

describe('a query', () => {
  it('a query has its own response, whatever the order of its parameters', async () => {
    const path = '/api/board-meetings/calendar.ics';
    const { headers, body } = await get(`${path}?symbol=LUCK&from_date=2026-11-01`);
    const again = await count(async () => {
      const other = await get(`${path}?from_date=2026-11-01&utm_source=x&symbol=LUCK`);
      expect(other.headers.etag).toBe(headers.etag);
    });
    expect(again.rendered).toBe(0);
    // Long lines are folded.
    expect(String(body).replaceAll('\r\n ', '')).toContain('symbol=LUCK&from_date=2026-11-01');
  });

  it.each([
    ['/api/news/articles/', 'sector=Cement', 'sector=Jute'],
    ['/api/board-meetings/', 'symbol=LUCK', 'symbol=HBL'],
    ['/api/board-meetings/calendar.ics', 'company_name=Habib+Bank', 'company_name=Lucky+Cement+Limited'],
    ['/api/book-closures/export.csv', 'symbol=LUCK', 'symbol=HBL'],
  ])('selects the same in every order of the values: %s', async (path, one, other) => {
    const { headers } = await get(`${path}?${one}&${other}`);
    const again = await count(async () => {
      expect((await get(`${path}?${other}&${one}&${other}`)).headers.etag).toBe(headers.etag);
    });
    expect(again.rendered).toBe(0);
  });

  it('keeps the order of its values in the Atom feed, as part of the id of the feed', async () => {
    const path = '/api/news/feed.atom?';
    const bodies = await Promise.all(
      ['sector=Cement&sector=Jute', 'sector=Jute&sector=Cement'].map((query) => get(path + query)),
    );
    for (const [index, order] of ['Cement, Jute', 'Jute, Cement'].entries()) {
      expect(String(bodies[index]?.body)).toContain(`Tezi: market news, ${order}`);
    }
  });

  it('a query is rejected if it is invalid, and the response is not stored', async () => {
    for (const file of ['calendar.ics', 'export.csv']) {
      const { status, headers } = await get(`/api/board-meetings/${file}?to_date=soon`);
      expect({ status, cacheControl: headers['cache-control'] }).toEqual({
        status: 400,
        cacheControl: 'no-store',
      });
    }
  });

  it('a query cannot evict files without one', async () => {
    const path = '/api/news/feed.atom';
    await get(path);
    for (let index = 0; index < 50; index += 1) await get(`${path}?sector=flood-${index}`);
    expect((await count(() => get(path))).rendered).toBe(0);
  });
});

describe('a CSV file of more than five thousand rows', () => {
  it('a CSV file of more than five thousand rows is streamed in the encoding that the client accepts, and not stored', async () => {
    await makeMeetings(
      test.database,
      Array.from({ length: 5_001 }, (_, index) => ({ companyName: 'Many', subject: `row ${index}` })),
    );
    const path = '/api/board-meetings/export.csv?company_name=Many';
    const plain = await get(path);
    expect(String(plain.body).split('\r\n')).toHaveLength(5_003);
    expect(plain.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-disposition': 'attachment; filename="board-meetings-2026-11-21.csv"',
      vary: 'Accept-Encoding',
    });
    expect(plain.headers.etag).toBeUndefined();
    const compressed = await get(path, { 'accept-encoding': 'gzip' });
    expect(gunzipSync(compressed.body)).toEqual(plain.body);
  });
});
