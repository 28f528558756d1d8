import { isNull, sql } from 'drizzle-orm';
import { type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { type Clock, MINUTE } from '#core/server/platform/clock.ts';
import type { Database, Queryable, Transaction } from '#core/server/platform/database.ts';
import type { Jobs } from '#core/server/platform/jobs/jobs.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import { listPastClosures } from '#features/corporate-actions/server/corporate-actions.ts';
import { INDEX_CODES } from '#features/market/contract/prices.ts';
import {
  getLastSessionEnd,
  getNextTradingDay,
  getPreviousTradingDay,
  readTradingCalendar,
  type TradingCalendar,
} from '#features/market/server/market.ts';
import { refreshFacts } from '#features/market/server/prices/facts/refresh-facts.ts';
import { indexValues, priceBars } from '#features/market/server/prices/prices.tables.ts';
import {
  continueSampleBars,
  listPayoutSteps,
  makeSampleBars,
  type PriceAnchor,
  type SampleBar,
} from './sample-bars.ts';

const queue = defineQueue('continue-sample-prices', { timeLimitMs: MINUTE, isExclusive: true });
const EVERY_TEN_MINUTES = '*/10 * * * *';

interface SampleDependencies {
  database: Database;
  clock: Clock;
}

/** Continues the invented prices of the demo after every session. */
export function scheduleSamplePrices(jobs: Jobs, dependencies: SampleDependencies): void {
  jobs.handleSchedule(queue, { cron: EVERY_TEN_MINUTES, isRunAtStart: true }, () =>
    continueSamplePrices(dependencies),
  );
}

/**
 * Adds invented prices of the trading days that have ended since the last stored one, for each symbol and index that has invented
 * ones. The symbols and dates determine them, whatever the steps of the clock. Imported prices stay, and invented ones follow them.
 */
export const continueSamplePrices = ({ database, clock }: SampleDependencies): Promise<void> =>
  database.transaction((tx, announce) => addBars(tx, announce, clock.now()));

async function addBars(tx: Transaction, announce: (topic: 'prices') => void, now: Date): Promise<void> {
  const calendar = await readTradingCalendar(tx);
  const { holidays } = calendar;
  const until = toKarachiDate(getLastSessionEnd(now, calendar));
  const listDays = (after: LocalDate) => {
    const days: LocalDate[] = [];
    for (let day = getNextTradingDay(after, holidays); day <= until; day = getNextTradingDay(day, holidays))
      days.push(day);
    return days;
  };
  const closes = (await listLastCloses(tx)).filter(({ date }) => date < until);
  const indices = (await listLastValues(tx)).filter(({ date }) => date < until);
  if (closes.length + indices.length === 0) return;
  announce('prices');
  const closures = await listPastClosures(tx, { until, holidays });
  const bars = closes.flatMap(({ symbol, date, close }) => {
    const days = listDays(date).toReversed();
    const ownClosures = closures.filter((closure) => closure.symbol === symbol);
    return toBarRows(symbol, continueSampleBars(symbol, days, close, listPayoutSteps(ownClosures, days)));
  });
  await insertBars(tx, bars);
  await refreshFacts(
    tx,
    closes.map(({ symbol }) => symbol),
  );
  const values = indices.flatMap(({ symbol, date, close }) =>
    continueSampleBars(symbol, listDays(date).toReversed(), close).map((bar) => ({
      symbol,
      date: bar.date,
      value: bar.close,
    })),
  );
  if (values.length > 0) await tx.insert(indexValues).values(values).onConflictDoNothing();
}

interface LastClose extends Record<string, unknown> {
  symbol: string;
  date: LocalDate;
  close: number;
}

/** Returns the last close of each symbol that has invented prices, in paisa. */
async function listLastCloses(db: Queryable): Promise<LastClose[]> {
  const { rows } = await db.execute<LastClose>(sql`
    select last.symbol, last.date::text as date, last.close from price_counts counted
    cross join lateral (select symbol, date, close from price_bars bar where bar.symbol = counted.symbol order by date desc limit 1) last
    where exists (select from price_bars bar where bar.symbol = counted.symbol and import_id is null)`);
  return rows;
}

/** Returns the last value of each index that has invented ones, in hundredths of a point. */
async function listLastValues(db: Queryable): Promise<LastClose[]> {
  const { rows } = await db.execute<LastClose>(sql`
    select last.symbol, last.date::text as date, last.value as close from unnest(${sql.param([...INDEX_CODES])}::text[]) given (code)
    cross join lateral (select symbol, date, value from index_values where symbol = given.code order by date desc limit 1) last
    where exists (select from index_values where symbol = given.code and import_id is null)`);
  return rows;
}

/** About one year. */
const TRADING_DAYS = 250;
const ROWS_PER_STATEMENT = 4_000;
const INDEX_LEVELS: Readonly<Record<(typeof INDEX_CODES)[number], number>> = {
  KSE100: 158_000,
  KSE30: 48_500,
  KMI30: 226_000,
};

/** Returns whether there are sample prices: those that no import wrote. */
export async function hasSamplePrices(db: Queryable): Promise<boolean> {
  const found = await db
    .select({ date: priceBars.date })
    .from(priceBars)
    .where(isNull(priceBars.importId))
    .limit(1);
  return found.length > 0;
}

/**
 * Fills a database without prices with invented ones that pass through the anchors and fit the book closures, on trading days until
 * the last one.
 */
export async function loadSamplePrices(
  tx: Transaction,
  announce: (topic: 'prices') => void,
  {
    now,
    calendar,
    anchors: anchorsOfSymbols,
  }: {
    now: Date;
    calendar: TradingCalendar;
    anchors: readonly { symbol: string; anchors: readonly PriceAnchor[] }[];
  },
): Promise<void> {
  const [bar] = await tx.select({ date: priceBars.date }).from(priceBars).limit(1);
  if (bar) return;
  announce('prices');
  const days = listTradingDays(now, calendar);
  const { holidays } = calendar;
  const closures = await listPastClosures(tx, { until: days[0] ?? '', holidays });
  const bars = anchorsOfSymbols.flatMap(({ symbol, anchors }) => {
    const steps = listPayoutSteps(
      closures.filter((closure) => closure.symbol === symbol),
      days,
    );
    return toBarRows(symbol, makeSampleBars(symbol, days, anchors, steps));
  });
  await insertBars(tx, bars);
  await refreshFacts(
    tx,
    anchorsOfSymbols.map(({ symbol }) => symbol),
  );
  const values = INDEX_CODES.flatMap((code) =>
    makeSampleBars(code, days, [{ daysAgo: 0, price: INDEX_LEVELS[code] }]).map(({ date, close }) => ({
      symbol: code,
      date,
      value: close,
    })),
  );
  await tx.insert(indexValues).values(values);
}

/** Returns invented bars as rows of the table, with the names of its columns. */
const toBarRows = (symbol: string, bars: readonly SampleBar[]): object[] =>
  bars.map(({ previousClose, ...bar }) => ({ symbol, ...bar, previous_close: previousClose }));

/** Few statements instead of thousands of parameters: the first start of the demo must be fast. Existing bars stay. */
async function insertBars(tx: Transaction, rows: readonly object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const batch = JSON.stringify(rows.slice(from, from + ROWS_PER_STATEMENT));
    await tx.execute(
      sql`insert into ${priceBars} select * from jsonb_populate_recordset(null::${priceBars}, ${batch}::jsonb) on conflict do nothing`,
    );
  }
}

/** Returns the last trading days, newest first. */
function listTradingDays(now: Date, calendar: TradingCalendar): LocalDate[] {
  const days = [toKarachiDate(getLastSessionEnd(now, calendar))];
  while (days.length < TRADING_DAYS) days.push(getPreviousTradingDay(days.at(-1) ?? '', calendar.holidays));
  return days;
}
