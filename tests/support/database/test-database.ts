import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import { connectDatabase, type Database, type DatabaseSource } from '#server/platform/database.ts';
import { startDatabaseInMemory } from '#server/platform/embedded-database/embedded-database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { getDatabaseUrl, runOnServer } from './database-template.ts';

const logger = createLogger('silent');

export interface TestDatabase {
  database: Database;
  remove: () => Promise<void>;
}

let sharedDatabase: ReturnType<typeof createSharedDatabase> | undefined;

/**
 * Returns an empty, migrated database for one test file at a time. All files of a worker use the same database, which is
 * reset in between, because starting one takes a second.
 */
export async function useSharedDatabase(): Promise<TestDatabase> {
  sharedDatabase ??= createSharedDatabase();
  const { source, reset } = await sharedDatabase;
  const database = connectDatabase(source, logger);
  return {
    database,
    async remove() {
      await database.close();
      await reset();
    },
  };
}

async function createSharedDatabase(): Promise<{ source: DatabaseSource; reset: () => Promise<void> }> {
  const { database } = await createTestDatabase();
  const { source } = database;
  const reset = await prepareReset(database);
  await database.close();
  return {
    source,
    async reset() {
      const connected = connectDatabase(source, logger);
      await reset(connected);
      await connected.close();
    },
  };
}

/** Returns a function that empties every table and restores the rows that migrations inserted. */
async function prepareReset({ db }: Database): Promise<(database: Database) => Promise<void>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = 'public' or (schemaname = 'pgboss' and tablename in ('job', 'queue', 'schedule'))`,
  );
  const tables = rows.map(({ name }) => name);
  const tablesWithRows: string[] = [];
  await db.execute(sql`create schema seed`);
  for (const table of tables) {
    if ((await db.execute(sql.raw(`select from ${table} limit 1`))).rows.length === 0) continue;
    await db.execute(sql.raw(`create table seed.${toSeedName(table)} as table ${table}`));
    tablesWithRows.push(table);
  }
  return ({ transaction }) =>
    transaction(async (tx) => {
      // Triggers protect published signals and the security log from changes.
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql.raw(`truncate ${tables.join(', ')} restart identity cascade`));
      for (const table of tablesWithRows) {
        await tx.execute(sql.raw(`insert into ${table} table seed.${toSeedName(table)}`));
      }
    });
}

const toSeedName = (table: string) => table.replace('.', '_');

/**
 * Creates an empty database for the caller alone: embedded, or on the server that TEST_DATABASE_URL names. It is migrated
 * unless the test is about migrations.
 */
export async function createTestDatabase({ isMigrated = true } = {}): Promise<TestDatabase> {
  const template = inject('databaseTemplate');
  if (template.kind === 'embedded') {
    const socketDir = mkdtempSync(join(template.socketsDir, 'db-'));
    const embedded = await startDatabaseInMemory(socketDir, isMigrated ? template.path : null, logger);
    const database = connectDatabase({ kind: 'embedded', socketDir: embedded.socketDir }, logger);
    return {
      database,
      async remove() {
        await database.close();
        await embedded.close();
        rmSync(socketDir, { recursive: true, force: true });
      },
    };
  }
  const name = `${template.template}_${randomUUID().slice(0, 8)}`;
  await runOnServer(
    template.url,
    `create database ${name} template ${isMigrated ? template.template : 'template1'}`,
  );
  const database = connectDatabase({ kind: 'server', url: getDatabaseUrl(template.url, name) }, logger);
  return {
    database,
    async remove() {
      await database.close();
      await runOnServer(template.url, `drop database ${name} with (force)`);
    },
  };
}
