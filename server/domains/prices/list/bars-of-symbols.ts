import { and, asc, eq, gte, inArray, isNull, lte, max, sql } from 'drizzle-orm';
import type { LocalDate } from '#contract/dates.ts';
import type { IndexCode } from '#contract/market/prices.ts';
import { imports } from '#server/domains/imports/imports.ts';
import { isApplied } from '#server/domains/prices/adjustments/adjustments.queries.ts';
import { indexValues, priceAdjustments, priceBars } from '#server/domains/prices/prices.tables.ts';
import type { Queryable } from '#server/platform/database.ts';
import { aggregateBars, type Bar, toBars } from './aggregate-bars.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';

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

/** Returns the last date until a date for which prices of any symbol are stored, or `null` without any. */
export async function getPricesUntil(db: Queryable, until: LocalDate): Promise<LocalDate | null> {
  const [row] = await db
    .select({ date: max(priceBars.date) })
    .from(priceBars)
    .where(lte(priceBars.date, until));
  return row?.date ?? null;
}

/** Returns the values of an index by date, in hundredths of a point. */
export async function readIndexValues(db: Queryable, code: IndexCode): Promise<Map<LocalDate, number>> {
  const { symbol, date, value } = indexValues;
  const rows = await db.select({ date, value }).from(indexValues).where(eq(symbol, code));
  return new Map(rows.map((row) => [row.date, row.value]));
}

/** Returns a text that changes with every change of prices, index values and adjustments. */
export async function getPricesFingerprint(db: Queryable): Promise<string> {
  const [samples] = await db
    .select({ count: sql<string>`concat(count(*), ' ', max(${priceBars.date}))` })
    .from(priceBars)
    .where(isNull(priceBars.importId));
  const [adjustments] = await db.select({ last: max(priceAdjustments.id) }).from(priceAdjustments);
  const [imported] = await db
    .select({
      state: sql<string>`concat(count(*), ' ', sum(${imports.done}), ' ', count(${imports.finishedAt}), ' ',
        count(${imports.revertedAt}), ' ', count(*) filter (where ${imports.status} in ('running', 'undoing')))`,
    })
    .from(imports)
    .where(inArray(imports.kind, ['prices', 'index-values']));
  return JSON.stringify([samples?.count, adjustments?.last, imported?.state]);
}
