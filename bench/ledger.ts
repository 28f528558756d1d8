/**
 * `npm run bench:ledger [-- --entries 100000] [-- --publications 500] [-- --database URL]`: publishes signals with and without
 * their entries in the ledger, one after the other and ten at a time, on a new database (embedded, or on the PostgreSQL server of
 * the URL). Then fills the ledger, exports it and verifies the file with the script, the command and as the page does. Prints the durations, the size of the file and
 * the peak of this process's memory while it exports.
 *
 * `npm run bench:ledger -- --by-url [--signals 20000] [--database URL]`: fills a database with evaluated signals, each with five entries, and
 * verifies the site of a server on it with the command, the script and the page in Chromium (`CHROMIUM_PATH`).
 */
import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '#core/server/config/config.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { storeMode } from '#core/server/startup/database/database-mode.ts';
import { openDatabase } from '#core/server/startup/database/open-database.ts';
import { type RecordReport, verifyBytes, verifyWithNode } from '#features/ledger/contract/verify-record.mjs';
import {
  appendEntries,
  createSigningKey,
  generateSigningKey,
  type SigningKey,
} from '#features/ledger/server/append-entries.ts';
import { listLines } from '#features/ledger/server/list-lines.ts';
import { verifyLedger } from '#features/ledger/server/verify-ledger.ts';
import { presentAdminSignal } from '#features/signals/server/present-signal.ts';
import { insertSignal, insertVersions } from '#features/signals/server/signals.queries.ts';
import { insertEvents } from '#features/signals/server/stream/signal-events.queries.ts';
import { toVersionEntry } from '#features/signals/server/track-record/ledger/to-entry.ts';
import { getPostgresBinDir } from '#tests/support/database/postgres-binaries.ts';
import { createServerDatabase } from './support/database-on-server.ts';
import { getMedian, getQuantile } from './support/report.ts';
import { fillSite, measureByUrl } from './support/verify-by-url.ts';

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '100000' },
    publications: { type: 'string', default: '500' },
    database: { type: 'string' },
    'by-url': { type: 'boolean', default: false },
    signals: { type: 'string', default: '20000' },
  },
});
const entryCount = Number(values.entries);
const publications = Number(values.publications);
const SCRIPT = new URL('../features/ledger/contract/verify-record.mjs', import.meta.url).pathname;
/** The entries of one transaction, which has one head. */
const BATCH = 20;

const logger = createLogger('error');
const dir = mkdtempSync(join(tmpdir(), 'tezi-bench-ledger-'));
const ownDatabase = values.database ? await createServerDatabase(values.database) : null;
const settings = {
  POSTGRES_BIN_DIR: getPostgresBinDir() ?? '',
  DATA_DIR: dir,
  DATABASE_URL: ownDatabase?.url ?? '',
};
const config = readConfig(settings);
const { database, close } = await openDatabase(config, logger, {
  waitMs: 60_000,
  // Otherwise a demo starts on no database with signals.
  prepare: ({ db }) => storeMode(db, 'demo'),
});
try {
  console.log(`${ownDatabase ? 'PostgreSQL' : 'Embedded database'}\n`);
  if (values['by-url']) {
    const signals = Number(values.signals);
    const signingKey = createSigningKey(generateSigningKey());
    await measure(`enter ${signals} signals`, () => fillSite(database, signals, signingKey));
  } else await measureFiles();
} finally {
  await close();
}
try {
  if (values['by-url']) await measureByUrl(settings, measure);
} finally {
  await ownDatabase?.remove();
  rmSync(dir, { recursive: true, force: true });
}

