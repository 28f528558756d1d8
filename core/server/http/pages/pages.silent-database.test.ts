import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { connectDatabase, type Database } from '#core/server/platform/database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/support/database/database-proxy.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';

const NOTICE = 'Live data is currently unavailable.';
const LOCKED = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

let made: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: DatabaseProxy;
let database: Database;
let app: FastifyInstance;

beforeAll(async () => {
  made = await createTestDatabase();
  // A search reads the table only if there are articles.
  await makeArticles(made.database, await makeSource(made.database, 'Dawn'), [{}]);
  proxy = await startDatabaseProxy(made.database.url);
  database = connectDatabase(proxy.url, createLogger('silent'), { queryMs: 30_000, lockMs: 30_000 });
  app = await createAppOnDatabase(database);
  // The beginning invalidates all responses, so that there would be no good copy of a page that is being rendered.
  await vi.waitFor(() => expect(database.changes.isListening).toBe(true));
});
afterAll(async () => {
  await app.close();
  await proxy.close();
  await database.close();
  await made.remove();
});

describe('while the database does not respond', () => {
  afterEach(() => {
    proxy.setBlackHole(false);
    proxy.dropConnections();
  });

  it('shows the last good copy of every page within seconds, starting with the first request', async () => {
    const pages = [paths.intradaySignals, paths.boardMeetings, `${paths.news}?search=ogdc`];
    for (const url of pages) expect((await app.inject(url)).statusCode).toBe(200);
    proxy.setBlackHole(true);
    database.changes.emit(null);
    const begin = performance.now();
    // Twice, so that some requests join a rendering.
    const responses = await Promise.all([...pages, ...pages].map((url) => app.inject(url)));
    expect(performance.now() - begin).toBeLessThan(25_000);
    for (const { statusCode, headers, body } of responses) {
      expect(statusCode).toBe(200);
      expect(body).toContain(NOTICE);
      expect(headers['cache-control']).toBe('no-store');
    }
  });
});

describe('while a table is locked', () => {
  it('renders pages that read other tables', async () => {
    const client = new pg.Client({ connectionString: made.database.url });
    await client.connect();
    try {
      await client.query('begin; lock table articles in access exclusive mode');
      // `inject` sends the request only once it is awaited.
      const search = async (page: string, text: string, remoteAddress: string) =>
        await app.inject({ url: `${page}?search=${text}`, remoteAddress });
      const blocked = Array.from({ length: 12 }, (_, index) =>
        search(paths.news, `blocked${index}`, `198.51.100.${index}`),
      );
      const countBlocked = async () => (await made.database.pool.query(LOCKED)).rows[0].count;
      await vi.waitFor(async () => expect(await countBlocked()).toBeGreaterThan(1));
      const begin = performance.now();
      const other = await search(paths.boardMeetings, 'ogdc', '203.0.113.1');
      expect(other.statusCode).toBe(200);
      expect(performance.now() - begin).toBeLessThan(25_000);
      await client.query('rollback');
      await Promise.all(blocked);
    } finally {
      await client.end();
    }
  });
});
