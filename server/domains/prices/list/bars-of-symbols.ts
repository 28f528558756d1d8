import { and, asc, eq, gte, lte, sql } from 'drizzle-orm';
import type { LocalDate } from '#contract/dates.ts';
import type { IndexCode } from '#contract/market/prices.ts';
import { isApplied } from '#server/domains/prices/adjustments/adjustments.queries.ts';
import { indexValues, priceAdjustments, priceBars } from '#server/domains/prices/prices.tables.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable } from '#server/platform/database.ts';
import { aggregateBars, type Bar, toBars } from './aggregate-bars.ts';
import { listPricedSymbols } from './prices.queries.ts';

/** Returns the bars of symbols as traded, in paisa, by date. */
export async function listBarsOf(
  db: Queryable,
  symbols: readonly string[],
  { from, until }: { from: LocalDate; until: LocalDate },
): Promise<Map<string, Bar[]>> {
  const { symbol, date } = priceBars;
  const rows = await db
    .select({ symbol, bars: aggregateBars() })
    .from(priceBars)
    .where(and(isOneOf(symbol, symbols), gte(date, from), lte(date, until)))
    .groupBy(symbol);
  return new Map(rows.map((row) => [row.symbol, toBars(row.bars)]));
}

/** Returns the adjustments of symbols that apply, by ex-date. */
export async function listAdjustmentsOf(
  db: Queryable,
  symbols: readonly string[],
): Promise<{ symbol: string; exDate: LocalDate; factor: string }[]> {
  const { id, symbol, exDate, factor } = priceAdjustments;
  const rows = await db
    .select({ symbol, exDate, factor })
    .from(priceAdjustments)
    .where(and(isOneOf(symbol, symbols), isApplied))
    .orderBy(asc(exDate), asc(id));
  return rows.map((row) => ({ ...row, factor: row.factor ?? '1' }));
}

/**
 * Returns the last date until a date for which prices of any symbol are stored, or `null` without any. Reads one key per symbol, because
 * no index has the dates of all symbols in order.
 */
export async function getPricesUntil(db: Queryable, until: LocalDate): Promise<LocalDate | null> {
  const { rows } = await db.execute<{ date: LocalDate | null }>(sql`
    select max(last.date)::text as date
    from unnest(${sql.param(await listPricedSymbols(db))}::text[]) priced(symbol)
    cross join lateral (
      select date from price_bars bar where bar.symbol = priced.symbol and date <= ${until} order by date desc limit 1
    ) last`);
  return rows[0]?.date ?? null;
}

/** Returns the values of an index by date, in hundredths of a point. */
export async function readIndexValues(db: Queryable, code: IndexCode): Promise<Map<LocalDate, number>> {
  const { symbol, date, value } = indexValues;
  const rows = await db.select({ date, value }).from(indexValues).where(eq(symbol, code));
  return new Map(rows.map((row) => [row.date, row.value]));
}
