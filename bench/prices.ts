/**
 * `npm run bench:prices [-- --symbols 500] [-- --days 1240] [-- --database URL]`: imports one generated file of prices for
 * each trading day as one import, on a new database (embedded, or on the PostgreSQL server of the URL), plans the same files
 * again, imports another day, calculates the facts of all symbols again, and reverts the first import. Prints the duration of each
 * step, the size of the tables, and the memory of this process.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#core/server/config/config.ts';
import { systemClock } from '#core/server/platform/clock.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { openDatabase } from '#core/server/startup/database/open-database.ts';
import type { ImportFile } from '#features/imports/server/imports.ts';
import { cacheHolidays, getPreviousTradingDay, listCompanies } from '#features/market/server/market.ts';
import { refreshFacts } from '#features/market/server/prices/facts/refresh-facts.ts';
import { setUpImporter } from '#services.ts';
import { getPostgresBinDir } from '#tests/support/database/postgres-binaries.ts';
import { createServerDatabase } from './support/database-on-server.ts';

const { values } = parseArgs({
  options: {
    symbols: { type: 'string', default: '500' },
    days: { type: 'string', default: '1240' },
    database: { type: 'string' },
  },
});
const symbols = Number(values.symbols);
const days = Number(values.days);
/** Of the directory, because others need a confirmation. */
const names = listCompanies()
  .slice(0, symbols)
  .map(({ symbol }) => symbol);
const rows = symbols * days;

const logger = createLogger('error');
const dataDir = mkdtempSync(join(tmpdir(), 'tezi-bench-prices-'));
const ownDatabase = values.database ? await createServerDatabase(values.database) : null;
const config = readConfig({
  POSTGRES_BIN_DIR: getPostgresBinDir() ?? '',
  DATA_DIR: dataDir,
  DATABASE_URL: ownDatabase?.url ?? '',
});
const { database, close } = await openDatabase(config, logger, {
  report: () => {},
  waitMs: 60_000,
  prepare: async () => {},
});
const holidays = await cacheHolidays(database)();
const importer = setUpImporter({ database, clock: systemClock, logger });
let peakBytes = 0;
const sampling = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
}, 200);
try {
  console.log(`${ownDatabase ? 'PostgreSQL' : 'Embedded database'}, ${symbols} symbols, ${days} days\n`);
  let id = 0;
  await measure('import', async () => {
    id = await importFiles(makeFiles(), rows);
  });
  let dayId = 0;
  await measure(
    'import of another day',
    async () => {
      dayId = await importFiles([makeFile('2026-11-23', 0)], symbols);
    },
    symbols,
  );
  await measure('facts alone', () => database.transaction((tx) => refreshFacts(tx, names)), symbols);
  await revert(dayId);
  const { rows: sizes } = await database.pool.query<{ table: string; mb: string }>(
    `select relname as table, round(pg_total_relation_size(oid) / 1048576.0, 1) as mb from pg_class
     where relname in ('price_bars', 'replaced_prices', 'import_changes') order by relname`,
  );
  for (const { table, mb } of sizes) console.log(`${table.padEnd(34)}${mb.padStart(9)} MB`);
  await measure('plan again', async () => {
    for await (const file of makeFiles()) {
      const { counts } = await importer.plan(file);
      if (counts.unchanged !== symbols)
        throw new Error(`${counts.unchanged} of ${symbols} rows are unchanged`);
    }
  });
  await measure('revert', () => revert(id));
  console.log(
    `${'peak memory of this process'.padEnd(34)}${(peakBytes / 1048576).toFixed(0).padStart(9)} MB`,
  );
} finally {
  clearInterval(sampling);
  await importer.close();
  await close();
  await ownDatabase?.remove();
  rmSync(dataDir, { recursive: true, force: true });
}

async function importFiles(
  files: Iterable<ImportFile> | AsyncIterable<ImportFile>,
  expected: number,
): Promise<number> {
  const all = (async function* () {
    yield* files;
  })();
  const { finished } = await importer.startFiles({ kind: 'prices', name: 'benchmark' }, all, {
    by: 'benchmark',
    onPlanned: () => {},
    onRejected: (_, error) => {
      throw error;
    },
  });
  const done = await finished;
  if (done.new !== expected) throw new Error(`${done.new} of ${expected} rows are new`);
  return done.id;
}

async function revert(importId: number): Promise<void> {
  const { finished } = await importer.revert(importId, { by: 'benchmark' });
  await finished;
}

async function measure(label: string, work: () => Promise<unknown>, count = rows): Promise<void> {
  const begin = performance.now();
  await work();
  const seconds = (performance.now() - begin) / 1000;
  console.log(`${label.padEnd(34)}${seconds.toFixed(1).padStart(9)} s ${Math.round(count / seconds)} rows/s`);
}

async function* makeFiles(): AsyncGenerator<ImportFile> {
  let date = '2026-11-21';
  for (let day = 0; day < days; day += 1) {
    date = getPreviousTradingDay(date, holidays);
    yield makeFile(date, day);
  }
}

function makeFile(date: string, day: number): ImportFile {
  const lines = names.map((name, symbol) => {
    // Within the price limits, as almost all closes are.
    const close = 10_000 + ((symbol * 7919) % 90_000) + ((day * 37) % 400);
    const [low, high] = [close - 10, close + 15].map((paisa) => (paisa / 100).toFixed(2));
    const price = (close / 100).toFixed(2);
    return `${name},${date},${price},${high},${low},${price},${1000 + symbol * day},${price},`;
  });
  return {
    kind: 'prices',
    fileName: `${date}.csv`,
    content: ['symbol,date,open,high,low,close,volume,previous_close,suffix', ...lines].join('\n'),
  };
}
