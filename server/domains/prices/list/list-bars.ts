import { addDays, type LocalDate } from '#contract/dates.ts';
import type { PriceAdjustment, PriceBar, PriceRange } from '#contract/market/prices.ts';
import { type Adjustment, adjustBars } from '#server/domains/prices/adjustments/adjust-bars.ts';
import { listAdjustments } from '#server/domains/prices/adjustments/adjustments.queries.ts';
import { formatPaisa } from '#server/domains/prices/import/parse-amounts.ts';
import type { Queryable } from '#server/platform/database.ts';
import { formatPrice, presentBar } from './present-bars.ts';
import { type BarRow, findLastIndexDate, listBarRows, listIndexRows } from './prices.queries.ts';

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
  importId: number | null;
}

interface Prices {
  bars: PriceBar[];
  adjustments: PriceAdjustment[];
  /** `null` without bars. */
  last: LastClose | null;
}

/** Returns the bars of the last months or years until the last bar, by date, and the last close, which is never adjusted. */
export async function readPrices(
  db: Queryable,
  symbol: string,
  { range, isAdjusted }: { range: PriceRange; isAdjusted: boolean },
): Promise<Prices> {
  const days = RANGE_DAYS[range];
  const [rows, adjustments] = await Promise.all([
    listBarRows(db, { symbol, days }),
    listAdjustments(db, symbol),
  ]);
  const lastRow = rows.at(-1);
  if (!lastRow) return { bars: [], adjustments: [], last: null };
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
    last: presentLastClose(lastRow, rows.at(-2), adjustments),
  };
}

function presentLastClose(
  last: BarRow,
  before: BarRow | undefined,
  adjustments: readonly Adjustment[],
): LastClose {
  const until = adjustments.filter(({ exDate }) => exDate <= last.date);
  const [adjusted] = before ? adjustBars([before], until) : [];
  return {
    date: last.date,
    close: formatPaisa(last.close),
    previousClose: formatPrice(last.previousClose ?? adjusted?.close ?? null),
    importId: last.importId,
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
