import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { restoreBackup } from '#core/server/platform/backup/restore-backup.ts';
import { startEmbeddedDatabase } from '#core/server/platform/embedded-database/embedded-database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { withConnection } from '#core/server/platform/migrations/migrate.ts';
import { getPostgresBinDir } from '#tests/support/database/postgres-binaries.ts';
import { NODE, ROOT, type ServerProcess } from '#tests/support/server-process.ts';
import { makeTemporaryDataDir, startFaultServer } from './support/fault-server.ts';
import { countAcknowledged, createJournal, type Journal, type Progress } from './support/journal.ts';
import { type PostgresServer, usePostgres } from './support/postgres.ts';
import { LOAD_SETTINGS, PADDLE_SETTINGS, startProductLoad } from './support/product-load.ts';
import { getSeed } from './support/random.ts';
import { readTableChecksums, type TableChecksums } from './support/table-checksums.ts';
import { verifyJournal } from './support/verify-journal.ts';

const BACKUPS = 3;
const TIMEOUT_MS = 600_000;
/** Makes a backup take long enough for many writes. */
const ADD_ARTICLES = `
  insert into articles (source_id, key, title, content, excerpt, category, pub_date, fetched_at)
  select (select min(id) from news_sources), 'filler ' || n, 'Article ' || n, repeat(md5(n::text) || ' ', 60), '',
    'General', now() - n * interval '1 hour', now()
  from generate_series(1, 20000) as n`;

describe('a backup that is made under load', () => {
  const postgres = usePostgres();

  it.skipIf(!postgres)(
    'has every write of the embedded database that was acknowledged before it began, in both databases',
    { timeout: TIMEOUT_MS },
    async () => {
      const dataDir = makeTemporaryDataDir();
      const url = `postgres:///tezi?user=postgres&host=${join(dataDir, 'socket')}`;
      await backUpUnderLoad('embedded database', { url, settings: { DATA_DIR: dataDir } }, postgres);
    },
  );

  it.skipIf(!postgres)(
    'has every write of PostgreSQL that was acknowledged before it began, in both databases',
    { timeout: TIMEOUT_MS },
    async () => {
      const url = (await postgres?.createDatabase('backup_source')) ?? '';
      await backUpUnderLoad('PostgreSQL', { url, settings: { DATABASE_URL: url } }, postgres);
    },
  );
});

interface Product {
  url: string;
  settings: Record<string, string>;
}

async function backUpUnderLoad(
  name: string,
  { url, settings }: Product,
  postgres: PostgresServer | null,
): Promise<void> {
  const seed = getSeed();
  const dir = mkdtempSync(join(tmpdir(), 'tezi-faults-backup-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const server = await startFaultServer({
    ...LOAD_SETTINGS,
    ...PADDLE_SETTINGS,
    LOG_LEVEL: 'silent',
    ...settings,
  });
  await withConnection(url, (client) => client.query(ADD_ARTICLES));
  const before = await readTableChecksums(url);

  const journal = createJournal();
  const load = await startProductLoad(server, journal, { seed });
  const backups: { file: string; expected: Journal; seconds: number; writes: number }[] = [];
  for (let number = 1; number <= BACKUPS; number += 1) {
    const file = join(dir, `${number}.backup`);
    const acknowledged = structuredClone(journal);
    const begin = performance.now();
    await runBackup(server, file);
    backups.push({
      file,
      expected: limitToBackup(structuredClone(journal), acknowledged),
      seconds: (performance.now() - begin) / 1000,
      writes: countAcknowledged(journal) - countAcknowledged(acknowledged),
    });
  }
  await load.stop();
  expect(load.unexpected).toEqual([]);
  expect(server.hasExited()).toBe(false);

  // What the load does not change must be the same in the source and in its copies.
  const after = await readTableChecksums(url);
  const unchanged = Object.keys(before).filter((table) => before[table] === after[table]);
  expect(unchanged).toContain('public.articles');
  let rows = 0;
  for (const [index, { file, expected }] of backups.entries()) {
    const serverUrl =
      (await postgres?.createDatabase(`copy_of_${name.replace(' ', '_')}_${index}`.toLowerCase())) ?? '';
    const copies = [await createEmptyEmbedded(), serverUrl];
    const checksums: TableChecksums[] = [];
    for (const copy of copies) {
      const { tables } = await restoreBackup(copy, file);
      rows = tables.reduce((sum, table) => sum + table.rows, 0);
      await verifyJournal(expected, (statement) => query(copy, statement));
      const stored = await readTableChecksums(copy);
      for (const table of tables) expect(stored[table.name], table.name).toMatch(`${table.rows} rows `);
      checksums.push(stored);
    }
    expect(checksums[1]).toEqual(checksums[0]);
    for (const table of unchanged) expect(checksums[0]?.[table], table).toBe(before[table]);
  }
  const durations = backups.map(({ seconds, writes }) => `${seconds.toFixed(1)} s with ${writes} writes`);
  const statuses = [...journal.statuses].map(([status, count]) => `${count} × ${status || 'no response'}`);
  process.stdout.write(
    `  backups under load, ${name}: ${durations.join(', ')}; ${rows} rows in the last; ` +
      `${countAcknowledged(journal)} acknowledged writes, 0 lost, 0 incomplete; ` +
      `${unchanged.length} of ${Object.keys(before).length} tables compared with the source, all between the copies; ` +
      `${statuses.join(', ')}\n`,
  );
}

/** Runs the operator's command next to the running server. */
const runBackup = ({ env }: ServerProcess, file: string) =>
  promisify(execFile)(NODE, ['cli.ts', 'backup', file], { cwd: ROOT, env });

/** Returns what a backup must contain: what was acknowledged before it began, and nothing that was sent after its end. */
function limitToBackup(atEnd: Journal, atBegin: Journal): Journal {
  const limit = <Key>(progress: Map<Key, Progress>, begin: ReadonlyMap<Key, Progress>) => {
    for (const [key, entry] of progress) entry.acknowledged = begin.get(key)?.acknowledged ?? -1;
  };
  limit(atEnd.customers, atBegin.customers);
  limit(atEnd.signals, atBegin.signals);
  limit(atEnd.subscriptions, atBegin.subscriptions);
  return atEnd;
}

async function createEmptyEmbedded(): Promise<string> {
  const options = { dataDir: makeTemporaryDataDir(), postgresBinDir: getPostgresBinDir() };
  const embedded = await startEmbeddedDatabase(options, createLogger('silent'));
  onTestFinished(() => embedded.close());
  return embedded.url;
}

const query = <Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> =>
  withConnection(url, async (client) => (await client.query<Row>(statement)).rows);
