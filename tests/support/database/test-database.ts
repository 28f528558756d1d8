import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connectDatabase, type Database } from '#core/server/platform/database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { getDatabaseUrl, runOnServer } from './database-template.ts';

const logger = createLogger('silent');

export interface TestDatabase {
  database: Database;
  remove: () => Promise<void>;
}

let sharedDatabase: ReturnType<typeof createSharedDatabase> | undefined;

/**
 * Returns an empty, migrated database for one test file at a time. All files of a worker use the same database, which is
 * reset in between, because creating one takes longer than most tests.
 */
export async function useSharedDatabase(): Promise<TestDatabase> {
  sharedDatabase ??= createSharedDatabase();
  const { url, reset } = await sharedDatabase;
  const database = connectDatabase(url, logger);
  return {
    database,
    async remove() {
      await database.close();
      await reset();
    },
  };
}

async function createSharedDatabase(): Promise<{ url: string; reset: () => Promise<void> }> {
  const { database } = await createTestDatabase();
  const { url } = database;
  await database.close();
  // One connection for all resets of the worker, because each first reads the definitions of all tables.
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  return { url, reset: await prepareReset(pool) };
}

/** Returns a function that empties every table and restores the rows that migrations inserted. */
async function prepareReset(pool: pg.Pool): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = 'public' or (schemaname = 'pgboss' and tablename in ('job', 'queue', 'schedule'))`,
  );
  const tables = rows.map(({ name }) => name);
  const inserts: string[] = [];
  await pool.query('create schema seed');
  for (const table of tables) {
    if ((await pool.query(`select from ${table} limit 1`)).rowCount === 0) continue;
    await pool.query(`create table seed.${toSeedName(table)} as table ${table}`);
    inserts.push(`insert into ${table} overriding system value table seed.${toSeedName(table)}`);
  }
  const { rows: sequences } = await pool.query<{ setval: string }>(
    `select format('select setval(%L, %s)', format('%I.%I', schemaname, sequencename), last_value) as setval
      from pg_sequences where schemaname in ('public', 'pgboss') and last_value is not null`,
  );
  // Triggers protect published signals and the security log from changes. Several statements are one transaction.
  const script = [
    "set local session_replication_role = replica; set local lock_timeout = '10s'",
    toEmptyStatement(tables),
    ...inserts,
    // After those of the inserted rows.
    ...sequences.map(({ setval }) => setval),
  ].join(';\n');
  return async () => void (await pool.query(script));
}

/** Truncating takes longer than deleting a few rows, but leaves no dead ones. */
const toEmptyStatement = (tables: string[]) => `
  do $$
  declare name text;
  begin
    foreach name in array '{${tables.join(',')}}'::text[] loop
      if pg_relation_size(name) > 64 * 1024 then execute 'truncate ' || name || ' cascade';
      else execute 'delete from ' || name;
      end if;
    end loop;
    perform setval(seqrelid::regclass, seqstart, false)
    from pg_sequence join pg_class on pg_class.oid = seqrelid
    where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace);
  end $$`;

const toSeedName = (table: string) => table.replace('.', '_');

/** Creates an empty database for the caller alone. It is migrated unless the test is about migrations. */
export async function createTestDatabase({ isMigrated = true } = {}): Promise<TestDatabase> {
  const { serverUrl, name: template, options } = inject('databaseTemplate');
  const name = `${template}_${randomUUID().slice(0, 8)}`;
  await runOnServer(
    serverUrl,
    `create database ${name} template ${isMigrated ? template : 'template1'} ${options}`,
  );
  const database = connectDatabase(getDatabaseUrl(serverUrl, name), logger);
  return {
    database,
    async remove() {
      await database.close();
      await runOnServer(serverUrl, `drop database ${name} with (force)`);
    },
  };
}
