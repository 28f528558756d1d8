import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectDatabase, type Database, type DatabaseTimeouts } from '#core/server/platform/database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/support/database/database-proxy.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { prepareOnce } from './prepare-once.ts';
import { findUnavailable } from './unavailable.ts';

let made: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: DatabaseProxy;
let database: Database;
const opened: Database[] = [];

beforeAll(async () => {
  made = await createTestDatabase();
});
afterAll(() => made.remove());

beforeEach(async () => {
  proxy = await startDatabaseProxy(made.database.url);
  database = open();
});
afterEach(async () => {
  await proxy.close();
  await Promise.all(opened.splice(0).map((each) => each.close()));
  await made.database.pool.query('delete from demo_mailbox');
});

function open(timeouts: Partial<DatabaseTimeouts> = {}): Database {
  const connected = connectDatabase(proxy.url, createLogger('silent'), timeouts);
  opened.push(connected);
  return connected;
}

const ask = async (db: Database) => (await db.db.execute(sql`select 1 as one`)).rows;
const getReason = (query: Promise<unknown>) =>
  query.then(
    () => 'none',
    (error) => findUnavailable(error)?.reason ?? error,
  );
const insert = sql`insert into demo_mailbox (recipient, subject, text, sent_at) values ('a@b.com', 'A', 'B', now())`;
const count = async () =>
  Number((await made.database.pool.query('select count(*) from demo_mailbox')).rows[0].count);

