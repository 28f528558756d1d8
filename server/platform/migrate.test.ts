import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import journal from '#db/migrations/meta/_journal.json' with { type: 'json' };
import { temporaryDir } from '#tests/support/database/data-dir.ts';
import { testDatabase } from '#tests/support/database/test-database.ts';
import { connectDatabase } from './database.ts';
import { createLogger } from './logger.ts';
import { isMigrated, migrateDatabase } from './migrate.ts';
import { StartupError } from './startup-error.ts';

let made: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  made = await testDatabase({ isMigrated: false });
});
afterAll(() => made.remove());

const applied = async () =>
  (await made.database.pool.query('select hash from drizzle.__drizzle_migrations')).rowCount;

describe('migrating', () => {
  it('brings an empty database to the tables of this version, also when several servers start at once', async () => {
    expect(await isMigrated(made.database)).toBe(false);
    // The embedded database has one server alone.
    const servers = inject('databaseTemplate').kind === 'server' ? 3 : 1;
    await Promise.all(Array.from({ length: servers }, () => migrateDatabase(made.database)));
    expect(await isMigrated(made.database)).toBe(true);
    expect(await applied()).toBe(journal.entries.length);
  });

  it('changes nothing the second time', async () => {
    await migrateDatabase(made.database);
    expect(await applied()).toBe(journal.entries.length);
  });

  it('is not done while a migration of this version is missing', async () => {
    await made.database.pool.query(
      'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
    );
    expect(await isMigrated(made.database)).toBe(false);
  });
});

const isServer = inject('databaseTemplate').kind === 'server';

let migrated: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  migrated = await testDatabase();
});
afterAll(() => migrated.remove());

describe.runIf(isServer)('waiting for another server that migrates', () => {
  it('continues when the other server is done, and reports that it waits', async () => {
    const { release } = await otherServer();
    const lines: string[] = [];
    const report = (line: string) => {
      lines.push(line);
      void release();
    };
    await migrateDatabase(migrated.database, { report });
    expect(lines).toEqual(['Waiting for another server to finish migrating the database …']);
  });

  it('fails at the limit with a sentence that names the session to end', async () => {
    const { session } = await otherServer();
    const failure = migrateDatabase(migrated.database, { lockTimeoutMs: 300 });
    await expect(failure).rejects.toThrow(StartupError);
    await expect(failure).rejects.toThrow(
      `Another server has been migrating the database for more than 0.3 seconds (session ${session} in pg_stat_activity).`,
    );
  });

  it('ends when what is prepared fails, so that the next server can try', async () => {
    const prepare = () => Promise.reject(new Error('no content'));
    await expect(migrateDatabase(migrated.database, { prepare })).rejects.toThrow('no content');
    await migrateDatabase(migrated.database, { lockTimeoutMs: 5_000 });
  });
});

describe('a migration', () => {
  it('may take longer than the statement timeout', async () => {
    const { database, remove } = await withTimeouts();
    const migrationsFolder = folderWith('select pg_sleep(0.4); create table slowly_made (id int);');
    await migrateDatabase(database, { migrationsFolder });
    expect((await database.pool.query('select * from slowly_made')).rows).toEqual([]);
    await remove();
  });

  it('that fails is reported in a sentence and leaves nothing behind', async () => {
    const { database, remove } = await testDatabase();
    const migrationsFolder = folderWith('create table half_made (id int); insert into nowhere values (1);');
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

/** Another session that holds the lock as an older version of the server takes it. */
async function otherServer(
  { source } = migrated.database,
): Promise<{ session: number; release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: source.kind === 'server' ? source.url : '' });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('select pg_advisory_lock(8250317), pg_backend_pid() as session');
  onTestFinished(() => client.end());
  return {
    session: rows[0].session,
    release: async () => void (await client.query('select pg_advisory_unlock(8250317)')),
  };
}

/** A database whose connections end what takes longer than 100 ms. The embedded one has no timeouts. */
async function withTimeouts() {
  const { database, remove } = await testDatabase();
  if (database.source.kind === 'embedded') return { database, remove };
  const url = `${database.source.url}?statement_timeout=100`;
  const impatient = connectDatabase({ kind: 'server', url }, createLogger('silent'));
  await expect(impatient.pool.query('select pg_sleep(1)')).rejects.toThrow('statement timeout');
  return {
    database: impatient,
    async remove() {
      await impatient.close();
      await remove();
    },
  };
}

/** The migrations of this version and one more. */
function folderWith(statements: string): string {
  const folder = temporaryDir();
  cpSync(new URL('../../db/migrations', import.meta.url), folder, { recursive: true });
  const tag = '9999_added-by-a-test';
  writeFileSync(join(folder, `${tag}.sql`), statements);
  mkdirSync(join(folder, 'meta'), { recursive: true });
  const last = journal.entries.at(-1);
  const entries = [...journal.entries, { ...last, idx: journal.entries.length, when: Date.now(), tag }];
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
  return folder;
}
