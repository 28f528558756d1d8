import {
  type LastClose,
  listPrices,
  type PriceAdjustment,
  type PriceBar,
  type PriceRange,
} from '#contract/market/prices.ts';
import { callEndpoint, type Send } from '#web/api/call.ts';
import { PERIODS, type PriceRow, summarizeBars } from './summarize-bars.ts';

/** What a page shows of the prices of a range without the chart. */
export interface PriceOverview {
  range: PriceRange;
  lastClose: LastClose | null;
  /** By date. */
  adjustments: PriceAdjustment[];
  /** The number of bars in the range. */
  barCount: number;
  /** The latest first. */
  rows: PriceRow[];
}

interface Prices {
  bars: readonly PriceBar[];
  adjustments: readonly PriceAdjustment[];
  last_close: LastClose | null;
}

/** Loads the prices as a visitor. A rendered page contains no bars: those of five years would triple its size. */
export async function loadPrices(symbol: string, range: PriceRange, send: Send): Promise<PriceOverview> {
  return toOverview(await callEndpoint(listPrices, { params: { symbol }, query: { range } }, send), range);
}

/** Summarizes prices, with the adjustments that changed bars of the range. */
export function toOverview(prices: Prices, range: PriceRange): PriceOverview {
  const first = prices.bars.at(0)?.date ?? '';
  const last = prices.last_close?.date ?? '';
  return {
    range,
    lastClose: prices.last_close,
    adjustments: prices.adjustments.filter(({ ex_date }) => first < ex_date && ex_date <= last),
    barCount: prices.bars.length,
    rows: summarizeBars(prices.bars, PERIODS[range]),
  };
}
