import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { connectDatabase } from '#server/platform/database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { migrateDatabase } from '#server/platform/migrate.ts';

/** An empty, migrated database that every test file starts with: a dump, or a database on the PostgreSQL server. */
export type DatabaseTemplate =
  | { kind: 'embedded'; path: string; socketsDir: string }
  | { kind: 'server'; url: string; template: string };

interface Template {
  template: DatabaseTemplate;
  remove: () => Promise<void>;
}

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/tezi', import.meta.url));

/** Returns the path of a dump of an empty, migrated database. It is cached until the migrations change. */
export async function getDatabaseDump(): Promise<string> {
  const path = join(CACHE, `template-${await hashMigrations()}.tar`);
  if (!existsSync(path)) {
    const database = await PGlite.create({ extensions: { pg_trgm } });
    await migrate(drizzle(database), { migrationsFolder: MIGRATIONS });
    const dump = await database.dumpDataDir('none');
    await database.close();
    await mkdir(CACHE, { recursive: true });
    await writeFile(`${path}.${process.pid}`, Buffer.from(await dump.arrayBuffer()));
    await rename(`${path}.${process.pid}`, path);
  }
  return path;
}

export async function createEmbeddedTemplate(): Promise<Template> {
  const path = await getDatabaseDump();
  const socketsDir = await mkdtemp(join(tmpdir(), 'tezi-test-'));
  const remove = () => rm(socketsDir, { recursive: true, force: true });
  return { template: { kind: 'embedded', path, socketsDir }, remove };
}

export async function createServerTemplate(url: string): Promise<Template> {
  const template = `tezi_test_${process.pid}`;
  await runOnServer(url, `create database ${template}`);
  const database = connectDatabase(
    { kind: 'server', url: getDatabaseUrl(url, template) },
    createLogger('silent'),
  );
  await migrateDatabase(database);
  await database.close();
  const remove = () => dropDatabases(url, template);
  return { template: { kind: 'server', url, template }, remove };
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

async function hashMigrations(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort()) {
    hash.update(name).update(await readFile(join(MIGRATIONS, name)));
  }
  return hash.digest('hex').slice(0, 16);
}
