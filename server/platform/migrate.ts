import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Database } from './database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url));

/** Any fixed number: servers that start together on one database take turns by it. */
const MIGRATION_LOCK = 8_250_317;

/** Brings the database to this version's tables. Safe to run from several servers at once and any number of times. */
export async function migrateDatabase(database: Database): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    client.release();
  }
}

/** Whether every migration of this version has been applied. */
export async function isMigrated({ probe }: Pick<Database, 'probe'>): Promise<boolean> {
  const journal = JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, 'utf8')) as {
    entries: unknown[];
  };
  const made = await probe.query("select to_regclass('drizzle.__drizzle_migrations') as name");
  if (made.rows[0]?.name == null) return false;
  const { rows } = await probe.query('select count(*) from drizzle.__drizzle_migrations');
  return Number(rows[0]?.count) >= journal.entries.length;
}