async function measureFiles(): Promise<void> {
  await publishAll(1, { isEntered: true });
  for (const concurrency of [1, 10]) {
    for (const isEntered of [false, true]) {
      const times = await publishAll(concurrency, { isEntered });
      const name = `publish, ${concurrency} at a time, ${isEntered ? 'with' : 'without'} the ledger`;
      console.log(
        `${name.padEnd(44)} median ${getMedian(times).toFixed(2)} ms, p99 ${getQuantile(times, 0.99).toFixed(2)} ms`,
      );
    }
  }
  const signingKey = createSigningKey(generateSigningKey());
  await measure(`append ${entryCount} entries`, () => fill(signingKey));
  const file = join(dir, 'record.jsonl');
  await measure('export', () => exportTo(file));
  console.log(`${'size'.padEnd(44)} ${(statSync(file).size / 1024 / 1024).toFixed(1)} MB`);
  await measure('verify with the script', async () => {
    console.log(execFileSync(process.execPath, [SCRIPT, file], { encoding: 'utf8' }).split('\n')[1]);
  });
  await measure('verify as the command does', async () => expectValid(await verifyWithNode(file)));
  await measure('verify as the page does, with Web Crypto', async () =>
    expectValid(await verifyBytes(createReadStream(file))),
  );
  await measure('verify the database', async () => {
    expectValid(await verifyLedger(database.db, Date.now()));
  });
}

function expectValid({ problem }: RecordReport): void {
  if (problem) throw new Error(problem.message);
}

async function publishAll(concurrency: number, { isEntered }: { isEntered: boolean }): Promise<number[]> {
  const times: number[] = [];
  let left = publications;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left > 0) {
        left -= 1;
        const begin = performance.now();
        await database.transaction((tx) => publish(tx, isEntered));
        times.push(performance.now() - begin);
      }
    }),
  );
  return times;
}

/** The statements of `publishSignal`. */
async function publish(tx: Transaction, isEntered: boolean): Promise<void> {
  const now = new Date();
  const row = await insertSignal(tx, {
    signalType: 'swing',
    symbol: 'LUCK',
    entryPrice: '471.00',
    stopLoss: '448.00',
    targetPoints: ['495.00', '518.00'],
    leverage: 1,
    shariahType: 'Unknown',
    riskType: 'medium',
    orderType: 'buy',
    callStatus: 'in_progress',
    version: 1,
    createdAt: now,
  });
  const version = {
    signalId: row.id,
    version: 1,
    action: 'added' as const,
    changedAt: now,
    changedBy: 'benchmark',
    signal: presentAdminSignal(row),
  };
  await insertVersions(tx, [version]);
  if (isEntered) await appendEntries(tx, [toVersionEntry(version)], null);
  const event = { signalId: row.id, signalType: row.signalType, kind: 'created' as const };
  await insertEvents(tx, [{ ...event, version: row.version, recordedAt: now }]);
}

async function fill(signingKey: SigningKey): Promise<void> {
  for (let start = 0; start < entryCount; start += BATCH) {
    const recordedAt = new Date();
    const entries = Array.from({ length: Math.min(BATCH, entryCount - start) }, (_, index) => ({
      kind: 'signal.published',
      reference: `bench:${start + index}`,
      subject: `signal:${makeSignal(start + index).id}`,
      payload: { action: 'added', changed_at: recordedAt.toISOString(), signal: makeSignal(start + index) },
      isOpen: true,
      recordedAt,
    }));
    await database.transaction((tx) => appendEntries(tx, entries, signingKey));
  }
}

function makeSignal(number: number) {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    signal_type: 'intraday',
    symbol: 'LUCK',
    title: 'Lucky Cement Limited',
    sector: 'Cement',
    entry_price: '471.00',
    stop_loss: '448.00',
    target_points: ['495.00', '518.00', '540.00'],
    leverage: 1,
    shariah_type: 'Compliant',
    risk_type: 'medium',
    order_type: 'buy',
    call_status: 'in_progress',
    created_at: '2026-11-23T05:42:00.000Z',
    changed_at: null,
    closed_at: null,
    analyst_name: 'Ayesha Khan',
    analyst_registration: 'RA-0001',
    version: 1,
  };
}

async function exportTo(file: string): Promise<void> {
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const range = { from: 1, until: Number.MAX_SAFE_INTEGER, lastRelease: 0, signedUntil: new Date() };
  await pipeline(Readable.from(listLines(database.db, range)), createWriteStream(file));
  clearInterval(sampling);
  console.log(`${'memory while exporting'.padEnd(44)} +${((peak - before) / 1024 / 1024).toFixed(0)} MB`);
}

async function measure(name: string, work: () => Promise<void>): Promise<void> {
  const begin = performance.now();
  await work();
  console.log(`${name.padEnd(44)} ${((performance.now() - begin) / 1000).toFixed(2)} s`);
}
