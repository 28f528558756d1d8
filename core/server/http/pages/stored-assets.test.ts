import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { pageAssets } from '#core/server/platform/assets/assets.tables.ts';
import { createAssetReader, removeOldAssets, storeAssets } from '#core/server/platform/assets/assets.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { makeTemporaryDir } from '#tests/support/database/data-dir.ts';
import { recordStatements } from '#tests/support/database/record-statements.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

const SCRIPT = `export const text = "${'of another release '.repeat(100)}";`;
const URL = '/assets/home-Ab_-123.js';
const ON_DISK = readdirSync('build/client/assets').find((name) => name.endsWith('.js')) ?? '';

/** Makes the folder of another build. */
function makeBuild(files: Record<string, string>): string {
  const clientDir = makeTemporaryDir();
  mkdirSync(join(clientDir, 'assets'));
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(clientDir, 'assets', name), content);
  return clientDir;
}

const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  test.request({ method, url: URL, headers });

beforeEach(() => test.database.db.delete(pageAssets));

const listNames = async () =>
  (await test.database.db.select().from(pageAssets).orderBy(asc(pageAssets.name))).map(({ name }) => name);

describe('an asset of another release', () => {
  beforeEach(() => storeAssets(test.database.db, makeBuild({ 'home-Ab_-123.js': SCRIPT })));

  it('is served with the headers of an asset that is on the disk', async () => {
    const stored = await get({ 'accept-encoding': 'br' });
    const onDisk = await test.request({ url: `/assets/${ON_DISK}`, headers: { 'accept-encoding': 'br' } });
    expect(stored.statusCode).toBe(200);
    const toComparable = ({ headers }: typeof stored) => ({
      ...headers,
      // Those that differ between assets, or are different notations of the same.
      'content-length': null,
      date: null,
      etag: null,
      'last-modified': null,
      vary: String(headers.vary).toLowerCase(),
      'x-request-id': null,
    });
    expect(toComparable(stored)).toEqual(toComparable(onDisk));
    expect(stored.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(stored.headers['content-length']).toBe(String(stored.rawPayload.length));
    expect(brotliDecompressSync(stored.rawPayload).toString()).toBe(SCRIPT);
  });

  it('is served to clients that do not accept Brotli', async () => {
    for (const accepted of ['gzip', 'identity', '']) {
      const { body, headers } = await get({ 'accept-encoding': accepted });
      expect(body).toBe(SCRIPT);
      expect(headers['content-encoding']).toBeUndefined();
    }
  });

  it('has an ETag for each encoding, with which clients revalidate it', async () => {
    const { headers } = await get();
    const compressed = await get({ 'accept-encoding': 'br' });
    expect(headers.etag).not.toBe(compressed.headers.etag);
    const unchanged = await get({ 'if-none-match': String(headers.etag) });
    expect(unchanged.statusCode).toBe(304);
    expect(unchanged.body).toBe('');
    expect(unchanged.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get({ 'if-none-match': String(compressed.headers.etag) })).statusCode).toBe(200);
  });

  it('is served to HEAD without the body', async () => {
    const { statusCode, headers, body } = await get({}, 'HEAD');
    expect(statusCode).toBe(200);
    expect(body).toBe('');
    expect(headers['content-length']).toBe(String(SCRIPT.length));
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=10-', 10, SCRIPT.length],
    ['bytes=-5', SCRIPT.length - 5, SCRIPT.length],
    ['bytes=10-999999', 10, SCRIPT.length],
    ['bytes=-999999', 0, SCRIPT.length],
  ])('is served in parts for %s', async (range, start, end) => {
    const { statusCode, headers, body } = await get({ range });
    expect(statusCode).toBe(206);
    expect(headers['content-range']).toBe(`bytes ${start}-${end - 1}/${SCRIPT.length}`);
    expect(body).toBe(SCRIPT.slice(start, end));
  });

  it.each(['bytes=999999-', 'bytes=-0'])('rejects the range %s, which it does not have', async (range) => {
    const { statusCode, headers, body } = await get({ range });
    expect(statusCode).toBe(416);
    expect(headers['content-range']).toBe(`bytes */${SCRIPT.length}`);
    expect(body).toBe('');
  });

  it.each([
    ['bytes=5-3', {}],
    ['bytes=a-b', {}],
    ['bytes=-', {}],
    ['bytes=0-1,3-4', {}],
    ['bytes=0-9', { 'if-range': '"another"' }],
  ])('is served as a whole for the range %s with %o', async (range, headers) => {
    const { statusCode, body } = await get({ range, ...headers });
    expect(statusCode).toBe(200);
    expect(body).toBe(SCRIPT);
  });
});

