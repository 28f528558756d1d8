/**
 * `npm run bench:evaluation [-- --signals 10000] [-- --symbols 500] [-- --days 1240] [-- --database URL]`: evaluates signals
 * over five years of generated bars, on a new database (embedded, or on the PostgreSQL server of the URL). Prints the duration,
 * the longest time in which the event loop did nothing else, and the memory of the first evaluation, which stores every outcome,
 * and of those after a publication, a corrected price, new prices of all symbols, a new holiday and new rules. Then starts a
 * server on the same database, and prints how long the first response with the statistics of each period takes, and with wrk
 * the rate of the cached one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { paths } from '#core/contract/paths.ts';
import { readConfig } from '#core/server/config/config.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { openDatabase } from '#core/server/startup/database/open-database.ts';
import { cacheHolidays, getPreviousTradingDay } from '#features/market/server/market.ts';
import { PERFORMANCE_PERIODS, readPerformance } from '#features/signals/contract/track-record/performance.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { getPostgresBinDir } from '#tests/support/database/postgres-binaries.ts';
import { measureRate } from './responses/load.ts';
import { createServerDatabase } from './support/database-on-server.ts';
import { getMedian } from './support/report.ts';
import { startServer } from './support/server.ts';

const { values } = parseArgs({
  options: {
    signals: { type: 'string', default: '10000' },
    symbols: { type: 'string', default: '500' },
    days: { type: 'string', default: '1240' },
    database: { type: 'string' },
  },
});
const signals = Number(values.signals);
const symbols = Number(values.symbols);
const days = Number(values.days);
const NOW = new Date('2026-11-22T08:00:00Z');
const SIGNALS_PER_STATEMENT = 5_000;

const dataDir = mkdtempSync(join(tmpdir(), 'tezi-bench-evaluation-'));
const ownDatabase = values.database ? await createServerDatabase(values.database) : null;
const settings = {
  DATA_DIR: dataDir,
  DATABASE_URL: ownDatabase?.url ?? '',
  POSTGRES_BIN_DIR: getPostgresBinDir() ?? '',
};
const config = readConfig(settings);
const { database, close } = await openDatabase(config, createLogger('error'), {
  report: () => {},
  waitMs: 60_000,
  prepare: async () => {},
});
try {
  console.log(
    `${ownDatabase ? 'PostgreSQL' : 'Embedded database'}: ${signals} signals, ${symbols} symbols, ${days} days\n`,
  );
  await insertBars();
  for (let first = 1; first <= signals; first += SIGNALS_PER_STATEMENT)
    await insertSignals(first, Math.min(first + SIGNALS_PER_STATEMENT - 1, signals));
  await database.pool.query('analyze');
  let now = NOW;
  const dependencies = {
    database,
    clock: { now: () => now, isInjected: true },
    signingKey: null,
    releaseDays: 7,
  };
  const evaluate = () => evaluateSignals(dependencies);
  console.log(`${' '.repeat(36)}duration   longest stall   peak memory`);
  await measure('first evaluation', evaluate);
  await measure('check without changes', evaluate);
  await insertSignals(0, 0);
  await measure('after a publication', evaluate);
  await change(`update price_bars set close = high
    where symbol = 'S7' and date =
      (select date from price_bars where symbol = 'S7' order by date limit 1 offset ${Math.floor(days / 2)})`);
  await measure('after a corrected price', evaluate);
  await change(`insert into price_bars
    select symbol, '2026-11-23', open, high, low, close, previous_close, volume, suffix, import_id
    from price_bars where date = '2026-11-20'`);
  now = new Date('2026-11-23T15:00:00Z');
  await measure('after new prices of all symbols', evaluate);
  await change(`insert into market_holidays (date, name) values ('2026-11-25', 'Benchmark')`);
  await measure('after a new holiday', evaluate);
  await change('update signal_evaluations set evaluator_version = 0');
  await measure('after new rules', evaluate);
  const { rows } = await database.pool.query<{ state: string; count: string }>(
    'select state, count(*) from signal_outcomes group by state order by state',
  );
  console.log(`\nstored: ${rows.map(({ state, count }) => `${count} ${state}`).join(', ')}`);
} finally {
  await close();
}
try {
  await measureStatistics();
} finally {
  await ownDatabase?.remove();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Responses of a server, which first evaluates the signals until today. */
