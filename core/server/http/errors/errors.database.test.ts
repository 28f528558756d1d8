import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectDatabase, type Database } from '#core/server/platform/database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/support/database/database-proxy.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { makeMeetings } from '#tests/support/market/corporate-actions.ts';

const SIGNALS = '/api/signals/psx-signals/?signal_type=intraday';
const ARTICLES = '/api/news/articles/';
const MEETINGS = '/api/board-meetings/';
const MEETINGS_CSV = '/api/board-meetings/export.csv';
const MEETINGS_CALENDAR = '/api/board-meetings/calendar.ics';
const SIGN_IN = {
  method: 'POST',
  url: '/api/customers/auth/login/',
  payload: { email: 'a@b.com', password: 'secret' },
} as const;

let made: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: DatabaseProxy;
let database: Database;
let app: FastifyInstance;

beforeAll(async () => {
  made = await createTestDatabase();
  await makeMeetings(made.database, [{}]);
  proxy = await startDatabaseProxy(made.database.url);
  database = connectDatabase(proxy.url, createLogger('silent'), {
    lockMs: 2_000,
    waitMs: 2_000,
    queryMs: 6_000,
  });
  app = await createAppOnDatabase(database);
});
afterAll(async () => {
  await app.close();
  await proxy.close();
  await database.close();
  await made.remove();
});

async function listen(): Promise<AddressInfo> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return app.server.address() as AddressInfo;
}

const getStatus = async (url: string) => (await app.inject(url)).statusCode;

describe('while the database does not respond', () => {
  it('returns 503 from every API endpoint, including files and calendars, and recovers', async () => {
    expect(await getStatus(`${MEETINGS_CSV}?search=other`)).toBe(200);
    await proxy.stop();
    for (const request of [SIGNALS, ARTICLES, MEETINGS_CSV, MEETINGS_CALENDAR, SIGN_IN]) {
      const response = await app.inject(request);
      expect(response.statusCode).toBe(503);
      expect(response.headers['retry-after']).toBe('5');
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(response.json().code).toBe('database_unreachable');
    }
    await proxy.start();
    for (const url of [SIGNALS, ARTICLES, MEETINGS_CSV, MEETINGS_CALENDAR, '/readyz']) {
      await vi.waitFor(async () => expect(await getStatus(url)).toBe(200));
    }
  });

  it('returns an error for a file whose first rows cannot be read', async () => {
    await made.database.pool.query('alter table board_meetings rename column place to place_away');
    const response = await app.inject(`${MEETINGS_CSV}?from_date=2000-01-01`);
    await made.database.pool.query('alter table board_meetings rename column place_away to place');
    expect(response.statusCode).toBe(500);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('aborts the connection of a file that fails midway, so that the client notices that it is incomplete', async () => {
    // More than the cache stores.
    const many = Array.from({ length: 5_500 }, (_, index) => ({ companyName: 'Many', subject: `${index}` }));
    await makeMeetings(made.database, many);
    const { port } = await listen();
    const received = new Promise<{ body: string; isWhole: boolean }>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: `${MEETINGS_CSV}?search=many`, agent: false }, (response) => {
        let body = '';
        response.on('data', (chunk) => {
          if (body === '') proxy.setBlackHole(true);
          body += chunk;
        });
        response.on('error', () => {});
        response.on('close', () => resolve({ body, isWhole: response.complete }));
      }).on('error', reject);
    });
    expect(await received).toMatchObject({ isWhole: false });
    proxy.setBlackHole(false);
  });

  it('returns 503 for a request on a silent database connection, unless its response is cached', async () => {
    expect(await getStatus(SIGNALS)).toBe(200);
    expect(await getStatus(`${MEETINGS}?search=cement`)).toBe(200);
    proxy.blackHoleOpenConnections();
    expect(await getStatus(SIGNALS)).toBe(200);
    const response = await app.inject(`${MEETINGS}?search=bank`);
    expect(response.statusCode).toBe(503);
    expect(response.json().code).toBe('database_timeout');
    expect(await getStatus(`${MEETINGS}?search=bank`)).toBe(200);
    await vi.waitFor(async () => expect(await getStatus('/readyz')).toBe(200));
  });
});

describe('while a table is locked', () => {
  let foreign: pg.Client;

  beforeAll(async () => {
    foreign = new pg.Client({ connectionString: made.database.url });
    await foreign.connect();
  });
  afterEach(() => foreign.query('rollback'));
  afterAll(() => foreign.end());

  it('returns 503 for requests that need the locked table, and serves other requests', async () => {
    await foreign.query('begin; lock table articles in access exclusive mode');
    const blocked = Promise.all(Array.from({ length: 60 }, () => app.inject(`${ARTICLES}1/`)));
    for (let round = 0; round < 20; round += 1) {
      expect(await getStatus(SIGNALS)).toBe(200);
      expect(await getStatus('/readyz')).toBe(200);
    }
    const responses = await blocked;
    for (const response of responses) {
      expect(response.statusCode).toBe(503);
      expect(response.headers['retry-after']).toBe('5');
      expect(['database_locked', 'database_busy']).toContain(response.json().code);
    }
  });

  it('returns 503 for a form that needs the locked table, and serves other requests', async () => {
    await foreign.query('begin; lock table users in access exclusive mode');
    const blocked = Promise.all(Array.from({ length: 30 }, () => app.inject(SIGN_IN)));
    let isBlocked = true;
    void blocked.then(() => {
      isBlocked = false;
    });
    expect(await getStatus(SIGNALS)).toBe(200);
    expect(isBlocked).toBe(true);
    for (const response of await blocked) expect([429, 503]).toContain(response.statusCode);
  });

  it('stays ready while a table is locked', async () => {
    await foreign.query('begin; lock table users in access exclusive mode');
    const response = await app.inject('/readyz');
    expect(response.statusCode).toBe(200);
  });
});
