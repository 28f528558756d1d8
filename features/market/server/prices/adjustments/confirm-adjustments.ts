import Big from 'big.js';
import { and, desc, eq, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { LocalDate } from '#core/contract/dates.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { refreshFacts } from '#features/market/server/prices/facts/refresh-facts.ts';
import { priceAdjustments, priceBars } from '#features/market/server/prices/prices.tables.ts';
import { TICK } from '#features/signals/contract/levels/price.ts';
import { type AdjustmentRow, insertAdjustments, isAppliedOrPaid } from './adjustments.queries.ts';

/** An adjustment or a cash dividend of an ex-date, with the prices that can confirm it, in paisa. */
export interface ProvenAdjustment
  extends Pick<
    AdjustmentRow,
    'id' | 'symbol' | 'exDate' | 'kind' | 'factor' | 'dividend' | 'description' | 'recordedAt' | 'review'
  > {
  /** The last close before the ex-date; `null` without one. */
  lastClose: number | null;
  /** The previous close that the exchange states with the bar of the ex-date; `null` without one. */
  previousClose: number | null;
  /** The previous closes that would confirm it: the last close after all adjustments of the ex-date, without and with its cash dividends. */
  adjustedCloses: readonly number[];
  /** The date on which the source first had this ex-date and dividend. */
  recordedOn: LocalDate;
  /** An evaluation can rely on it. A cash dividend needs no confirmation: it only makes the results of sells worse. */
  isConfirmed: boolean;
}

const isOf = sql`bar.symbol = ${priceAdjustments.symbol}`;
const isSame = sql`(earlier.source, earlier.ex_date) = (${priceAdjustments.source}, ${priceAdjustments.exDate})
  and earlier.dividend is not distinct from ${priceAdjustments.dividend}`;

/** Returns the adjustments and cash dividends that meet a condition and apply, by ex-date, and whether each is confirmed. */
async function listProvenAdjustments(db: Queryable, condition: SQL | undefined): Promise<ProvenAdjustment[]> {
  const { id, symbol, exDate, kind, factor, dividend, description, recordedAt, review } = priceAdjustments;
  const rows = await db
    .select({
      ...{ id, symbol, exDate, kind, factor, dividend, description, recordedAt, review },
      // The close of an untraded bar proves nothing (docs/evaluation.md, rule 27).
      lastClose: sql<number | null>`(select close from ${priceBars} bar where ${isOf} and bar.date < ${exDate}
        and bar.volume is distinct from 0 order by bar.date desc limit 1)`,
      previousClose: sql<
        number | null
      >`(select previous_close from ${priceBars} bar where ${isOf} and bar.date = ${exDate})`,
      recordedOn: sql<LocalDate>`(select (min(earlier.recorded_at) at time zone 'Asia/Karachi')::date::text
        from ${priceAdjustments} earlier where ${isSame})`,
    })
    .from(priceAdjustments)
    .where(and(condition, isAppliedOrPaid))
    .orderBy(exDate, id);
  const byDate = Map.groupBy(rows, (row) => `${row.symbol} ${row.exDate}`);
  return rows.map((row) => {
    const ofDate = byDate.get(`${row.symbol} ${row.exDate}`) ?? [];
    return {
      ...row,
      adjustedCloses: row.lastClose === null ? [] : [...new Set(listAdjustedCloses(row.lastClose, ofDate))],
      isConfirmed: row.factor === null || row.review === 'confirmed' || isStatedByExchange(row, ofDate),
    };
  });
}

interface EvaluatedRow extends Pick<ProvenAdjustment, 'symbol' | 'exDate' | 'isConfirmed'> {
  factor: string;
  /** In paisa, with the date of `recordedOn`. */
  dividend?: string;
  recordedOn?: LocalDate;
}

/** Returns the adjustments and the cash dividends of symbols that apply, by ex-date, as evaluations use them. A dividend has the factor 1. */
export async function listEvaluatedAdjustments(
  db: Queryable,
  symbols: readonly string[],
): Promise<EvaluatedRow[]> {
  const rows = await listProvenAdjustments(db, isOneOf(priceAdjustments.symbol, symbols));
  return rows.map(({ symbol, exDate, factor, dividend, recordedOn, isConfirmed }) => ({
    symbol,
    exDate,
    factor: factor ?? '1',
    ...(dividend === null ? {} : { dividend, recordedOn }),
    isConfirmed,
  }));
}

type Prices = Pick<ProvenAdjustment, 'lastClose' | 'previousClose'>;
type Parts = readonly Pick<AdjustmentRow, 'factor' | 'dividend'>[];

/**
 * Returns whether the exchange's previous close of an ex-date is the last close after all adjustments of the date, within a tick. The
 * exchange subtracts a cash dividend on the same date or does not. If the dividend alone explains the previous close, it shows no adjustment.
 */
function isStatedByExchange({ lastClose, previousClose }: Prices, ofDate: Parts): boolean {
  if (lastClose === null || previousClose === null) return false;
  const isStated = (parts: Parts) =>
    listAdjustedCloses(lastClose, parts).some((close) => Math.abs(close - previousClose) <= TICK);
  // A previous close that is the last close shows no adjustment either, however small.
  return isStated(ofDate) && !isStated(ofDate.filter(({ factor }) => factor === null));
}

/** Calculates a close after the adjustments of an ex-date, in paisa and rounded half up, without and with its cash dividends. */
function listAdjustedCloses(lastClose: number, ofDate: Parts): number[] {
  const factor = ofDate.reduce((product, each) => product.times(each.factor ?? 1), new Big(1));
  const dividend = ofDate.reduce((sum, each) => sum.plus(each.dividend ?? 0), new Big(0));
  return [new Big(0), dividend].map((paid) =>
    Number(new Big(lastClose).minus(paid).times(factor).round(0, Big.roundHalfUp)),
  );
}

/**
 * Lists the adjustments since a date that the previous close does not confirm and no administrator has decided about, by ex-date. They are
 * those of all symbols, also without signals, so that a decision hints at no signal. Before a bar of the ex-date or later is stored, there is
 * nothing to decide.
 */
export async function listUnconfirmedAdjustments(
  db: Queryable,
  since: LocalDate,
): Promise<ProvenAdjustment[]> {
  const { exDate } = priceAdjustments;
  const hasBar = sql`exists (select from ${priceBars} bar where ${isOf} and bar.date >= ${exDate})`;
  const rows = await listProvenAdjustments(db, and(gte(exDate, since), hasBar));
  return rows.filter(({ isConfirmed, review }) => !isConfirmed && review === null);
}

/**
 * Stores that an administrator has confirmed or removed an adjustment, and returns it. Returns `null` if it does not apply, is not the
 * newest of its source, is confirmed by the exchange's previous close, or was decided about before.
 */
export async function reviewAdjustment(
  tx: Transaction,
  id: number,
  { review, now }: { review: 'confirmed' | 'removed'; now: Date },
): Promise<AdjustmentRow | null> {
  // Two administrators, or the job that records adjustments, may append at the same time.
  await tx.execute(sql`lock table ${priceAdjustments} in share row exclusive mode`);
  const { source, factor } = priceAdjustments;
  const [row] = await tx
    .select()
    .from(priceAdjustments)
    .where(and(eq(priceAdjustments.id, id), isNotNull(factor), isNull(priceAdjustments.review)));
  if (!row) return null;
  const [newest] = await tx
    .select({ id: priceAdjustments.id })
    .from(priceAdjustments)
    .where(eq(source, row.source))
    .orderBy(desc(priceAdjustments.id))
    .limit(1);
  if (newest?.id !== id) return null;
  const [proven] = await listProvenAdjustments(tx, eq(priceAdjustments.symbol, row.symbol)).then((all) =>
    all.filter((each) => each.id === id),
  );
  if (!proven || proven.isConfirmed) return null;
  const { id: _, ...values } = row;
  await insertAdjustments(tx, [{ ...values, review, recordedAt: now }]);
  await refreshFacts(tx, [row.symbol]);
  return row;
}
