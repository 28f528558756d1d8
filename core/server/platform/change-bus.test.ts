import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/support/database/database-proxy.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { CHANGE_CHANNEL, type ChangeOptions, type ChangeTopic } from './change-bus.ts';
import { findUnavailable } from './database/unavailable.ts';
import { connectDatabase, type Database } from './database.ts';
import { createLogger } from './logger.ts';

describe('the connection that listens for changes of other servers', () => {
  let made: Awaited<ReturnType<typeof createTestDatabase>>;
  let proxy: DatabaseProxy;
  let database: Database;
  let received: (ChangeTopic | null)[];
  let lines: { msg: string }[];
  let connect: (options?: Parameters<typeof connectDatabase>[2]) => Promise<void>;

  beforeAll(async () => {
    made = await createTestDatabase();
  });
  afterAll(() => made.remove());

  beforeEach(async () => {
    proxy = await startDatabaseProxy(made.database.url);
    received = [];
    // The timers of the last test's logger still write to its own lines.
    const written: typeof lines = [];
    lines = written;
    const logger = createLogger('info', { write: (line) => void written.push(JSON.parse(line)) });
    connect = async (options) => {
      database = connectDatabase(proxy.url, logger, options);
      database.changes.subscribe((topic) => received.push(topic));
      await announceUntilReceived('news');
    };
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
    });

  it('restores the connection after a loss, and announces that anything may have changed', async () => {
    await connect();
    received.length = 0;
    proxy.dropConnections();
    await announceUntilReceived('market');
    expect(received.filter((topic) => topic === null)).toHaveLength(2);
  });

  it('states that changes of other servers are missed until it is restored', async () => {
    await connect();
    expect(database.changes.isListening).toBe(true);
    await proxy.stop();
    await vi.waitFor(() => expect(database.changes.isListening).toBe(false));
    await proxy.start();
    await announceUntilReceived('market');
    expect(database.changes.isListening).toBe(true);
  });

  it('logs and announces an outage once, regardless of the number of attempts', async () => {
    await connect();
    received.length = 0;
    await proxy.stop();
    const attempts = vi.spyOn(pg.Client.prototype, 'connect');
    await vi.waitFor(() => expect(attempts.mock.calls.length).toBeGreaterThan(2));
    await proxy.start();
    await announceUntilReceived('market');
    expect(received.filter((topic) => topic === null)).toHaveLength(2);
    const messages = lines.map(({ msg }) => msg);
    // Logged three seconds after the outage, which a slow machine reaches before the end of the test.
    expect(messages.filter((message) => message !== 'the database is available again')).toEqual([
      'the database is not available',
    ]);
  });

  it('replaces the connection when the server stops responding', async () => {
    await connect({ listenCheckMs: 200 });
    received.length = 0;
    proxy.blackHoleOpenConnections();
    await vi.waitFor(() => expect(received).toContain(null));
    await announceUntilReceived('signals');
  });
});

const AWAITED: ChangeOptions = { staleWhileRevalidate: false };
const UNAWAITED: ChangeOptions = { staleWhileRevalidate: true };

describe('servers on one database', () => {
  let made: Awaited<ReturnType<typeof createTestDatabase>>;
  const opened: Database[] = [];

  beforeAll(async () => {
    made = await createTestDatabase();
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });
  afterAll(() => made.remove());

  /** Starts a server, which listens, with the topics that it receives. */
  async function startServer(options: Parameters<typeof connectDatabase>[2] = {}) {
    const database = connectDatabase(made.database.url, createLogger('silent'), options);
    opened.push(database);
    const received: (ChangeTopic | null)[] = [];
    database.changes.subscribe((topic) => received.push(topic));
    await vi.waitFor(() => expect(database.changes.isListening).toBe(true));
    received.length = 0;
    return { database, received };
  }

  const announce = ({ transaction }: Database, topic: ChangeTopic) =>
    transaction(async (_tx, announceTopic) => announceTopic(topic));

  it('receive the change of another server, and their own once', async () => {
    const [first, second] = [await startServer(), await startServer()];
    await announce(first.database, 'news');
    // Notifications arrive in the order of the commits.
    await announce(second.database, 'market');
    await vi.waitFor(() => expect(first.received).toContain('market'));
    await vi.waitFor(() => expect(second.received).toContain('news'));
    expect(first.received).toEqual(['news', 'market']);
    expect([...second.received].sort()).toEqual(['market', 'news']);
  });

  it.each([
    { announced: [UNAWAITED], expected: UNAWAITED },
    { announced: [UNAWAITED, {}], expected: AWAITED },
    { announced: [{}, UNAWAITED], expected: AWAITED },
  ])('learn whether a caller waits for a change: $announced', async ({ announced, expected }) => {
    const [first, second] = [await startServer(), await startServer()];
    const received: (ChangeOptions | undefined)[] = [];
    for (const { database } of [first, second]) {
      database.changes.subscribe((_topic, options) => received.push({ ...AWAITED, ...options }));
    }
    await first.database.transaction(async (_tx, announceTopic) => {
      for (const options of announced) announceTopic('news', options);
    });
    await vi.waitFor(() => expect(received).toEqual([expected, expected]));
  });

  it('treat the topic of a newer version as a change of everything', async () => {
    const { received } = await startServer();
    await made.database.pool.query('select pg_notify($1, $2)', [CHANGE_CHANNEL, 'crypto some-server']);
    await vi.waitFor(() => expect(received).toEqual([null]));
  });

  it('receive their own change again if the database commits after the server gave up', async () => {
    const { database, received } = await startServer({ queryMs: 2_000 });
    await made.database.runScript(`
      create table slow_commits (id int);
      create function wait_at_commit() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
      create constraint trigger slow after insert on slow_commits
        deferrable initially deferred for each row execute function wait_at_commit()`);
    const holder = await made.database.pool.connect();
    await holder.query('select pg_advisory_lock(1)');
    const givenUp = database.transaction(async (tx, announceTopic) => {
      announceTopic('news');
      await tx.execute(sql`insert into slow_commits values (1)`);
    });
    const error = await givenUp.catch((reason: unknown) => reason);
    expect(findUnavailable(error)).toBeTruthy();
    expect(received).toEqual(['news']);
    expect((await made.database.pool.query('select * from slow_commits')).rows).toEqual([]);
    await holder.query('select pg_advisory_unlock(1)');
    holder.release();
    await vi.waitFor(() => expect(received).toEqual(['news', 'news']));
    expect((await made.database.pool.query('select * from slow_commits')).rows).toEqual([{ id: 1 }]);
    received.length = 0;
    await announce(database, 'market');
    const other = await startServer();
    await announce(other.database, 'signals');
    await vi.waitFor(() => expect(received).toEqual(['market', 'signals']));
  });
});
