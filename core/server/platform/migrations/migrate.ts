import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { ADVISORY_LOCKS } from '#core/server/platform/database/advisory-locks.ts';
import { createClient, isLost, type Probe } from '#core/server/platform/database/connection.ts';
import { DatabaseUnavailable } from '#core/server/platform/database/unavailable.ts';
import type { Database } from '#core/server/platform/database.ts';
import { getRootMessage, StartupError } from '#core/server/platform/startup-error.ts';
import { checkReleases, readJournal, recordReleases } from './releases.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../../db/migrations', import.meta.url));

/** The longest wait for another server that migrates. A long migration must not make the others fail. */
const LOCK_TIMEOUT_MS = 15 * MINUTE;
const LOCK_POLL_MS = 200;
const CONNECT_TIMEOUT_MS = 10 * SECOND;

export interface MigrateOptions {
  /** Receives a message for the operator while the server waits for another one. */
  report?: (line: string) => void;
  /** Runs before the migrations. If it throws, nothing is written. */
  check?: (client: pg.ClientBase) => Promise<void>;
  /** Runs after the migrations, while no other server migrates or prepares the same database. */
  prepare?: () => Promise<void>;
  migrationsFolder?: string;
  lockTimeoutMs?: number;
}

/**
 * Runs `check`, applies this version's migrations and then runs `prepare`. Several servers may do this at the same time: one
 * advisory lock covers all steps. Throws a `StartupError` if a migration fails or another server holds the lock for too long.
 *
 * Uses a dedicated connection: the pool's timeouts would end a long migration and the wait for the lock.
 */
export async function migrateDatabase(
  { url }: Pick<Database, 'url'>,
  {
    report = () => {},
    check = async () => {},
    prepare = async () => {},
    migrationsFolder = MIGRATIONS,
    lockTimeoutMs = LOCK_TIMEOUT_MS,
  }: MigrateOptions = {},
): Promise<void> {
  await withMigrationLock(url, { report, lockTimeoutMs }, async (client) => {
    await check(client);
    await applyMigrations(client, migrationsFolder);
    await prepare();
  });
}

/** Runs work on a dedicated connection without timeouts, while no server migrates or prepares the database. */
export async function withMigrationLock<T>(
  url: string,
  { report = () => {}, lockTimeoutMs = LOCK_TIMEOUT_MS }: Pick<MigrateOptions, 'report' | 'lockTimeoutMs'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withConnection(url, async (client) => {
    await disableTimeouts(client);
    await takeLock(client, report, lockTimeoutMs);
    const result = await work(client);
    // Fails if the connection, and with it the lock, was lost. If it does not run, disconnecting releases the lock.
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.migration]);
    return result;
  });
}

/** Returns true if every migration of this version has been applied. */
export async function isMigrated({ probe }: Pick<Database, 'probe'>): Promise<boolean> {
  return areMigrationsApplied(probe);
}

/** Runs work on a dedicated connection, which the timeouts of the pool do not limit. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  let isConnected = false;
  const client = createClient({
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A firewall must not drop the connection during a long migration or `prepare`.
    keepAlive: true,
    connectionString: url,
  });
  try {
    await client.connect();
    isConnected = true;
    return await work(client);
  } catch (error) {
    throw isConnected && !isLost(client) ? error : new DatabaseUnavailable('unreachable', error);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Overrides timeouts that are set for the role or the database. Which of them exist depends on the server's version.
 */
async function disableTimeouts(client: pg.Client): Promise<void> {
  await client.query(`
    select set_config(name, '0', false) from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout',
                   'idle_in_transaction_session_timeout', 'idle_session_timeout')
  `);
}

async function takeLock(client: pg.Client, report: (line: string) => void, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let isReported = false;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      ADVISORY_LOCKS.migration,
    ]);
    if (rows[0]?.taken) return;
    if (Date.now() >= deadline) throw await createLockTimeoutError(client, timeoutMs);
    if (!isReported) report('Waiting for another server to finish migrating the database …');
    isReported = true;
    await wait(LOCK_POLL_MS);
  }
}

async function createLockTimeoutError(client: pg.Client, timeoutMs: number): Promise<StartupError> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks
     where locktype = 'advisory' and granted and (classid, objid, objsubid) = (0, $1, 1)
       and database = (select oid from pg_database where datname = current_database())`,
    [ADVISORY_LOCKS.migration],
  );
  const session = rows[0] ? ` (session ${rows[0].pid} in pg_stat_activity)` : '';
  return new StartupError(
    `Another server has been migrating the database for more than ${formatDuration(timeoutMs)}${session}. ` +
      'If it is still migrating, wait until it is done and start again. If it hangs, stop it first.',
  );
}

const formatDuration = (durationMs: number) =>
  durationMs < MINUTE ? `${durationMs / SECOND} seconds` : `${durationMs / MINUTE} minutes`;

async function applyMigrations(client: pg.Client, folder: string): Promise<void> {
  await checkReleases(client, folder);
  // Before the migrations, so that an interruption leaves none without its release.
  await recordReleases(client, folder);
  // Skips the migrator, which creates its schema even when there is nothing to do: the role may lack that right.
  if (await areMigrationsApplied(client, folder)) return;
  try {
    await migrate(drizzle(client), { migrationsFolder: folder });
  } catch (error) {
    throw new StartupError(
      `The database could not be migrated: ${getRootMessage(error)}. ` +
        'All migrations of this start were rolled back. Correct the cause and start again.',
      { cause: error },
    );
  }
}

/** Like `isMigrated`, over any connection. */
export async function areMigrationsApplied(db: Pick<Probe, 'query'>, folder = MIGRATIONS): Promise<boolean> {
  if (!(await hasMigrationsTable(db))) return false;
  const { rows } = await db.query('select count(*) from drizzle.__drizzle_migrations');
  return Number(rows[0]?.count) >= readJournal(folder).length;
}

/** Returns the name of the database's last migration, such as `0017_jobs`; `null` if this version does not have it. */
export async function findLastMigration(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  );
  return readJournal(MIGRATIONS).find(({ when }) => String(when) === rows[0]?.last)?.tag ?? null;
}

/** Returns true if a server has created its tables in the database. */
export async function hasMigrationsTable(db: Pick<Probe, 'query'>): Promise<boolean> {
  const { rows } = await db.query("select to_regclass('drizzle.__drizzle_migrations') as name");
  return rows[0]?.name != null;
}

/** Returns true if this version has the migration. */
export const hasMigration = (name: string): boolean =>
  readJournal(MIGRATIONS).some(({ tag }) => tag === name);

/**
 * Applies the migrations up to the named one to an empty database, in the transaction that is open on the connection.
 * Drizzle's migrator would commit it.
 */
export async function migrateTo(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(`
    create schema if not exists drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)
  `);
  const count = readJournal(MIGRATIONS).findIndex(({ tag }) => tag === name) + 1;
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: MIGRATIONS }).slice(
    0,
    count,
  )) {
    for (const statement of sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ]);
  }
}

/**
 * Returns the names of the product's tables in the schema `public` at a migration. Other tables of that schema belong to
 * the operator.
 */
export function readTableNames(migration: string): string[] {
  const number = migration.slice(0, 4);
  const snapshot = JSON.parse(readFileSync(`${MIGRATIONS}/meta/${number}_snapshot.json`, 'utf8')) as {
    tables: Record<string, { name: string }>;
  };
  return Object.values(snapshot.tables).map(({ name }) => name);
}
