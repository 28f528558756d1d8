/**
 * `npm run bench:imports [-- --rows 50000] [-- --database URL]`: starts the product's own server on a fresh database (the
 * embedded one, or a new one on the PostgreSQL server of that address), imports generated files of meetings and of closures
 * as the command does beside a running server, then the same files again, and takes both back. Prints how long each took,
 * the longest time for which nothing else in the importing process got a turn, and how quickly the server answered a list
 * meanwhile.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { IMPORT_KINDS, type ImportKind } from '#contract/corporate-actions/imports.ts';
import { readConfig } from '#server/config/config.ts';
import { createImporter, type Importer } from '#server/domains/corporate-actions/corporate-actions.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createLogger } from '#server/platform/logger.ts';
import { joinDatabase } from '#server/startup/open-database.ts';
import { makeFile } from './imports/files.ts';
import { startServer } from './server.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '50000' }, database: { type: 'string' } },
});
const rows = Number(values.rows);
const logger = createLogger('error');

const dataDir = mkdtempSync(join(tmpdir(), 'tezi-bench-imports-'));
const made = values.database ? await makeDatabase(values.database) : null;
const settings = { DATA_DIR: dataDir, DATABASE_URL: made?.url ?? '' };
const server = await startServer(settings);
const { database, close } = await joinDatabase(readConfig(settings), logger);
const importer = createImporter({ database, clock: systemClock, logger });
try {
  console.log(`${made ? 'PostgreSQL' : 'Embedded database'}, ${rows} rows a file\n`);
  console.log(
    `${''.padEnd(34)}${'seconds'.padStart(9)}${'rows/s'.padStart(9)}${'stall ms'.padStart(10)}${'list p50 / p99 ms'.padStart(20)}`,
  );
  await measure('nothing, for comparison', () => sleep(5_000));
  for (const kind of IMPORT_KINDS) await measureKind(importer, kind);
} finally {
  await importer.close();
  await close();
  await server.stop();
  await made?.remove();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measureKind(running: Importer, kind: ImportKind): Promise<void> {
  const file = { kind, fileName: `${kind}.csv`, content: makeFile(kind, rows) };
  await measure(`${kind}: preview`, () => running.plan(file));
  let id = 0;
  await measure(`${kind}: import`, async () => {
    const { finished } = await running.start(file, await running.plan(file), { by: 'benchmark' });
    ({ id } = await finished);
  });
  await measure(`${kind}: the same again`, async () => {
    const { counts } = await running.plan(file);
    if (counts.unchanged !== rows) throw new Error(`${counts.unchanged} of ${rows} rows are unchanged`);
  });
  await measure(`${kind}: undo`, async () => {
    const { finished } = await running.undo(id, { by: 'benchmark' });
    await finished;
  });
}

async function measure(what: string, work: () => Promise<unknown>): Promise<void> {
  const asking = askLists();
  const stalls = monitorEventLoopDelay({ resolution: 5 });
  stalls.enable();
  const begin = performance.now();
  await work();
  const seconds = (performance.now() - begin) / 1000;
  stalls.disable();
  const times = await asking.stop();
  const isCounted = what.includes(':');
  console.log(
    what.padEnd(34) +
      seconds.toFixed(1).padStart(9) +
      (isCounted ? String(Math.round(rows / seconds)) : '').padStart(9) +
      (stalls.max / 1e6).toFixed(0).padStart(10) +
      `${quantile(times, 0.5).toFixed(0)} / ${quantile(times, 0.99).toFixed(0)}`.padStart(20),
  );
}

/** Asks for pages of the list one after the other, with a pause, until it is stopped. */
function askLists(): { stop(): Promise<number[]> } {
  let isStopped = false;
  const times: number[] = [];
  const asked = (async () => {
    for (let page = 0; !isStopped; page += 1) {
      const begin = performance.now();
      const answer = await fetch(`${server.url}/api/board-meetings/?search=${page}`);
      const body = await answer.text();
      if (answer.status !== 200) throw new Error(`the list answered ${answer.status}: ${body.slice(0, 200)}`);
      times.push(performance.now() - begin);
      await sleep(50);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await asked;
      return times;
    },
  };
}

function quantile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function makeDatabase(serverUrl: string): Promise<{ url: string; remove(): Promise<void> }> {
  const name = `tezi_bench_imports_${process.pid}`;
  const root = new pg.Client({ connectionString: serverUrl });
  await root.connect();
  await root.query(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async remove() {
      await root.query(`drop database ${name} with (force)`);
      await root.end();
    },
  };
}
