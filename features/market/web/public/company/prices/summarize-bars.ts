import { addDays, formatShortDate, getWeekday, type LocalDate, MONTHS } from '#core/contract/dates.ts';
import { callEndpoint, type Send } from '#core/web/api/call.ts';
import {
  type LastClose,
  listPrices,
  type PriceAdjustment,
  type PriceBar,
  type PriceRange,
} from '#features/market/contract/prices.ts';
import { RANGE_NAMES } from '#features/market/web/company/prices/price-range.ts';
import { formatRupees, toPaisa } from '#features/signals/contract/levels/price.ts';

export type Period = 'day' | 'week' | 'month';

/** More candles than the trading days of a year are too narrow to tell apart, and slow to draw on a phone. */
const MAX_DAILY_CANDLES = 260;

/** The ranges that are longer than a year. */
const WEEKLY_RANGES: readonly PriceRange[] = ['3Y', '5Y'];

/** Few enough rows to read one by one: at most about 70. */
export const PERIODS: Readonly<Record<PriceRange, Period>> = {
  '1M': 'day',
  '3M': 'day',
  '6M': 'week',
  '1Y': 'week',
  '3Y': 'month',
  '5Y': 'month',
};

/** The prices of a day, a week or a month. */
export interface PriceRow {
  /** The first and the last day with prices. */
  from: LocalDate;
  to: LocalDate;
  /** `null` if the first bar has none. */
  open: string | null;
  /** `null` if a bar is close-only: the high and the low are then not known. */
  high: string | null;
  low: string | null;
  close: string;
  /** `null` if no bar has one. */
  volume: number | null;
}

/** Summarizes bars, which are ordered by date, by periods of the calendar. Returns the latest first. */
export function summarizeBars(bars: readonly PriceBar[], period: Period): PriceRow[] {
  const rows: PriceRow[] = [];
  let current = '';
  for (const bar of bars) {
    const start = getPeriodStart(bar.date, period);
    const row = rows.at(-1);
    if (row && start === current) addBar(row, bar);
    else rows.push(toRow(bar));
    current = start;
  }
  return rows.reverse();
}

function getPeriodStart(date: LocalDate, period: Period): LocalDate {
  if (period === 'day') return date;
  if (period === 'month') return date.slice(0, 7);
  const daysSinceMonday = (getWeekday(date) + 6) % 7;
  return addDays(date, -daysSinceMonday);
}

const toRow = ({ date, open, high, low, close, volume }: PriceBar): PriceRow => ({
  from: date,
  to: date,
  open,
  high,
  low,
  close,
  volume,
});

function addBar(row: PriceRow, bar: PriceBar): void {
  row.to = bar.date;
  row.high = pick(row.high, bar.high, (a, b) => a >= b);
  row.low = pick(row.low, bar.low, (a, b) => a <= b);
  row.close = bar.close;
  if (bar.volume !== null) row.volume = (row.volume ?? 0) + bar.volume;
}

function pick(a: string | null, b: string | null, isFirst: (a: number, b: number) => boolean): string | null {
  if (a === null || b === null) return null;
  return isFirst(toPaisa(a), toPaisa(b)) ? a : b;
}

/** Returns the candles of a chart by date, each of a week in ranges longer than a year or with too many days, else of a day. */
export function toCandles(
  bars: readonly PriceBar[],
  range?: PriceRange,
): { candles: PriceRow[]; period: Period } {
  const isWeekly = (range && WEEKLY_RANGES.includes(range)) || bars.length > MAX_DAILY_CANDLES;
  const period = isWeekly ? 'week' : 'day';
  return { candles: summarizeBars(bars, period).reverse(), period };
}

/** Formats the days of a row: `20 Nov 2026`, `16–20 Nov 2026` or `Nov 2026`. */
export function formatPeriod({ from, to }: PriceRow, period: Period): string {
  if (period === 'month')
    return `${(MONTHS[Number(to.slice(5, 7)) - 1] ?? '').slice(0, 3)} ${to.slice(0, 4)}`;
  if (from === to) return formatShortDate(to);
  const [start, end] = [formatShortDate(from), formatShortDate(to)];
  if (from.slice(0, 7) === to.slice(0, 7)) return `${start.split(' ')[0]}–${end}`;
  if (from.slice(0, 4) === to.slice(0, 4)) return `${start.slice(0, -5)} – ${end}`;
  return `${start} – ${end}`;
}

/** What a page shows of the prices of a range without the chart. */
export interface PriceOverview {
  range: PriceRange;
  lastClose: LastClose | null;
  /** By date. */
  adjustments: PriceAdjustment[];
  /** The number of bars in the range. */
  barCount: number;
  /** The ranges with prices that no shorter range has. */
  ranges: readonly PriceRange[];
  /** The latest first. */
  rows: PriceRow[];
}

interface Prices {
  bars: readonly PriceBar[];
  adjustments: readonly PriceAdjustment[];
  last_close: LastClose | null;
  ranges: readonly PriceRange[];
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
    ranges: prices.ranges,
    rows: summarizeBars(prices.bars, PERIODS[range]),
  };
}

/** Describes a picture of prices for screen readers; the table has the figures. */
export function describePrices(
  content: 'Chart of the prices' | 'Closes',
  symbol: string,
  range: PriceRange,
  rows: readonly PriceRow[],
): string {
  const [first, last] = [rows.at(0), rows.at(-1)];
  if (!first || !last) return `${content} of ${symbol}`;
  return (
    `${content} of ${symbol}, ${RANGE_NAMES[range]}: ` +
    `from ${formatRupees(first.close)} on ${formatShortDate(first.to)} to ${formatRupees(last.close)} on ${formatShortDate(last.to)}. ` +
    'The table below has the figures.'
  );
}
