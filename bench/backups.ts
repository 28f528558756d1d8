/**
 * `npm run bench:backups [-- --articles N] [-- --database URL] [-- --runs N]`: fills the embedded database with
 * 20,000 generated articles, copies it to PostgreSQL with a backup, and prints the duration of `npm run tezi -- backup` and
 * `restore` on both, with the size of the file. Each is the median of three (N) runs of the command, with the start of its
 * process. Without a PostgreSQL server (TEST_DATABASE_URL) it measures the embedded database only.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { getPostgresBinDir } from '#tests/support/database/postgres-binaries.ts';
import { NODE, ROOT } from '#tests/support/server-process.ts';
import { addArticles } from './news/articles.ts';
import { createEmbeddedNewsDatabase } from './news/databases.ts';
import { createServerDatabase } from './support/database-on-server.ts';
import { getMedian, report } from './support/report.ts';

const { values } = parseArgs({
  options: {
    articles: { type: 'string', default: '20000' },
    database: { type: 'string' },
    runs: { type: 'string', default: '3' },
  },
});
const RUNS = Number(values.runs);
const serverUrl = values.database ?? process.env.TEST_DATABASE_URL;
const table = `Backups of ${values.articles} articles`;
const dir = mkdtempSync(join(tmpdir(), 'tezi-bench-backups-'));

type Settings = Record<string, string>;

const embedded = await createEmbeddedNewsDatabase();
try {
  await embedded.fill((db) => addArticles(db, Number(values.articles)));
  const file = await measureBackup('embedded database', embedded.settings);
  await measureRestore('embedded database', file, async (run) => {
    const dataDir = join(dir, `restored-${run}`);
    return { settings: { DATA_DIR: dataDir }, remove: () => rmSync(dataDir, { recursive: true }) };
  });
  if (serverUrl) {
    const createTarget = async (run: number) => {
      const database = await createServerDatabase(serverUrl, `_${run}`);
      return { settings: { DATABASE_URL: database.url }, remove: () => database.remove() };
    };
    await measureRestore('PostgreSQL', file, createTarget);
    const target = await createTarget(RUNS);
    try {
      await runCommand('restore', file, target.settings);
      await measureBackup('PostgreSQL', target.settings);
    } finally {
      await target.remove();
    }
  }
} finally {
  await embedded.remove();
  rmSync(dir, { recursive: true, force: true });
}

async function measureBackup(name: string, settings: Settings): Promise<string> {
  const files = Array.from({ length: RUNS }, (_, run) => join(dir, `${name}-${run}.backup`));
  const seconds: number[] = [];
  for (const file of files) seconds.push(await runCommand('backup', file, settings));
  const [file = ''] = files;
  const size = `${(statSync(file).size / 1024 / 1024).toFixed(1)} MB`;
  report({ table, name: `backup, ${name}`, figures: { seconds: getMedian(seconds).toFixed(2), size } });
  return file;
}

async function measureRestore(
  name: string,
  file: string,
  create: (run: number) => Promise<{ settings: Settings; remove: () => unknown }>,
): Promise<void> {
  const seconds: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const target = await create(run);
    try {
      seconds.push(await runCommand('restore', file, target.settings));
    } finally {
      await target.remove();
    }
  }
  const figures = { seconds: getMedian(seconds).toFixed(2), size: '' };
  report({ table, name: `restore, ${name}`, figures });
}

/** Returns the duration in seconds. */
async function runCommand(command: 'backup' | 'restore', file: string, settings: Settings): Promise<number> {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = {
    PATH,
    HOME,
    TMPDIR,
    MODE: 'demo',
    DATABASE_URL: 'embedded',
    POSTGRES_BIN_DIR: getPostgresBinDir() ?? '',
    ...settings,
  };
  const begin = performance.now();
  await promisify(execFile)(NODE, ['cli.ts', command, file], { cwd: ROOT, env });
  return (performance.now() - begin) / 1000;
}
