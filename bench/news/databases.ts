import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '#core/server/config/config.ts';
import { CHANGE_CHANNEL, type ChangeOptions, toChangePayload } from '#core/server/platform/change-bus.ts';
import type { Database } from '#core/server/platform/database.ts';
import { findRunningUrl } from '#core/server/platform/embedded-database/embedded-database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { withConnection } from '#core/server/platform/migrations/migrate.ts';
import { storeMode } from '#core/server/startup/database/database-mode.ts';
import { openDatabase } from '#core/server/startup/database/open-database.ts';
import { getPostgresBinDir } from '#tests/support/database/postgres-binaries.ts';
import { createServerDatabase } from '../support/database-on-server.ts';

/** A temporary database. */
export interface BenchDatabase {
  /** The environment variables that make the server use it. */
  settings: Record<string, string>;
  fill(work: (db: pg.Pool | pg.ClientBase) => Promise<void>): Promise<void>;
  /** Notifies the server that the news changed. */
  announce: (options?: ChangeOptions) => Promise<void>;
  remove(): Promise<void>;
}

const logger = createLogger('silent');
/** The servers of the benchmarks are demos, which reject content that they find without the mode of a demo. */
const FOR_DEMO = { prepare: ({ db }: Database) => storeMode(db, 'demo') };

export async function createEmbeddedNewsDatabase(): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tezi-bench-news-'));
  const settings = { DATA_DIR: dataDir };
  return {
    settings,
    async fill(work) {
      const { database, close } = await openDatabase(
        readConfig({ ...settings, POSTGRES_BIN_DIR: getPostgresBinDir() ?? '' }),
        logger,
        FOR_DEMO,
      );
      await work(database.pool);
      await database.pool.query('vacuum analyze articles');
      await close();
    },
    async announce(options) {
      const url = await findRunningUrl(dataDir);
      if (url !== null) await withConnection(url, (client) => announceNews(client, options));
    },
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

export async function createServerNewsDatabase(serverUrl: string, size: number): Promise<BenchDatabase> {
  const created = await createServerDatabase(serverUrl, `_${size}`);
  const settings = { DATABASE_URL: created.url };
  const opened = await openDatabase(readConfig(settings), logger, FOR_DEMO);
  await opened.close();

  const client = new pg.Client({ connectionString: created.url });
  await client.connect();
  return {
    settings,
    fill: (work) => withoutIndexes(client, work),
    announce: (options) => announceNews(client, options),
    async remove() {
      await client.end();
      await created.remove();
    },
  };
}

async function announceNews(client: pg.ClientBase, options?: ChangeOptions): Promise<void> {
  await client.query('select pg_notify($1, $2)', [
    CHANGE_CHANNEL,
    toChangePayload('news', 'benchmark', options),
  ]);
}

/** Drops the indexes during a bulk insert, which is faster. */
export async function withoutIndexes(
  client: pg.Client,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'");
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'articles' and indexname like '%_idx'`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work(client);
  for (const { definition } of rows) await client.query(definition);
  await client.query('vacuum analyze');
}