describe('a connection that is lost', () => {
  it('fails the transaction whose connection is lost, and runs the next one', async () => {
    const transaction = database.transaction(async (tx) => {
      await tx.execute(insert);
      proxy.dropConnections();
      await tx.execute(sql`select 1`);
    });
    expect(await getReason(transaction)).toBe('unreachable');
    await database.transaction((tx) => tx.execute(insert));
    expect(await count()).toBe(1);
  });

  it('reports why the transaction failed, not that its connection was lost', async () => {
    const transaction = database.transaction(async (tx) => {
      await tx.execute(insert);
      proxy.dropConnections();
      await expect(tx.execute(sql`select 1`)).rejects.toThrow();
      throw new Error('the reason');
    });
    await expect(transaction).rejects.toThrow('the reason');
    expect(await ask(database)).toEqual([{ one: 1 }]);
    expect(await count()).toBe(0);
  });

  it('fails the transaction whose connection the server ended', async () => {
    const transaction = database.transaction((tx) =>
      tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`),
    );
    expect(await getReason(transaction)).toBe('unreachable');
    expect(await ask(database)).toEqual([{ one: 1 }]);
  });

  it('replaces a connection that is lost while idle', async () => {
    await Promise.all([ask(database), ask(database)]);
    proxy.dropConnections();
    await vi.waitFor(async () => expect(await ask(database)).toEqual([{ one: 1 }]));
  });
});

describe('a database that is unreachable', () => {
  it('uses the database again after it recovers', async () => {
    await ask(database);
    await proxy.stop();
    expect(await getReason(ask(database))).toBe('unreachable');
    expect(await getReason(database.transaction((tx) => tx.execute(insert)))).toBe('unreachable');
    await proxy.start();
    await vi.waitFor(async () => expect(await ask(database)).toEqual([{ one: 1 }]));
  });
});

describe('a silent connection', () => {
  it('gives up a silent connection after the query timeout, and never uses it again', async () => {
    const timed = open({ queryMs: 3_000 });
    await Promise.all(Array.from({ length: 6 }, () => ask(timed)));
    proxy.blackHoleOpenConnections();
    const all = await Promise.all(Array.from({ length: 6 }, () => getReason(ask(timed))));
    expect(all).toEqual(Array(6).fill('timeout'));
    const after = await Promise.all(Array.from({ length: 12 }, () => ask(timed)));
    expect(after).toEqual(Array(12).fill([{ one: 1 }]));
  });

  it('fails a transaction after one query timeout, without waiting for the rollback as well', async () => {
    const timed = open({ queryMs: 3_000 });
    const begun = performance.now();
    const transaction = timed.transaction(async (tx) => {
      await tx.execute(insert);
      proxy.blackHoleOpenConnections();
      await tx.execute(sql`select 1`);
    });
    expect(await getReason(transaction)).toBe('timeout');
    expect(performance.now() - begun).toBeLessThan(5_900);
    expect(await ask(timed)).toEqual([{ one: 1 }]);
    await proxy.close();
    expect(await count()).toBe(0);
  });

  it('fails to connect within the connect timeout', async () => {
    proxy.setBlackHole(true);
    expect(await getReason(ask(open({ connectMs: 200 })))).toBe('unreachable');
  });

  it('closes the database despite a silent connection', async () => {
    const timed = open();
    await Promise.all([ask(timed), timed.probe.query('select 1')]);
    proxy.setBlackHole(true);
    await timed.close();
    opened.splice(opened.indexOf(timed), 1);
  });
});

/** Runs statements in an open transaction on a connection outside the product's pool. */
async function foreignTransaction(...statements: string[]): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: made.database.url });
  await client.connect();
  for (const statement of ['begin', ...statements]) await client.query(statement);
  return client;
}

describe('statements that share a connection', () => {
  const prepareDivide = prepareOnce(
    (db, _form: string) =>
      db
        .select({
          quotient: sql<number>`12 / ${sql.placeholder('divisor')}::int`,
          pid: sql`pg_backend_pid()`,
        })
        .from(sql`(select 1) as one`),
    (form) => form,
  );
  const divide = (db: Database, divisor: number) => prepareDivide(db.db, 'divide').execute({ divisor });

  it('returns to each statement its own result', async () => {
    // A slow machine would send them later than a statement may join a connection.
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const divisors = Array.from({ length: 12 }, (_, index) => 1 + index);
    const results = await Promise.all(divisors.map((divisor) => divide(database, divisor)));
    now.mockRestore();
    const expected = divisors.map((divisor) => [{ quotient: Math.floor(12 / divisor) }]);
    expect(results).toMatchObject(expected);
    expect(new Set(results.map(([row]) => row?.pid)).size).toBe(1);
  });

  it('fails only the statement that is in error', async () => {
    const results = await Promise.allSettled([3, 0, 4, 0, 6].map((divisor) => divide(database, divisor)));
    expect(results).toMatchObject([
      { value: [{ quotient: 4 }] },
      { reason: { cause: { code: '22012' } } },
      { value: [{ quotient: 3 }] },
      { reason: { cause: { code: '22012' } } },
      { value: [{ quotient: 2 }] },
    ]);
  });

  it('fails all statements in flight when the connection is lost, and uses another for the next', async () => {
    const timed = open({ queryMs: 3_000 });
    await divide(timed, 1);
    proxy.blackHoleOpenConnections();
    const reasons = await Promise.all([1, 2, 3].map((divisor) => getReason(divide(timed, divisor))));
    expect(reasons).toEqual(['timeout', 'timeout', 'timeout']);
    expect(await divide(timed, 4)).toMatchObject([{ quotient: 3 }]);
  });

  it('fails the statements behind one that waits too long for a lock at the same time', async () => {
    const timed = open({ lockMs: 2_000 });
    const prepareCount = prepareOnce(
      (db, _form: string) => db.select({ count: sql`count(*)` }).from(sql`demo_mailbox`),
      (form) => form,
    );
    const foreign = await foreignTransaction('lock table demo_mailbox in access exclusive mode');
    const begun = performance.now();
    const statements = Array.from({ length: 5 }, () => prepareCount(timed.db, 'count').execute());
    expect(await Promise.all(statements.map(getReason))).toEqual(Array(5).fill('locked'));
    // One after another they would take 10 s.
    expect(performance.now() - begun).toBeLessThan(9_500);
    await foreign.end();
    expect(await prepareCount(timed.db, 'count').execute()).toHaveLength(1);
  });

  it('executes a statement again that all connections must prepare again', async () => {
    await divide(database, 1);
    await database.db.execute(sql`deallocate all`);
    const results = await Promise.all([1, 2, 3].map((divisor) => divide(database, divisor)));
    expect(results).toMatchObject([[{ quotient: 12 }], [{ quotient: 6 }], [{ quotient: 4 }]]);
  });
});

describe('a failed statement', () => {
  it('keeps the connection after a failed statement', async () => {
    const before = await ask(database).then(() => proxy.countConnections());
    const failing = database.db.execute(sql`select 1 / 0`);
    await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } });
    await ask(database);
    expect(proxy.countConnections()).toBe(before);
  });
});

describe('a locked row or table', () => {
  it('fails a query after the lock timeout', async () => {
    const foreign = await foreignTransaction('lock table demo_mailbox in access exclusive mode');
    expect(await getReason(open({ lockMs: 50 }).db.execute(insert))).toBe('locked');
    await foreign.end();
  });

  it('fails a slow statement after the statement timeout', async () => {
    const timed = open({ statementMs: 2_000 });
    expect(await getReason(timed.db.execute(sql`select pg_sleep(600)`))).toBe('timeout');
    expect(await ask(timed)).toEqual([{ one: 1 }]);
  });

  it('fails one transaction of a deadlock', async () => {
    await made.database.pool.query(`
      insert into demo_mailbox (recipient, subject, text, sent_at)
      values ('a@b.com', 'A', 'B', now()), ('c@d.com', 'A', 'B', now())
    `);
    const lockBoth = (first: string, second: string, meet: () => Promise<void>) =>
      database.transaction(async (tx) => {
        await tx.execute(sql`select 1 from demo_mailbox where recipient = ${first} for update`);
        await meet();
        await tx.execute(sql`select 1 from demo_mailbox where recipient = ${second} for update`);
      });
    const meet = createBarrier(2);
    const outcomes = await Promise.all([
      getReason(lockBoth('a@b.com', 'c@d.com', meet)),
      getReason(lockBoth('c@d.com', 'a@b.com', meet)),
    ]);
    expect(outcomes.sort()).toEqual(['conflict', 'none']);
  });

  it('ends a transaction that does nothing for too long', async () => {
    const timed = open({ idleInTransactionMs: 1_000 });
    const transaction = timed.transaction(async (tx) => {
      await tx.execute(insert);
      await vi.waitFor(async () => {
        const { rows } = await made.database.pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
        );
        expect(rows).toEqual([]);
      });
      await tx.execute(insert);
    });
    expect(await getReason(transaction)).toBe('unreachable');
    expect(await count()).toBe(0);
  });
});

/** A function on which so many callers wait for each other. */
function createBarrier(size: number): () => Promise<void> {
  let missing = size;
  let open: () => void;
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return async () => {
    missing -= 1;
    if (missing === 0) open();
    await all;
  };
}
