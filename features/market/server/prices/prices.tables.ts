import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';

const localDate = (name: string) => date(name, { mode: 'string' });

/** A bar of an import with a trade. */
export const isTraded = ({
  importId,
  volume,
  high,
}: {
  importId: SQLWrapper;
  volume: SQLWrapper;
  high: SQLWrapper;
}): SQL => sql`${importId} is not null and coalesce(${volume} > 0, ${high} is not null)`;

/**
 * End-of-day prices as traded, in paisa: integers are exact and half the size of decimals. A bar without a high and a low is
 * close-only. `import_id` is the import that wrote the row last, `null` for sample prices.
 */
export const priceBars = pgTable(
  'price_bars',
  {
    symbol: text().notNull(),
    date: localDate('date').notNull(),
    open: integer(),
    high: integer(),
    low: integer(),
    close: integer().notNull(),
    /** The exchange's adjusted close of the day before. */
    previousClose: integer('previous_close'),
    volume: bigint({ mode: 'number' }),
    suffix: text(),
    importId: integer('import_id'),
  },
  (table) => [
    primaryKey({ columns: [table.symbol, table.date] }),
    index('price_bars_import_idx').on(table.importId),
    index('price_bars_symbol_import_idx').on(table.symbol, table.importId),
    // Which dates the market traded on is read after each change of prices, without the bars: `readTrading`.
    index('price_bars_traded_idx').on(table.date).where(isTraded(table)),
    check('price_bars_high_with_low', sql`(${table.high} is null) = (${table.low} is null)`),
    check('price_bars_in_order', sql`${table.low} <= ${table.close} and ${table.close} <= ${table.high}`),
  ],
);

/**
 * Prices within a day, which evaluations prefer to its bar. `prices` is a JSON list of seconds with trades, by time:
 * `[Unix seconds, open, high, low, close]`, in paisa.
 */
export const intradayPrices = pgTable(
  'intraday_prices',
  {
    symbol: text().notNull(),
    date: localDate('date').notNull(),
    prices: text().notNull(),
    importId: integer('import_id'),
  },
  (table) => [
    primaryKey({ columns: [table.symbol, table.date] }),
    index('intraday_prices_import_idx').on(table.importId),
  ],
);

/** The number of bars of each symbol that has any, maintained by triggers, so that nothing counts bars. */
export const priceCounts = pgTable('price_counts', {
  symbol: text().primaryKey(),
  bars: integer().notNull(),
  closeOnly: integer('close_only').notNull(),
});

/** End-of-day values of indices, in hundredths of a point. `symbol` is the code of the index. */
export const indexValues = pgTable(
  'index_values',
  {
    symbol: text().notNull(),
    date: localDate('date').notNull(),
    value: integer().notNull(),
    importId: integer('import_id'),
  },
  (table) => [
    primaryKey({ columns: [table.symbol, table.date] }),
    index('index_values_import_idx').on(table.importId),
  ],
);

/** The previous rows of those that an import changed. The rows that it created need no copy. */
export const replacedPrices = pgTable(
  'replaced_prices',
  {
    importId: integer('import_id').notNull(),
    symbol: text().notNull(),
    date: localDate('date').notNull(),
    /** The import that had written the previous row. */
    previousImportId: integer('previous_import_id'),
    before: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.symbol, table.date] }),
    index('replaced_prices_previous_idx').on(table.previousImportId),
  ],
);

/**
 * Splits, bonuses, rights and cash dividends, from book closures. Append-only: the newest row of a source applies, and one without a
 * factor and a dividend withdraws it.
 */
export const priceAdjustments = pgTable(
  'price_adjustments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Identifies the closure and the part of its payout. */
    source: text().notNull(),
    symbol: text().notNull(),
    exDate: localDate('ex_date').notNull(),
    kind: text().$type<'split' | 'bonus' | 'right' | 'dividend'>().notNull(),
    factor: numeric({ precision: 18, scale: 12 }),
    /** The cash dividend of a share in paisa. A row of the kind `dividend` has no factor. */
    dividend: numeric({ precision: 16, scale: 4 }),
    description: text().notNull(),
    recordedAt: timestamptz('recorded_at').notNull(),
    /** What an administrator decided about it: `removed` is not applied. `null` without a decision. */
    review: text().$type<'confirmed' | 'removed'>(),
  },
  (table) => [index('price_adjustments_source_idx').on(table.source, table.id)],
);

const percent = (name: string) => numeric(name, { precision: 14, scale: 2 });
const average = (name: string) => numeric(name, { precision: 14, scale: 4, mode: 'number' });

/**
 * The figures that are calculated from the stored prices, adjustments and dividends of a symbol until its last bar, in shares of that day. It is written by
 * `refreshFacts` in the transaction that changes any of them. Prices are in paisa; `null` is a value for which there are too few bars.
 */
export const companyFacts = pgTable('company_facts', {
  symbol: text().primaryKey(),
  date: localDate('date').notNull(),
  /** The number of all stored bars of the symbol, which is why a value is `null`. */
  bars: integer().notNull(),
  /** An import of several batches has changed its bars since. */
  isOutdated: boolean('is_outdated').notNull().default(false),
  close: integer().notNull(),
  volume: bigint({ mode: 'number' }),
  /** The price limit of the day at which it closed. */
  priceLimit: text('price_limit').$type<'upper' | 'lower'>(),
  /** The closes from which changes count, in shares of the last day. Changes are not stored, so that the sign of a small one is known. */
  close1dAgo: integer('close_1d_ago'),
  close1wAgo: integer('close_1w_ago'),
  close1mAgo: integer('close_1m_ago'),
  close3mAgo: integer('close_3m_ago'),
  close6mAgo: integer('close_6m_ago'),
  close1yAgo: integer('close_1y_ago'),
  high52w: integer('high_52w'),
  low52w: integer('low_52w'),
  /** The number of bars since the first one with the high. */
  daysSinceHigh: smallint('days_since_high'),
  daysSinceLow: smallint('days_since_low'),
  averageVolume20: bigint('average_volume_20', { mode: 'number' }),
  rsi14: percent('rsi_14'),
  /** Not rounded to a paisa, so that the close of a cheap share is on the right side of them. */
  sma20: average('sma_20'),
  sma50: average('sma_50'),
  sma200: average('sma_200'),
  crossedSma200: smallint('crossed_sma_200'),
  macdCrossed: smallint('macd_crossed'),
  atrPercent: percent('atr_percent'),
  /** In rupees. */
  dividends12m: percent('dividends_12m').notNull(),
  dividendYield: percent('dividend_yield').notNull(),
});
