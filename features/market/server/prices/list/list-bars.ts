import Big from 'big.js';
import { addDays, type LocalDate } from '#core/contract/dates.ts';
import { cachedUntilChange } from '#core/server/platform/cached-until-change.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import {
  PRICE_RANGES,
  type PriceAdjustment,
  type PriceBar,
  type PriceRange,
} from '#features/market/contract/prices.ts';
import {
  listAdjustments,
  listExDatesOf,
} from '#features/market/server/prices/adjustments/adjustments.queries.ts';
import { formatPaisa } from '#features/market/server/prices/import/price-records.ts';
import {
  type BarRow,
  findLastIndexDate,
  listAdjustmentsOf,
  listBarRows,
  listIndexRows,
  listLastBarsOf,
  listNewestBarsOf,
} from './prices.queries.ts';

const RANGE_DAYS: Readonly<Record<PriceRange, number>> = {
  '1M': 31,
  '3M': 92,
  '6M': 183,
  '1Y': 366,
  '3Y': 1096,
  '5Y': 1827,
};

/** A close as traded, in rupees. */
export interface LastClose {
  date: LocalDate;
  close: string;
  /** In shares of that day. */
  previousClose: string | null;
  /** The import of the last bar that was imported. */
  importId: number | null;
  /** Some of the bars were invented for the demo. */
  hasInvented: boolean;
}

interface Prices {
  bars: PriceBar[];
  adjustments: PriceAdjustment[];
  /** `null` without bars. */
  last: LastClose | null;
  /** The ranges with prices that no shorter range has. */
  ranges: PriceRange[];
}

/** Returns the bars of the last months or years until the last bar, by date, and the last close, which is never adjusted. */
export async function readPrices(
  db: Queryable,
  symbol: string,
  { range, isAdjusted }: { range: PriceRange; isAdjusted: boolean },
): Promise<Prices> {
  const days = RANGE_DAYS[range];
  const [{ rows, firstDate }, adjustments] = await Promise.all([
    listBarRows(db, { symbol, days }),
    listAdjustments(db, symbol),
  ]);
  const lastRow = rows.at(-1);
  if (!lastRow) return { bars: [], adjustments: [], last: null, ranges: [] };
  const from = addDays(lastRow.date, -days);
  const bars = isAdjusted ? adjustBars(rows, adjustments) : rows;
  return {
    bars: bars.filter(({ date }) => date >= from).map(presentBar),
    adjustments: adjustments.map(({ exDate, kind, factor, description }) => ({
      ex_date: exDate,
      kind,
      factor,
      description,
    })),
    last: {
      ...presentLastClose(lastRow, rows.at(-2), adjustments),
      importId: rows.findLast(({ importId }) => importId !== null)?.importId ?? null,
      hasInvented: rows.some(({ importId }) => importId === null),
    },
    ranges: listRanges(firstDate ?? lastRow.date, lastRow.date),
  };
}

const listRanges = (firstDate: LocalDate, lastDate: LocalDate): PriceRange[] =>
  PRICE_RANGES.filter((_, index) => {
    const shorter = PRICE_RANGES[index - 1];
    return shorter === undefined || firstDate < addDays(lastDate, -RANGE_DAYS[shorter]);
  });

function presentLastClose(
  last: BarRow,
  before: BarRow | undefined,
  adjustments: readonly Adjustment[],
): Omit<LastClose, 'importId' | 'hasInvented'> {
  const until = adjustments.filter(({ exDate }) => exDate <= last.date);
  const [adjusted] = before ? adjustBars([before], until) : [];
  return {
    date: last.date,
    close: formatPaisa(last.close),
    previousClose: formatPrice(last.previousClose ?? adjusted?.close ?? null),
  };
}

/** Returns the values of an index of the last months or years until the last one, by date. */
export async function listIndexHistory(
  db: Queryable,
  code: string,
  range: PriceRange,
): Promise<{ date: LocalDate; value: string }[]> {
  const last = await findLastIndexDate(db, code);
  if (last === null) return [];
  const rows = await listIndexRows(db, { code, from: addDays(last, -RANGE_DAYS[range]) });
  return rows.map(({ date, value }) => ({ date, value: formatPaisa(value) }));
}

function presentBar({ date, open, high, low, close, volume, suffix }: BarRow): PriceBar {
  return {
    date,
    open: formatPrice(open),
    high: formatPrice(high),
    low: formatPrice(low),
    close: formatPaisa(close),
    volume,
    suffix,
    is_close_only: high === null,
  };
}

const formatPrice = (paisa: number | null): string | null => (paisa === null ? null : formatPaisa(paisa));

/** Returns the time of an import as RFC 3339, `null` for invented prices, which have no import. */
export const getImportTime = (times: ReadonlyMap<number, Date>, importId: number | null): string | null =>
  (importId === null ? null : times.get(importId)?.toISOString()) ?? null;

export type QuotedClose = Pick<LastClose, 'date' | 'close' | 'previousClose'>;

