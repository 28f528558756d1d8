import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { priceAdjustments } from '#server/domains/prices/prices.tables.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

export type AdjustmentRow = typeof priceAdjustments.$inferSelect;

/** Returns the newest row of each source, including withdrawn ones. */
export async function listCurrentAdjustments(db: Queryable): Promise<AdjustmentRow[]> {
  return db
    .selectDistinctOn([priceAdjustments.source])
    .from(priceAdjustments)
    .orderBy(asc(priceAdjustments.source), desc(priceAdjustments.id));
}

/** Returns the adjustments of a symbol that apply, by ex-date. */
export async function listAdjustments(
  db: Queryable,
  symbol: string,
): Promise<(AdjustmentRow & { factor: string })[]> {
  const { source, id, factor } = priceAdjustments;
  const current = sql`${id} = (select max(newer.id) from ${priceAdjustments} newer where newer.source = ${source})`;
  const rows = await db
    .select()
    .from(priceAdjustments)
    .where(and(eq(priceAdjustments.symbol, symbol), isNotNull(factor), current))
    .orderBy(asc(priceAdjustments.exDate), asc(id));
  return rows.flatMap((row) => (row.factor === null ? [] : [{ ...row, factor: row.factor }]));
}

export async function insertAdjustments(
  tx: Transaction,
  rows: (typeof priceAdjustments.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(priceAdjustments).values(rows);
}
