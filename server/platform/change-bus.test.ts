import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/support/database/database-proxy.ts';
import { testDatabase } from '#tests/support/database/test-database.ts';
import { CHANGE_CHANNEL, type ChangeTopic } from './change-bus.ts';
import { connectDatabase, type Database } from './database.ts';
import { createLogger } from './logger.ts';

const isServer = inject('databaseTemplate').kind === 'server';
const SOON = { timeout: 1_000, interval: 10 };

describe.runIf(isServer)('listening for the changes of other servers', () => {
  let made: Awaited<ReturnType<typeof testDatabase>>;
  let proxy: DatabaseProxy;
  let database: Database;
  let heard: (ChangeTopic | null)[];
  let lines: { msg: string }[];

  beforeAll(async () => {
    made = await testDatabase();
  });
  afterAll(() => made.remove());

  beforeEach(async () => {
    proxy = await startDatabaseProxy(made.database.source);
    heard = [];
    lines = [];
    const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
    database = connectDatabase(proxy.source, logger, { listenCheckMs: 200, connectMs: 500 });
    database.changes.subscribe((topic) => heard.push(topic));
    await receives('news');
  });
  afterEach(async () => {
    await proxy.close();
    await database.close();
  });

  /** Announces a change as another server does, until it is heard. */
  const receives = (topic: ChangeTopic) =>
    vi.waitFor(async () => {
      await made.database.pool.query('select pg_notify($1, $2)', [CHANGE_CHANNEL, topic]);
      expect(heard).toContain(topic);
    }, SOON);

  it('listens again within a second after the connection was lost, and announces that anything may have changed', async () => {
    heard.length = 0;
    proxy.cut();
    await receives('market');
    expect(heard.filter((topic) => topic === null)).toHaveLength(2);
  });

  it('logs and announces an outage once, however many attempts it takes', async () => {
    heard.length = 0;
    await proxy.goAway();
    const attempts = vi.spyOn(pg.Client.prototype, 'connect');
    await vi.waitFor(() => expect(attempts.mock.calls.length).toBeGreaterThan(2), { timeout: 5_000 });
    await proxy.comeBack();
    await receives('market');
    expect(heard.filter((topic) => topic === null)).toHaveLength(2);
    expect(lines.map(({ msg }) => msg)).toEqual([
      'the connection that listens for changes of other servers was lost',
      'listening for the changes of other servers again',
    ]);
  });

  it('notices a connection on which nothing arrives any more', async () => {
    heard.length = 0;
    proxy.blackHoleOpen();
    await vi.waitFor(() => expect(heard).toContain(null), { timeout: 3_000 });
    await receives('signals');
  });
});
