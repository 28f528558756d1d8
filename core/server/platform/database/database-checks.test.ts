import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '#core/server/platform/checks/checks.ts';
import { HOUR } from '#core/server/platform/clock.ts';
import { connectDatabase } from '#core/server/platform/database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { createDatabaseChecks } from './database-checks.ts';

let shared: TestDatabase;
beforeAll(async () => {
  shared = await createTestDatabase();
});
afterAll(() => shared.remove());

function run(id: string, database = shared.database, getTime?: () => number): Promise<Finding> {
  const check = createDatabaseChecks(database, getTime).find((each) => each.id === id);
  return check?.run() ?? Promise.reject(new Error(`no check ${id}`));
}

/** A connection of its own, whose failures no other test sees. */
async function withDatabase(work: (database: TestDatabase['database']) => Promise<void>): Promise<void> {
  const database = connectDatabase(shared.database.url, createLogger('silent'), { lockMs: 100 });
  await work(database);
  await database.close();
}

describe('the check of writes', () => {
  it('fails after a write that the full disk of the database prevented', () =>
    withDatabase(async (database) => {
      expect(await run('database-writes', database)).toMatchObject({ state: 'ok' });
      // As PostgreSQL reports it.
      const raise =
        "do $$ begin raise 'could not extend file: No space left' using errcode = '53100'; end $$";
      await expect(database.db.execute(raise)).rejects.toThrow();
      expect(await run('database-writes', database)).toMatchObject({
        state: 'failing',
        cause: '1 statement failed in the last 5 minutes: the disk of the database is full.',
      });
      expect(database.failures.totals.disk_full).toBe(1);
    }));

  it('fails while the database only accepts reads', () =>
    withDatabase(async (database) => {
      await expect(
        database.transaction(async (tx) => {
          await tx.execute('set transaction read only');
          await tx.execute('truncate check_results');
        }),
      ).rejects.toThrow();
      expect(await run('database-writes', database)).toMatchObject({
        state: 'failing',
        cause: '1 statement failed in the last 5 minutes: the database only accepts reads.',
      });
    }));
});

describe('the check of locks', () => {
  it('fails while statements wait in vain for a locked table, and names the session', () =>
    withDatabase(async (database) => {
      expect(await run('database-locks', database)).toMatchObject({ state: 'ok' });
      const other = new pg.Client({ connectionString: shared.database.url });
      await other.connect();
      await other.query('begin; lock table check_results');
      const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
      // A lock that has just begun is no problem yet.
      expect((await run('database-locks', database)).state).toBe('ok');
      for (let index = 0; index < 5; index += 1)
        await expect(database.db.execute('select from check_results')).rejects.toThrow();
      expect(await run('database-locks', database)).toMatchObject({
        state: 'failing',
        cause: `5 statements waited in vain for a lock in the last 5 minutes; session ${rows[0]?.pid} locks the table check_results.`,
      });
      await other.end();
    }));
});

describe('the check of the clock', () => {
  it('compares the clock of the server with that of the database', async () => {
    expect(await run('clock')).toMatchObject({
      state: 'ok',
      cause: 'They differ by less than a second.',
    });
    const ahead = await run('clock', shared.database, () => Date.now() + 2 * HOUR);
    expect(ahead).toMatchObject({
      state: 'failing',
      cause: 'The clock of this server is 2 hours ahead of that of the database.',
    });
    expect(ahead.figures?.offset_seconds).toBeCloseTo(7_200, 0);
    expect(ahead.action).toContain('Until then this server rejects publications');
    expect(ahead.action).toContain('imports of prices and closures, and evaluates and releases no signals');
    expect(await run('clock', shared.database, () => Date.now() - 10_000)).toMatchObject({
      state: 'warning',
      cause: 'The clock of this server is 10 seconds behind that of the database.',
    });
  });
});
