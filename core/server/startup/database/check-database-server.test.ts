import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';
import { prepareContent } from '#prepare-content.ts';
import { makeTemporaryDir } from '#tests/support/database/data-dir.ts';
import { getDatabaseUrl, runOnServer } from '#tests/support/database/database-template.ts';
import {
  getFreePort,
  NODE,
  ROOT,
  ServerExitedError,
  startServerProcess,
} from '#tests/support/server-process.ts';
import { getServerProblem, type ServerState } from './check-database-server.ts';
import { openDatabase } from './open-database.ts';

const GOOD: ServerState = {
  version: '15.4',
  versionNumber: 150004,
  database: 'tezi',
  encoding: 'UTF8',
  role: 'tezi',
  isReadOnly: false,
  schema: 'public',
  canCreateSchemas: true,
  canCreateTables: true,
  trigrams: 'available',
  isMigrated: false,
};
const noCreateRights = { canCreateSchemas: false, canCreateTables: false };

describe('the properties of a database server', () => {
  it.each([
    ['the oldest version', { version: '14.0', versionNumber: 140000 }],
    ['a migrated database in which the role may not create tables', { ...noCreateRights, isMigrated: true }],
    ['a database in which a superuser has created pg_trgm', { trigrams: 'created' as const }],
  ])('accepts %s', (_, state) => {
    expect(getServerProblem(GOOD)).toBeNull();
    expect(getServerProblem({ ...GOOD, ...state })).toBeNull();
  });

  it.each<[Partial<ServerState>, string]>([
    [
      { version: '13.22', versionNumber: 130022 },
      'The database server is PostgreSQL 13.22; PostgreSQL 14 or newer is required.',
    ],
    [
      { encoding: 'SQL_ASCII' },
      'The database "tezi" has the encoding SQL_ASCII; UTF8 is required. Create another one with ' +
        "`CREATE DATABASE tezi ENCODING 'UTF8' TEMPLATE template0;` and name it in DATABASE_URL.",
    ],
    [
      { trigrams: 'missing' },
      "The extension pg_trgm, which searches need, is not installed on the database server. It is one of PostgreSQL's contrib " +
        'modules: install them (the package is usually named `postgresql-contrib`), then start again.',
    ],
    [
      { trigrams: 'restricted' },
      'The extension pg_trgm, which searches need, may only be created by a superuser of this database server. ' +
        'Run `CREATE EXTENSION pg_trgm;` in the database "tezi" as one, then start again.',
    ],
    [{ isReadOnly: true }, 'The database "tezi" is read-only. Name the primary server, not a replica.'],
    [
      { schema: 'other' },
      'New tables would be created in the schema other of the database "tezi"; public is required. Run ' +
        '`CREATE SCHEMA IF NOT EXISTS public; ALTER ROLE "tezi" IN DATABASE "tezi" SET search_path = public;`.',
    ],
    [
      { canCreateTables: false },
      'The role "tezi" may not create tables in the database "tezi". ' +
        'Run `GRANT CREATE ON SCHEMA public TO "tezi";` in it as its owner.',
    ],
    [
      noCreateRights,
      'The role "tezi" may not create tables in the database "tezi". Run ' +
        '`GRANT CREATE ON DATABASE "tezi" TO "tezi"; GRANT CREATE ON SCHEMA public TO "tezi";` in it as its owner.',
    ],
  ])('rejects a database server with instructions: %j', (state, problem) => {
    expect(getServerProblem({ ...GOOD, ...state })).toBe(problem);
  });
});

it('ends at once with code 0 when a signal arrives while the server waits for the database', async () => {
  const port = await getFreePort();
  const env = {
    PATH: process.env.PATH,
    MODE: 'demo',
    PORT: String(port),
    DATA_DIR: makeTemporaryDir(),
    DATABASE_URL: `postgres://tezi:hunter2@127.0.0.1:${port}/tezi`,
  };
  const child = spawn(NODE, ['main.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  for await (const chunk of child.stdout) if (String(chunk).includes('Waiting up to 60 seconds')) break;
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
}, 60_000);

describe('a start', () => {
  const { serverUrl: server } = inject('databaseTemplate');

  it('exits with a sentence and without a stack trace on a LATIN1 database', async () => {
    const { url } = await createDatabase(
      "encoding 'LATIN1' template template0 lc_collate 'C' lc_ctype 'C' locale_provider libc",
    );
    const settings = { DATABASE_URL: url, DATA_DIR: makeTemporaryDir() };
    const error = await startServerProcess(settings).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ServerExitedError);
    const { code, output } = error as ServerExitedError;
    expect(code).toBe(1);
    expect(output).toContain('has the encoding LATIN1; UTF8 is required.');
    expect(output.trim().split('\n')).toHaveLength(1);
  });

  it('fails with a role without the right to create tables until the listed privileges are granted', async () => {
    const { name, url } = await createDatabase();
    const role = `tezi_role_${randomUUID().replaceAll('-', '')}`;
    await runOnServer(url, `create role ${role} login; revoke create on schema public from public`);
    onTestFinished(() => runOnServer(server, `drop role ${role}`));
    onTestFinished(() => runOnServer(url, `drop owned by ${role}`));
    const own = new URL(url);
    own.searchParams.set('user', role);
    const open = () => openDatabase(readConfig({ DATABASE_URL: own.href }), createLogger('silent'));

    const failure = (await open().catch((reason: unknown) => reason)) as Error;
    expect(failure).toBeInstanceOf(StartupError);
    const grants = /Run `(.*)` in it as its owner\.$/.exec(failure.message)?.[1] ?? '';
    expect(grants).toBe(
      `GRANT CREATE ON DATABASE "${name}" TO "${role}"; GRANT CREATE ON SCHEMA public TO "${role}";`,
    );
    await runOnServer(url, grants);
    const { database, close } = await open();
    expect((await database.pool.query('select from signals')).rows).toEqual([]);
    await close();
  });

  it('reports the database error when a read fails', async () => {
    const { url } = await createDatabase();
    await runOnServer(url, 'create schema drizzle; create table drizzle.__drizzle_migrations (other int)');
    const opening = openDatabase(readConfig({ DATABASE_URL: url }), createLogger('silent'));
    await expect(opening).rejects.toThrow(StartupError);
    await expect(opening).rejects.toThrow('The database could not be migrated: column "id" does not exist.');
  });

  it('reports the database error when the first content cannot be created', async () => {
    const { url } = await createDatabase();
    const config = readConfig({ DATABASE_URL: url });
    const opening = openDatabase(config, createLogger('silent'), {
      async prepare(database) {
        await database.pool.query('drop table administrators cascade');
        await prepareContent(database, config, new Date());
      },
    });
    await expect(opening).rejects.toThrow(StartupError);
    await expect(opening).rejects.toThrow(
      'The database reported an error: relation "administrators" does not exist (SQLSTATE 42P01).',
    );
  });

  async function createDatabase(options = ''): Promise<{ name: string; url: string }> {
    const name = `tezi_test_${randomUUID().replaceAll('-', '')}`;
    await runOnServer(server, `create database ${name} ${options}`);
    onTestFinished(() => runOnServer(server, `drop database ${name} with (force)`));
    return { name, url: getDatabaseUrl(server, name) };
  }
});