/**
 * Returns the last closes of those symbols that have any, with the closes before them. A symbol whose closes cannot be calculated is
 * reported and left out, because the other companies of a list have prices.
 */
export async function readQuotes(
  db: Queryable,
  symbols: readonly string[],
  reportFailure: (symbol: string, error: unknown) => void,
): Promise<ReadonlyMap<string, QuotedClose>> {
  const bars = await listNewestBarsOf(db, symbols, 2);
  const adjustments = Map.groupBy(await listAdjustmentsOf(db, [...bars.keys()]), ({ symbol }) => symbol);
  return new Map(
    [...bars].flatMap(([symbol, rows]) => {
      const last = rows.at(-1);
      if (!last) return [];
      try {
        return [[symbol, presentLastClose(last, rows.at(-2), adjustments.get(symbol) ?? [])] as const];
      } catch (error) {
        reportFailure(symbol, error);
        return [];
      }
    }),
  );
}

/** The last close of a symbol as traded, in rupees. */
export interface CachedClose {
  date: LocalDate;
  close: string;
  /** The last ex-date of a split, bonus or right until then; earlier prices are not comparable. `null` without one. */
  adjustedOn: LocalDate | null;
  /** The last recorded ex-date of one, also after the close. */
  lastExDate: LocalDate | null;
  /** Its bar is an imported one with a trade. */
  isTraded: boolean;
}

export type GetLastCloses = (symbols: readonly string[]) => Promise<ReadonlyMap<string, CachedClose>>;

/** Returns a function that reads the last closes of symbols that have any, and caches them until prices change. */
export function cacheLastCloses({ db, changes }: Database): GetLastCloses {
  const getCache = cachedUntilChange(
    changes,
    'prices',
    async (): Promise<Map<string, CachedClose | null>> => new Map(),
  );
  return async (symbols) => {
    const cache = await getCache();
    const missing = [...new Set(symbols)].filter((symbol) => !cache.has(symbol));
    if (missing.length > 0) {
      const rows = await listLastBarsOf(db, missing);
      const exDates = await listExDatesOf(
        db,
        rows.map(({ symbol }) => symbol),
      );
      for (const symbol of missing) cache.set(symbol, null);
      for (const { symbol, date, close, isTraded } of rows) {
        const ofSymbol = exDates.get(symbol) ?? [];
        const adjustedOn = ofSymbol.findLast((exDate) => exDate <= date) ?? null;
        const lastExDate = ofSymbol.at(-1) ?? null;
        cache.set(symbol, { date, close: formatPaisa(close), adjustedOn, lastExDate, isTraded });
      }
    }
    return new Map(
      symbols.flatMap((symbol) => {
        const last = cache.get(symbol);
        return last ? [[symbol, last] as const] : [];
      }),
    );
  };
}

/** A change of the number of shares that divides the price. */
interface Adjustment {
  exDate: LocalDate;
  /** The price after the change divided by the price before it. */
  factor: string;
}

/**
 * Returns bars as if every share had always been one of today's: prices before an ex-date are multiplied by the factors of all
 * later changes and rounded to paisa, and volumes divided. The bars are ordered by date; the given ones stay unchanged.
 */
export function adjustBars(bars: readonly BarRow[], adjustments: readonly Adjustment[]): BarRow[] {
  const pending = [...adjustments].sort((a, b) => a.exDate.localeCompare(b.exDate));
  let factor = new Big(1);
  const adjusted: BarRow[] = [];
  for (const bar of bars.toReversed()) {
    while ((pending.at(-1)?.exDate ?? '') > bar.date) factor = factor.times(pending.pop()?.factor ?? 1);
    adjusted.push(factor.eq(1) ? bar : adjustBar(bar, factor));
  }
  return adjusted.reverse();
}

function adjustBar(bar: BarRow, factor: Big): BarRow {
  const approximate = Number(factor);
  const adjust = (price: number) => roundProduct(price * approximate, () => factor.times(price));
  const adjustPrice = (price: number | null) => (price === null ? null : adjust(price));
  return {
    ...bar,
    open: adjustPrice(bar.open),
    high: adjustPrice(bar.high),
    low: adjustPrice(bar.low),
    close: adjust(bar.close),
    previousClose: adjustPrice(bar.previousClose),
    volume:
      bar.volume === null
        ? null
        : roundProduct(bar.volume / approximate, () => new Big(bar.volume ?? 0).div(factor)),
  };
}

/** Calculates exactly only if the binary fraction may be on the other side of a half, because decimals take twenty times as long. */
function roundProduct(approximate: number, calculate: () => Big): number {
  const isClear = Math.abs((approximate % 1) - 0.5) > Math.max(1, approximate) * RELATIVE_ERROR;
  return isClear && approximate > 1 ? Math.round(approximate) : round(calculate());
}

/** More than that of a product or quotient of a binary fraction. */
const RELATIVE_ERROR = 1e-15;

/** Rounds half up. A price is at least one paisa. */
const round = (value: Big) => Math.max(Number(value.round(0, Big.roundHalfUp)), value.gt(0) ? 1 : 0);
