import { isNull, sql } from 'drizzle-orm';
import { type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { listPastClosures } from '#features/corporate-actions/server/corporate-actions.ts';
import { INDEX_CODES } from '#features/market/contract/prices.ts';
import {
  getLastSessionEnd,
  getPreviousTradingDay,
  type TradingCalendar,
} from '#features/market/server/market.ts';
import { indexValues, priceBars } from '#features/market/server/prices/prices.tables.ts';
import { listPayoutSteps, makeSampleBars, type PriceAnchor, type SampleBar } from './sample-bars.ts';

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
export const toBarRows = (symbol: string, bars: readonly SampleBar[]): object[] =>
  bars.map(({ previousClose, ...bar }) => ({ symbol, ...bar, previous_close: previousClose }));

/** Few statements instead of thousands of parameters: the first start of the demo must be fast. Existing bars stay. */
export async function insertBars(tx: Transaction, rows: readonly object[]): Promise<void> {
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
