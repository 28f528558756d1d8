import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/support/database/database-proxy.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { CHANGE_CHANNEL, type ChangeTopic } from './change-bus.ts';
import { connectDatabase, type Database } from './database.ts';
import { createLogger } from './logger.ts';

const isServer = inject('databaseTemplate').kind === 'server';
const SOON = { timeout: 1_000, interval: 10 };

describe.runIf(isServer)('the connection that listens for changes of other servers', () => {
  let made: Awaited<ReturnType<typeof createTestDatabase>>;
  let proxy: DatabaseProxy;
  let database: Database;
  let received: (ChangeTopic | null)[];
  let lines: { msg: string }[];

  beforeAll(async () => {
    made = await createTestDatabase();
  });
  afterAll(() => made.remove());

  beforeEach(async () => {
    proxy = await startDatabaseProxy(made.database.source);
    received = [];
    lines = [];
    const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
    database = connectDatabase(proxy.source, logger, { listenCheckMs: 200, connectMs: 500 });
    database.changes.subscribe((topic) => received.push(topic));
    await announceUntilReceived('news');
  });
  afterEach(async () => {
    await proxy.close();
    await database.close();
  });

  /** Announces a change as another server would, until it is received. */
  const announceUntilReceived = (topic: ChangeTopic) =>
    vi.waitFor(async () => {
      await made.database.pool.query('select pg_notify($1, $2)', [CHANGE_CHANNEL, topic]);
      expect(received).toContain(topic);
    }, SOON);

  it('restores the connection within a second after a loss, and announces that anything may have changed', async () => {
    received.length = 0;
    proxy.dropConnections();
    await announceUntilReceived('market');
    expect(received.filter((topic) => topic === null)).toHaveLength(2);
  });

  it('states that changes of other servers are missed until it is restored', async () => {
    expect(database.changes.isListening).toBe(true);
    await proxy.stop();
    await vi.waitFor(() => expect(database.changes.isListening).toBe(false), SOON);
    await proxy.start();
    await announceUntilReceived('market');
    expect(database.changes.isListening).toBe(true);
  });

  it('logs and announces an outage once, regardless of the number of attempts', async () => {
    received.length = 0;
    await proxy.stop();
    const attempts = vi.spyOn(pg.Client.prototype, 'connect');
    await vi.waitFor(() => expect(attempts.mock.calls.length).toBeGreaterThan(2), { timeout: 5_000 });
    await proxy.start();
    await announceUntilReceived('market');
    expect(received.filter((topic) => topic === null)).toHaveLength(2);
    expect(lines.map(({ msg }) => msg)).toEqual([
      'the connection that listens for changes of other servers was lost',
      'listening for the changes of other servers again',
    ]);
  });

  it('replaces the connection when the server stops responding', async () => {
    received.length = 0;
    proxy.blackHoleOpenConnections();
    await vi.waitFor(() => expect(received).toContain(null), { timeout: 3_000 });
    await announceUntilReceived('signals');
  });
});
