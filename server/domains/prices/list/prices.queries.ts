import { and, asc, desc, eq, gte, inArray, lt, max, sql } from 'drizzle-orm';
import type { LocalDate } from '#contract/dates.ts';
import { indexValues, priceBars } from '#server/domains/prices/prices.tables.ts';
import type { Queryable } from '#server/platform/database.ts';

/** A bar as stored, in paisa. */
export type BarRow = typeof priceBars.$inferSelect;

/** Returns the date of the last bar of a symbol, or `null` if it has none. */
export async function findLastBarDate(db: Queryable, symbol: string): Promise<LocalDate | null> {
  const [row] = await db
    .select({ date: max(priceBars.date) })
    .from(priceBars)
    .where(eq(priceBars.symbol, symbol));
  return row?.date ?? null;
}

/** Returns the date of the last bar of any symbol, or `null` if there are none. Reads the key of every bar. */
export async function findLastDate(db: Queryable): Promise<LocalDate | null> {
  const [row] = await db.select({ date: max(priceBars.date) }).from(priceBars);
  return row?.date ?? null;
}

export async function listBarRows(
  db: Queryable,
  { symbol, from }: { symbol: string; from: LocalDate },
): Promise<BarRow[]> {
  return db
    .select()
    .from(priceBars)
    .where(and(eq(priceBars.symbol, symbol), gte(priceBars.date, from)))
    .orderBy(asc(priceBars.date));
}

/** Returns the last two bars of a symbol, newest first. */
export async function listLastBars(db: Queryable, symbol: string): Promise<BarRow[]> {
  return db
    .select()
    .from(priceBars)
    .where(eq(priceBars.symbol, symbol))
    .orderBy(desc(priceBars.date))
    .limit(2);
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
    .where(inArray(priceBars.symbol, [...symbols]))
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