async function measureStatistics(): Promise<void> {
  const server = await startServer(settings);
  try {
    await sleep(20_000);
    for (const path of [`/api${readPerformance.path}`, paths.performance]) {
      const cold: number[] = [];
      for (const period of PERFORMANCE_PERIODS) {
        const begin = performance.now();
        const response = await fetch(`${server.url}${path}?period=${period}`);
        await response.arrayBuffer();
        cold.push(performance.now() - begin);
        if (!response.ok) throw new Error(`${path}: ${response.status}`);
      }
      const { perSecond } = await measureRate(dataDir, server.url + path, { seconds: 3 });
      const slowest = Math.max(...cold).toFixed(0);
      console.log(
        `${path}: first response ${getMedian(cold).toFixed(0)} ms (median of ${cold.length} periods, at most ${slowest} ms), ` +
          `then ${perSecond.toFixed(0)} per second`,
      );
    }
  } finally {
    await server.stop();
  }
}

async function measure(label: string, work: () => Promise<number | null>): Promise<void> {
  globalThis.gc?.();
  let peak = process.memoryUsage().rss;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begin = performance.now();
  const appended = await work();
  const seconds = (performance.now() - begin) / 1000;
  // A stall until the end is only noticed by the next turn of the event loop.
  await sleep(20);
  delay.disable();
  clearInterval(sampling);
  const columns = [
    `${seconds.toFixed(2)} s`.padStart(10),
    `${(delay.max / 1e6).toFixed(0)} ms`.padStart(13),
    `${(peak / 1048576).toFixed(0)} MB`.padStart(14),
  ];
  console.log(`${label.padEnd(34)}${columns.join('')}   ${appended ?? 0} appended`);
}

async function change(statement: string): Promise<void> {
  const { rowCount } = await database.pool.query(statement);
  if (rowCount === 0) throw new Error(`nothing was changed: ${statement}`);
}

/** Every symbol has a slow wave around its own price, with a small range in each bar. */
async function insertBars(): Promise<void> {
  const holidays = await cacheHolidays(database)();
  let date = '2026-11-21';
  for (let day = 0; day < days; day += 1) {
    date = getPreviousTradingDay(date, holidays);
    await database.pool.query(
      `insert into price_bars (symbol, date, open, high, low, close, previous_close, volume, import_id)
       select 'S' || s, $1::date, p, p + p / 100, p - p / 100, p + p / 200, p, 1000 + s, null
       from (select s, (1000 + s * 37 + (1000 + s * 37) * 0.25 * sin(($2 + s) / 17.0))::integer as p
             from generate_series(1, $3::integer) s) prices`,
      [date, day, symbols],
    );
  }
}

/** The newest is the first one. */
async function insertSignals(first: number, last: number): Promise<void> {
  await database.pool.query(
    `with published as (
       select gen_random_uuid() as id, n, 'S' || (1 + n % $3::integer) as symbol,
         (array['intraday', 'swing', 'investment'])[1 + n % 3] as type,
         '2026-11-20T04:00:00Z'::timestamptz - (n * $4::float / $5::float * 1.4) * interval '1 day' as at,
         10 + (n % $3::integer + 1) * 0.37 as price
       from generate_series($1::integer, $2::integer) n
     ), added as (
       insert into signals (id, signal_type, symbol, entry_price, stop_loss, target_points, leverage, shariah_type,
         risk_type, order_type, call_status, version, created_at)
       select id, type, symbol, price, price * 0.95, array[price * 1.05, price * 1.1], 1, 'Unknown', 'low', 'buy',
         'in_progress', 1, at from published
       returning *
     )
     insert into signal_versions (signal_id, version, action, changed_at, changed_by, signal)
     select id, 1, 'added', created_at, 'benchmark', jsonb_build_object('id', id, 'symbol', symbol, 'order_type', 'buy',
       'call_status', 'in_progress', 'entry_price', entry_price::text, 'stop_loss', stop_loss::text,
       'target_points', to_jsonb(target_points::text[])) from added`,
    [first, last, symbols, days, signals],
  );
}
