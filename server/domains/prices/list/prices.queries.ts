import { and, asc, desc, eq, gte, lt, max, sql } from 'drizzle-orm';
import type { LocalDate } from '#contract/dates.ts';
import { indexValues, priceBars } from '#server/domains/prices/prices.tables.ts';
import { prepareOnce } from '#server/platform/database/prepare-once.ts';
import type { Queryable } from '#server/platform/database.ts';
import { aggregateBars, toBars } from './aggregate-bars.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';

/** A bar as stored, in paisa. */
export type BarRow = typeof priceBars.$inferSelect;

/** Returns the date of the last bar of any symbol, or `null` if there are none. Reads the key of every bar. */
export async function findLastDate(db: Queryable): Promise<LocalDate | null> {
  const [row] = await db.select({ date: max(priceBars.date) }).from(priceBars);
  return row?.date ?? null;
}

const SYMBOL = sql.placeholder('symbol');

const prepareBars = prepareOnce(
  (db) => {
    const { date } = priceBars;
    const latest = sql`(select ${date} from ${priceBars} where ${priceBars.symbol} = ${SYMBOL}
      order by ${date} desc limit 2) as latest`;
    return db
      .select({ bars: aggregateBars() })
      .from(priceBars)
      .where(
        and(
          eq(priceBars.symbol, SYMBOL),
          sql`${date} >= (select least(max(latest.date) - ${sql.placeholder('days')}::int, min(latest.date)) from ${latest})`,
        ),
      );
  },
  () => '',
);

/** Returns the bars of a symbol in the days until its last one, and at least its last two, by date. */
export async function listBarRows(
  db: Queryable,
  { symbol, days }: { symbol: string; days: number },
): Promise<BarRow[]> {
  const [row] = await prepareBars(db, null).execute({ symbol, days });
  return toBars(row?.bars ?? null).map((bar) => ({ symbol, ...bar }));
}

/** Returns the symbols that have bars. Reads one key per symbol: PostgreSQL would read those of all bars for `distinct`. */
export async function listPricedSymbols(db: Queryable): Promise<string[]> {
  const { symbol } = priceBars;
  const { rows } = await db.execute<{ symbol: string }>(sql`
    with recursive found(symbol) as (
      (select ${symbol} from ${priceBars} order by ${symbol} limit 1)
      union all
      select (select ${symbol} from ${priceBars} where ${symbol} > found.symbol order by ${symbol} limit 1)
      from found where found.symbol is not null
    )
    select symbol from found where symbol is not null`);
  return rows.map((row) => row.symbol);
}

/** Returns the last bar of a symbol before a date, or `null` if it has none. */
export async function findLastBarBefore(
  db: Queryable,
  { symbol, date }: { symbol: string; date: LocalDate },
): Promise<BarRow | null> {
  const [row] = await db
    .select()
    .from(priceBars)
    .where(and(eq(priceBars.symbol, symbol), lt(priceBars.date, date)))
    .orderBy(desc(priceBars.date))
    .limit(1);
  return row ?? null;
}

/** Returns the last bar of each symbol. */
export async function listLastBarsOf(db: Queryable, symbols: readonly string[]): Promise<BarRow[]> {
  if (symbols.length === 0) return [];
  return db
    .selectDistinctOn([priceBars.symbol])
    .from(priceBars)
    .where(isOneOf(priceBars.symbol, symbols))
    .orderBy(asc(priceBars.symbol), desc(priceBars.date));
}

export async function findLastIndexDate(db: Queryable, code: string): Promise<LocalDate | null> {
  const [row] = await db
    .select({ date: max(indexValues.date) })
    .from(indexValues)
    .where(eq(indexValues.symbol, code));
  return row?.date ?? null;
}

export async function listIndexRows(
  db: Queryable,
  { code, from }: { code: string; from: LocalDate },
): Promise<{ date: LocalDate; value: number }[]> {
  return db
    .select({ date: indexValues.date, value: indexValues.value })
    .from(indexValues)
    .where(and(eq(indexValues.symbol, code), gte(indexValues.date, from)))
    .orderBy(asc(indexValues.date));
}

interface CoverageRow {
  symbol: string;
  firstDate: LocalDate;
  lastDate: LocalDate;
  lastClose: number;
  bars: number;
  closeOnly: number;
  lastImportId: number | null;
}

/** Returns the number of bars of each symbol, by symbol. */
export async function listCoverageRows(db: Queryable): Promise<CoverageRow[]> {
  return db
    .select({
      symbol: priceBars.symbol,
      firstDate: sql<string>`min(${priceBars.date})::text`,
      lastDate: sql<string>`max(${priceBars.date})::text`,
      lastClose: sql<number>`(array_agg(${priceBars.close} order by ${priceBars.date} desc))[1]`,
      bars: sql<number>`count(*)::integer`,
      closeOnly: sql<number>`(count(*) filter (where ${priceBars.high} is null))::integer`,
      lastImportId: max(priceBars.importId),
    })
    .from(priceBars)
    .groupBy(priceBars.symbol)
    .orderBy(asc(priceBars.symbol));
}
