import { and, asc, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { LocalDate } from '#core/contract/dates.ts';
import { isOneOf, toInsertBatches } from '#core/server/platform/database/parameters.ts';
import { prepareOnce } from '#core/server/platform/database/prepare-once.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { priceAdjustments } from '#features/market/server/prices/prices.tables.ts';

export type AdjustmentRow = typeof priceAdjustments.$inferSelect;

/** A change of the number of shares. */
export type ShareAdjustment = AdjustmentRow & { factor: string; kind: 'split' | 'bonus' | 'right' };

/** Returns the newest row of each source, including withdrawn ones. */
export async function listCurrentAdjustments(db: Queryable): Promise<AdjustmentRow[]> {
  return db
    .selectDistinctOn([priceAdjustments.source])
    .from(priceAdjustments)
    .orderBy(asc(priceAdjustments.source), desc(priceAdjustments.id));
}

const isNewest = sql`${priceAdjustments.id} = (select max(newer.id) from ${priceAdjustments} newer where newer.source = ${priceAdjustments.source})`;

/** The newest row of its source that no administrator has removed. */
const isCurrent = sql`${priceAdjustments.review} is distinct from 'removed' and ${isNewest}`;

/** A current row that is neither withdrawn nor a cash dividend. */
const isApplied = and(isNotNull(priceAdjustments.factor), isCurrent);

/** The same, or a cash dividend. */
export const isAppliedOrPaid = and(
  or(isNotNull(priceAdjustments.factor), isNotNull(priceAdjustments.dividend)),
  isCurrent,
);

/** Returns the ex-dates of the adjustments of each symbol that apply, oldest first. */
export async function listExDatesOf(
  db: Queryable,
  symbols: readonly string[],
): Promise<Map<string, LocalDate[]>> {
  if (symbols.length === 0) return new Map();
  const rows = await db
    .select({ symbol: priceAdjustments.symbol, exDate: priceAdjustments.exDate })
    .from(priceAdjustments)
    .where(and(isOneOf(priceAdjustments.symbol, symbols), isApplied))
    .orderBy(asc(priceAdjustments.exDate));
  const bySymbol = Map.groupBy(rows, ({ symbol }) => symbol);
  return new Map([...bySymbol].map(([symbol, dates]) => [symbol, dates.map(({ exDate }) => exDate)]));
}

const prepareAdjustments = prepareOnce(
  (db) =>
    db
      .select()
      .from(priceAdjustments)
      .where(and(eq(priceAdjustments.symbol, sql.placeholder('symbol')), isApplied))
      .orderBy(asc(priceAdjustments.exDate), asc(priceAdjustments.id)),
  () => '',
);

/** Returns the adjustments of a symbol that apply, by ex-date. */
export async function listAdjustments(db: Queryable, symbol: string): Promise<ShareAdjustment[]> {
  const rows = await prepareAdjustments(db, null).execute({ symbol });
  return rows as ShareAdjustment[];
}

/** Returns the sources of the adjustments of symbols that an administrator has removed. */
export async function listRemovedAdjustments(
  db: Queryable,
  symbols: readonly string[],
): Promise<Set<string>> {
  const { source, symbol, review } = priceAdjustments;
  const rows = await db
    .select({ source })
    .from(priceAdjustments)
    .where(and(isOneOf(symbol, symbols), eq(review, 'removed'), isNewest));
  return new Set(rows.map((row) => row.source));
}

/** A change of an adjustment after it was first recorded. */
export interface AdjustmentChange {
  recordedAt: Date;
  symbol: string;
  exDate: LocalDate;
  description: string;
  /** Its closure was removed, or has no such payout any more. */
  isWithdrawn: boolean;
}

/** Returns the changes of the ex-dates and the amounts of symbols, newest first, without the decisions of administrators. */
export async function listAdjustmentChanges(
  db: Queryable,
  symbols: readonly string[],
): Promise<AdjustmentChange[]> {
  const { id, source, symbol, exDate, factor, dividend, description, recordedAt, review } = priceAdjustments;
  const rows = await db
    .select({ symbol, exDate, factor, dividend, description, recordedAt })
    .from(priceAdjustments)
    .where(
      and(
        isOneOf(symbol, symbols),
        isNull(review),
        sql`exists (
          select from ${priceAdjustments} earlier
          where earlier.id = (select max(id) from ${priceAdjustments} each where each.source = ${source} and each.id < ${id})
            and (earlier.ex_date, earlier.factor, earlier.dividend) is distinct from (${exDate}, ${factor}, ${dividend}))`,
      ),
    )
    .orderBy(desc(id));
  return rows.map(({ factor: f, dividend: d, ...row }) => ({ ...row, isWithdrawn: (f ?? d) === null }));
}

export async function insertAdjustments(
  tx: Transaction,
  rows: (typeof priceAdjustments.$inferInsert)[],
): Promise<void> {
  for (const batch of toInsertBatches(rows)) await tx.insert(priceAdjustments).values(batch);
}
