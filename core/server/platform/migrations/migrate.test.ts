import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ADVISORY_LOCKS } from '#core/server/platform/database/advisory-locks.ts';
import { connectDatabase } from '#core/server/platform/database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';
import journal from '#db/migrations/meta/_journal.json' with { type: 'json' };
import { makeTemporaryDir } from '#tests/support/database/data-dir.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { isMigrated, migrateDatabase } from './migrate.ts';

let made: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  made = await createTestDatabase({ isMigrated: false });
});
afterAll(() => made.remove());

const countApplied = async () =>
  (await made.database.pool.query('select hash from drizzle.__drizzle_migrations')).rowCount;

describe('migrateDatabase', () => {
  it('applies all migrations to an empty database, also when several servers start at once', async () => {
    expect(await isMigrated(made.database)).toBe(false);
    await Promise.all(Array.from({ length: 3 }, () => migrateDatabase(made.database)));
    expect(await isMigrated(made.database)).toBe(true);
    expect(await countApplied()).toBe(journal.entries.length);
  });

  it('changes nothing the second time', async () => {
    await migrateDatabase(made.database);
    expect(await countApplied()).toBe(journal.entries.length);
  });

  it('the migration is incomplete while a migration of this version is missing', async () => {
    await made.database.pool.query(
      'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
    );
    expect(await isMigrated(made.database)).toBe(false);
  });
});

let migrated: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  migrated = await createTestDatabase();
});
afterAll(() => migrated.remove());

describe('migrateDatabase, while another server migrates', () => {
  it('reports that it waits, and continues when the other server is done', async () => {
    const { release } = await lockByOtherServer();
    const lines: string[] = [];
    const report = (line: string) => {
      lines.push(line);
      void release();
    };
    await migrateDatabase(migrated.database, { report });
    expect(lines).toEqual(['Waiting for another server to finish migrating the database …']);
  });

  it('fails at the limit with a message that names the session to end', async () => {
    const { session } = await lockByOtherServer();
    const failure = migrateDatabase(migrated.database, { lockTimeoutMs: 300 });
    await expect(failure).rejects.toThrow(StartupError);
    await expect(failure).rejects.toThrow(
      `Another server has been migrating the database for more than 0.3 seconds (session ${session} in pg_stat_activity).`,
    );
  });

  it('releases the lock when `prepare` fails, so that the next server can try', async () => {
    const prepare = () => Promise.reject(new Error('no content'));
    await expect(migrateDatabase(migrated.database, { prepare })).rejects.toThrow('no content');
    await migrateDatabase(migrated.database, { lockTimeoutMs: 5_000 });
  });
});

describe('a migration', () => {
  it('runs a migration for longer than the statement timeout', async () => {
    const { database, remove } = await createDatabaseWithTimeouts();
    const migrationsFolder = createMigrationsFolder(
      'select pg_sleep(0.4); create table slowly_made (id int);',
    );
    await migrateDatabase(database, { migrationsFolder });
    expect((await database.pool.query('select * from slowly_made')).rows).toEqual([]);
    await remove();
  });

  it('reports a failed migration with its cause and rolls it back', async () => {
    const { database, remove } = await createTestDatabase();
    const migrationsFolder = createMigrationsFolder(
      'create table half_made (id int); insert into nowhere values (1);',
    );
    const failure = migrateDatabase(database, { migrationsFolder });
    await expect(failure).rejects.toThrow(StartupError);
    await expect(failure).rejects.toThrow(
      'The database could not be migrated: relation "nowhere" does not exist. All migrations',
    );
    expect((await database.pool.query("select to_regclass('half_made') as found")).rows).toEqual([
      { found: null },
    ]);
    await remove();
  });
});

/** Takes the lock in another session, as an older version of the server does. */
async function lockByOtherServer(
  { url } = migrated.database,
): Promise<{ session: number; release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('select pg_advisory_lock($1), pg_backend_pid() as session', [
    ADVISORY_LOCKS.migration,
  ]);
  onTestFinished(() => client.end());
  return {
    session: rows[0].session,
    release: async () =>
      void (await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.migration])),
  };
}

/** Connects to a new database with a statement timeout of 100 ms. */
async function createDatabaseWithTimeouts() {
  const { database, remove } = await createTestDatabase();
  const url = new URL(database.url);
  url.searchParams.set('statement_timeout', '100');
  const limited = connectDatabase(url.href, createLogger('silent'));
  await expect(limited.pool.query('select pg_sleep(1)')).rejects.toThrow('statement timeout');
  return {
    database: limited,
    async remove() {
      await limited.close();
      await remove();
    },
  };
}

/** Creates a folder with the migrations of this version and an additional one. */
function createMigrationsFolder(statements: string): string {
  const folder = makeTemporaryDir();
  cpSync(new URL('../../../../db/migrations', import.meta.url), folder, { recursive: true });
  const tag = '9999_added-by-a-test';
  writeFileSync(join(folder, `${tag}.sql`), statements);
  mkdirSync(join(folder, 'meta'), { recursive: true });
  const last = journal.entries.at(-1);
  const entries = [...journal.entries, { ...last, idx: journal.entries.length, when: Date.now(), tag }];
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
  return folder;
}
