/**
 * `npm run bench:imports [-- --rows 50000] [-- --database URL]`: starts the server on a new database (embedded, or on
 * the PostgreSQL server of the URL), imports generated files of meetings and closures as the command does next to a
 * running server, imports the same files again, and reverts both imports. Prints the duration of each step, the longest
 * event loop delay of the importing process, and the response times of a list on the server during the step.
 *
 * `npm run bench:imports -- --accuracy [--verbose]` measures the rows of `accuracy/` instead, without a server.
 *
 * `npm run bench:imports -- --previews` measures previews over HTTP instead (`previews.ts`).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '#core/server/config/config.ts';
import { systemClock } from '#core/server/platform/clock.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { joinDatabase } from '#core/server/startup/database/open-database.ts';
import type { ImportKind } from '#features/imports/contract/imports.ts';
import type { Importer } from '#features/imports/server/imports.ts';
import { setUpImporter } from '#services.ts';
import { createServerDatabase } from '../support/database-on-server.ts';
import { startServer } from '../support/server.ts';
import { measureAccuracy, printAccuracy } from './accuracy.ts';
import { makeFile } from './files.ts';
import { measurePreviews } from './previews.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string' },
    database: { type: 'string' },
    accuracy: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    previews: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
});
if (values.accuracy)
  process.exit(printAccuracy(await measureAccuracy(), { isVerbose: values.verbose }) ? 0 : 1);
if (values.previews) {
  const { database, only } = values;
  await measurePreviews({
    rows: Number(values.rows ?? 20_000),
    rounds: Number(values.rounds),
    databaseUrl: database,
    only,
  });
  process.exit();
}
const rows = Number(values.rows ?? 50_000);
const logger = createLogger('error');

const dataDir = mkdtempSync(join(tmpdir(), 'tezi-bench-imports-'));
const ownDatabase = values.database ? await createServerDatabase(values.database) : null;
const settings = { DATA_DIR: dataDir, DATABASE_URL: ownDatabase?.url ?? '' };
const server = await startServer(settings);
const { database, close } = await joinDatabase(readConfig(settings), logger);
const importer = setUpImporter({ database, clock: systemClock, logger });
try {
  console.log(`${ownDatabase ? 'PostgreSQL' : 'Embedded database'}, ${rows} rows per file\n`);
  console.log(
    `${''.padEnd(34)}${'seconds'.padStart(9)}${'rows/s'.padStart(9)}${'stall ms'.padStart(10)}${'list p50 / p99 ms'.padStart(20)}`,
  );
  await measure('idle, for comparison', () => sleep(5_000));
  for (const kind of ['board-meetings', 'book-closures'] as const) await measureKind(importer, kind);
} finally {
  await importer.close();
  await close();
  await server.stop();
  await ownDatabase?.remove();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measureKind(importer: Importer, kind: ImportKind): Promise<void> {
  const file = { kind, fileName: `${kind}.csv`, content: makeFile(kind, rows) };
  await measure(`${kind}: preview`, () => importer.plan(file));
  let id = 0;
  await measure(`${kind}: import`, async () => {
    const { finished } = await importer.start(file, await importer.plan(file), { by: 'benchmark' });
    ({ id } = await finished);
  });
  await measure(`${kind}: import again`, async () => {
    const { counts } = await importer.plan(file);
    if (counts.unchanged !== rows) throw new Error(`${counts.unchanged} of ${rows} rows are unchanged`);
  });
  await measure(`${kind}: revert`, async () => {
    const { finished } = await importer.revert(id, { by: 'benchmark' });
    await finished;
  });
}

async function measure(label: string, work: () => Promise<unknown>): Promise<void> {
  const polling = pollList();
  const stalls = monitorEventLoopDelay({ resolution: 5 });
  stalls.enable();
  const begin = performance.now();
  await work();
  const seconds = (performance.now() - begin) / 1000;
  stalls.disable();
  const times = await polling.stop();
  const isCounted = label.includes(':');
  console.log(
    label.padEnd(34) +
      seconds.toFixed(1).padStart(9) +
      (isCounted ? String(Math.round(rows / seconds)) : '').padStart(9) +
      (stalls.max / 1e6).toFixed(0).padStart(10) +
      `${getQuantile(times, 0.5).toFixed(0)} / ${getQuantile(times, 0.99).toFixed(0)}`.padStart(20),
  );
}

/** Requests the list repeatedly, with a pause, until stopped. */
function pollList(): { stop(): Promise<number[]> } {
  let isStopped = false;
  const times: number[] = [];
  const finished = (async () => {
    for (let page = 0; !isStopped; page += 1) {
      const begin = performance.now();
      const response = await fetch(`${server.url}/api/board-meetings/?search=${page}`);
      const body = await response.text();
      if (response.status !== 200)
        throw new Error(`the list responded with status ${response.status}: ${body.slice(0, 200)}`);
      times.push(performance.now() - begin);
      await sleep(50);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await finished;
      return times;
    },
  };
}

function getQuantile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
