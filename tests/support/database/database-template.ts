import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connectDatabase } from '#core/server/platform/database.ts';
import { startEmbeddedDatabase } from '#core/server/platform/embedded-database/embedded-database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { migrateDatabase } from '#core/server/platform/migrations/migrate.ts';
import { getPostgresBinDir } from './postgres-binaries.ts';

/** An empty, migrated database on the PostgreSQL of the tests, of which copies are made. */
export interface DatabaseTemplate {
  /** Another database of that PostgreSQL. */
  serverUrl: string;
  name: string;
  /** Options for `create database`. */
  options: string;
}

interface Template {
  template: DatabaseTemplate;
  remove: () => Promise<void>;
}

const logger = createLogger('silent');

/** Nothing has to survive a crash; every test file has its own connections; its statistics do not depend on time. */
const TEST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
};

/** Creates the template on the PostgreSQL of `serverUrl`, or on one of the npm package that is started for the tests. */
export async function createTemplate(serverUrl: string | undefined): Promise<Template> {
  if (serverUrl) return createTemplateOn(serverUrl, '');
  const dataDir = mkdtempSync(join(tmpdir(), 'tezi-test-'));
  const postgresBinDir = getPostgresBinDir();
  const embedded = await startEmbeddedDatabase({ dataDir, postgresBinDir }, logger, TEST_SETTINGS);
  // Faster than through the write-ahead log when nothing is written to the disk at once.
  const { template } = await createTemplateOn(embedded.url, 'strategy file_copy');
  return {
    template,
    async remove() {
      await embedded.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function createTemplateOn(serverUrl: string, options: string): Promise<Template> {
  const name = `tezi_test_${process.pid}`;
  await runOnServer(serverUrl, `create database ${name}`);
  const database = connectDatabase(getDatabaseUrl(serverUrl, name), logger);
  await migrateDatabase(database);
  await database.close();
  return { template: { serverUrl, name, options }, remove: () => dropDatabases(serverUrl, name) };
}

/** Drops the template and the databases that were made from it. */
async function dropDatabases(url: string, template: string): Promise<void> {
  const rows = await queryServer(
    url,
    `select datname as name from pg_database where datname = '${template}' or datname like '${template}\\_%'`,
  );
  for (const { name } of rows) await runOnServer(url, `drop database if exists ${name} with (force)`);
}

/** Runs one statement on the server's own database. */
export async function runOnServer(url: string, statement: string): Promise<void> {
  await queryServer(url, statement);
}

async function queryServer(url: string, statement: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

export function getDatabaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
