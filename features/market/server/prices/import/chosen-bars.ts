import { sql } from 'drizzle-orm';
import type { LocalDate } from '#core/contract/dates.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import type { Values } from '#features/imports/server/imports.ts';
import { priceBars } from '#features/market/server/prices/prices.tables.ts';
import { toPaisa } from '#features/signals/contract/levels/price.ts';
import type { PriceRecord } from './price-records.ts';

/** Returns the symbols that have a signal which is published and not final. */
export type ListSymbolsInPlay = (db: Queryable) => Promise<ReadonlySet<string>>;

interface PlannedBar {
  /** The cells of the row. */
  given: Values;
  /** The stored bar; `null` without one. */
  before: Values | null;
  /** The stored bar with the cells of the row, as they are in the file. */
  merged: Values;
  /** The same as it would be stored. */
  values: Values;
}

/** Returns the reasons why an administrator must confirm a bar of a symbol that has a signal in progress. */
export type CheckChoice = (record: PriceRecord, bar: PlannedBar) => string[];

/** A symbol that had ranges in so many days before usually has them. */
export const DAYS_WITH_RANGE = 30;

/**
 * Creates a check of bars that decide nothing (docs/evaluation.md, rule 14) where others would: without it, an administrator who imports prices could
 * choose whether a signal reaches its levels by importing a day in another form.
 */
export async function createChoiceCheck(
  db: Queryable,
  records: readonly PriceRecord[],
  listSymbolsInPlay: ListSymbolsInPlay,
): Promise<CheckChoice> {
  const inPlay = await listSymbolsInPlay(db);
  const withRange = records.filter(({ values }) => hasRange(values as Values)).length;
  const usual = await listUsualRanges(
    db,
    records.filter(({ symbol, values }) => inPlay.has(symbol) && !hasRange(values as Values)),
  );
  return ({ symbol, date, values: own }, { given, before, merged, values }) => {
    if (!inPlay.has(symbol)) return [];
    const isInFile = withRange > (hasRange(own as Values) ? 1 : 0);
    const [choice] = [
      ...(before !== null && hasRange(before) && !(hasRange(given) && hasRange(values))
        ? ['The row has no open, high and low, and would change a stored bar that has them.']
        : []),
      ...(merged.volume === '0' && hasSpread(merged)
        ? ['The volume is 0, but the high and the low differ, so that there were trades.']
        : []),
      ...(values.volume === '0' && isPositive(before?.volume)
        ? [`The volume would become 0, and is stored as ${before?.volume}.`]
        : []),
      ...(!hasRange(values) && isInFile
        ? ['The row has no open, high and low, and other rows of the file have them.']
        : []),
      ...(!hasRange(values) && !isInFile && usual(symbol, date)
        ? ['The row has no open, high and low, and the bars of the days before have them.']
        : []),
    ];
    if (choice === undefined) return [];
    return [`${choice} ${symbol} has a signal in progress, which such a day does not decide.`];
  };
}

const hasRange = ({ open = null, high = null, low = null }: Values): boolean =>
  open !== null && high !== null && low !== null;

const hasSpread = ({ high = null, low = null }: Values): boolean =>
  high !== null && low !== null && toPaisa(high) !== toPaisa(low);

const isPositive = (volume: string | null | undefined): boolean => Number(volume ?? 0) > 0;

/** Returns a function that returns whether bars with a range are stored in the days before the date of one of the records. */
async function listUsualRanges(
  db: Queryable,
  records: readonly PriceRecord[],
): Promise<(symbol: string, date: LocalDate) => boolean> {
  if (records.length === 0) return () => false;
  const symbols = sql.param(records.map(({ symbol }) => symbol));
  const dates = sql.param(records.map(({ date }) => date));
  const { rows } = await db.execute<{ symbol: string; date: LocalDate }>(sql`
    select symbol, date::text as date from unnest(${symbols}::text[], ${dates}::date[]) given(symbol, date)
    where exists (select from ${priceBars} bar where bar.symbol = given.symbol and bar.open is not null
      and bar.high is not null and bar.date >= given.date - ${DAYS_WITH_RANGE}::integer and bar.date < given.date)`);
  const usual = new Set(rows.map(({ symbol, date }) => `${symbol} ${date}`));
  return (symbol, date) => usual.has(`${symbol} ${date}`);
}