describe('a name that no release has', () => {
  it('is not found, without a page and without being cached', async () => {
    const { statusCode, headers } = await test.request('/assets/home-0000000.js');
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toContain('application/json');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('costs no query for each request', async () => {
    const statements = await recordStatements(test.database, async () => {
      const requests = Array.from({ length: 200 }, (_, index) => test.request(`/assets/a-${index}.js`));
      for (const { statusCode } of await Promise.all(requests)) expect(statusCode).toBe(404);
    });
    expect(statements.length).toBeLessThan(10);
  });

  it('causes one query at a time while the database is slow', async () => {
    let running = 0;
    let most = 0;
    const started = Promise.withResolvers<void>();
    const from = async () => {
      running += 1;
      most = Math.max(most, running);
      started.resolve();
      await wait(500);
      running -= 1;
      return [];
    };
    const read = createAssetReader({ select: () => ({ from }) } as never);
    const first = read('a.js');
    await started.promise;
    expect(await Promise.all([first, read('b.js'), read('c.js')])).toEqual([null, null, null]);
    expect(most).toBe(1);
  });

  it.each(['/assets/', '/assets/..%2f..%2fpackage.json', '/assets/a%00.js', '/assets/a/b.js', '/assets/x'])(
    'reads nothing for %s, which is no name of an asset',
    async (url) => {
      const statements = await recordStatements(test.database, async () => {
        expect((await test.request(url)).statusCode).toBe(404);
      });
      expect(statements.filter(({ text }) => text.includes('page_assets'))).toEqual([]);
    },
  );

  it('is found as soon as another server has stored it', async () => {
    const app = await createAppOnDatabase(test.database);
    expect((await app.inject('/assets/new-1234567.js')).statusCode).toBe(404);
    await storeAssets(test.database.db, makeBuild({ 'new-1234567.js': SCRIPT }));
    expect((await app.inject('/assets/new-1234567.js')).body).toBe(SCRIPT);
    await app.close();
  });
});

describe('the assets of a build', () => {
  it('are stored once, also by servers that start at the same time', async () => {
    const build = makeBuild({ 'a-1234567.js': SCRIPT, 'b-1234567.js': SCRIPT, 'c-1234567.png': 'png' });
    await Promise.all(Array.from({ length: 5 }, () => storeAssets(test.database.db, build)));
    expect(await listNames()).toEqual(['a-1234567.js', 'b-1234567.js', 'c-1234567.png']);
    const statements = await recordStatements(test.database, () => storeAssets(test.database.db, build));
    expect(statements).toHaveLength(1);
  });

  it('are all those of the pages, without their compressed copies', async () => {
    await storeAssets(test.database.db, 'build/client');
    const names = readdirSync('build/client/assets').filter((name) => !/\.(br|gz)$/.test(name));
    expect(await listNames()).toEqual(names.toSorted());
  });

  it('are deleted a month after a server last had them', async () => {
    const { db } = test.database;
    const build = makeBuild({ 'used-1234567.js': SCRIPT });
    await storeAssets(db, build);
    await storeAssets(db, makeBuild({ 'old-1234567.js': SCRIPT, 'recent-1234567.js': SCRIPT }));
    const setAge = (name: string, days: number) =>
      db
        .update(pageAssets)
        .set({ usedAt: sql`now() - ${days} * interval '1 day'` })
        .where(eq(pageAssets.name, name));
    await setAge('used-1234567.js', 31);
    await setAge('old-1234567.js', 31);
    await setAge('recent-1234567.js', 29);
    // The cleanup job of a server that has run for longer renews its own.
    await storeAssets(db, build);
    await removeOldAssets(db);
    expect(await listNames()).toEqual(['recent-1234567.js', 'used-1234567.js']);
  });

  it('are none in development', async () => {
    await storeAssets(test.database.db, null);
    expect(await listNames()).toEqual([]);
  });
});
