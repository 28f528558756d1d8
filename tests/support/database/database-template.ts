import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { connectDatabase } from '#server/platform/database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { migrateDatabase } from '#server/platform/migrate.ts';

/** An empty, migrated database that every test file starts with: a dump, or a database on the PostgreSQL server. */
export type DatabaseTemplate =
  | { kind: 'embedded'; path: string }
  | { kind: 'server'; url: string; template: string };

interface Template {
  template: DatabaseTemplate;
  remove: () => Promise<void>;
}

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/tezi', import.meta.url));

/** Making an embedded database takes seconds, so its dump is kept until the migrations change. */
export async function getEmbeddedTemplate(): Promise<Template> {
  const path = join(CACHE, `template-${await hashMigrations()}.tar`);
  if (!existsSync(path)) {
    const database = await PGlite.create();
    await migrate(drizzle(database), { migrationsFolder: MIGRATIONS });
    const dump = await database.dumpDataDir('none');
    await database.close();
    await mkdir(CACHE, { recursive: true });
    await writeFile(`${path}.${process.pid}`, Buffer.from(await dump.arrayBuffer()));
    await rename(`${path}.${process.pid}`, path);
  }
  return { template: { kind: 'embedded', path }, remove: async () => {} };
}

export async function createServerTemplate(url: string): Promise<Template> {
  const template = `tezi_template_${process.pid}`;
  await runOnServer(url, `create database ${template}`);
  const database = connectDatabase(
    { kind: 'server', url: getDatabaseUrl(url, template) },
    createLogger('silent'),
  );
  await migrateDatabase(database);
  await database.close();
  const remove = () => runOnServer(url, `drop database if exists ${template} with (force)`);
  return { template: { kind: 'server', url, template }, remove };
}

/** Runs one statement on the server's own database. */
export async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
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
