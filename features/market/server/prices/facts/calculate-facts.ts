import Big from 'big.js';
import { ATR, getAverage } from 'trading-signals';
import { addDays, type LocalDate } from '#core/contract/dates.ts';
import { calculateIndicator } from '#features/market/contract/indicators.ts';
import { formatPaisa } from '#features/market/server/prices/import/price-records.ts';
import { adjustBars } from '#features/market/server/prices/list/list-bars.ts';
import type { BarRow } from '#features/market/server/prices/list/prices.queries.ts';
import type { companyFacts } from '#features/market/server/prices/prices.tables.ts';
import { calculatePaisaLimits } from '#features/signals/contract/levels/price-limits.ts';

/**
 * The bars from which facts are calculated. Averages that depend on all earlier bars, such as the RSI, equal those from the first bar: what
 * is older weighs less than the precision of their numbers, unless the close has long been the same (`needsAllBars`).
 */
export const MAX_BARS = 400;

/** If the close has not changed for longer, the changes before weigh little more than those before `MAX_BARS`. */
const MAX_FLAT_BARS = 150;
/** The close of a share without trades changes with each split, bonus and right. */
const MIN_CLOSES = 6;

/** Returns whether `bars`, which are the last ones, are too few for the RSI, a ratio of the gains and losses of all bars. */
export const needsAllBars = (bars: readonly Pick<BarRow, 'close'>[]): boolean =>
  bars.length === MAX_BARS && new Set(bars.slice(-MAX_FLAT_BARS).map(({ close }) => close)).size < MIN_CLOSES;

export interface FactsInput {
  symbol: string;
  /** The newest bars as traded, by date, at least one: `MAX_BARS`, or all if `needsAllBars`. */
  bars: readonly BarRow[];
  /** The number of all stored bars. */
  barCount: number;
  /** Adjustments, and cash dividends in paisa with the factor 1, by ex-date. Those after the last bar do not count. */
  adjustments: readonly { exDate: LocalDate; factor: string; dividend?: string }[];
}

export type Facts = typeof companyFacts.$inferSelect;

const YEAR_OF_WEEKS = 364;
export const AVERAGE_SCALE = 10_000;
const CROSSING_DAYS = 20;

/** Calculates the facts of a symbol from its bars, in shares of its last one. */
export function calculateFacts({ symbol, bars: traded, barCount, adjustments: all }: FactsInput): Facts {
  const last = traded.at(-1);
  if (!last) throw new Error(`${symbol} has no bars`);
  const { date, close, volume } = last;
  const adjustments = all.filter(({ exDate }) => exDate <= date);
  const bars = adjustBars(traded, adjustments);
  const closes = bars.map((bar) => bar.close);
  const volumes = bars.map((bar) => bar.volume).filter((each) => each !== null);
  const calculate = (indicator: Parameters<typeof calculateIndicator>[0]) =>
    calculateIndicator(indicator, { closes, volumes });
  const starts = getStarts(date);
  const closeOn = (start: LocalDate) => bars.findLast((bar) => bar.date <= start)?.close ?? null;
  const { rsi = [] } = calculate({ kind: 'rsi', period: 14 });
  const { histogram = [] } = calculate({ kind: 'macd', fast: 12, slow: 26, signal: 9 });
  const atr = new ATR(14).updates(bars.map(toCandle)).at(-1) ?? null;
  const dividends = sumDividends(adjustments, starts['1Y']);
  return {
    ...{ symbol, date, bars: barCount, isOutdated: false, close, volume },
    priceLimit: findPriceLimit(last, bars.at(-2)),
    close1dAgo: closeOn(starts['1D']),
    close1wAgo: closeOn(starts['1W']),
    close1mAgo: closeOn(starts['1M']),
    close3mAgo: closeOn(starts['3M']),
    close6mAgo: closeOn(starts['6M']),
    close1yAgo: closeOn(starts['1Y']),
    ...findRange(bars),
    averageVolume20: volume === null ? null : round(averageLast(volumes, 20)),
    rsi14: rsi.at(-1)?.toFixed(2) ?? null,
    sma20: roundAverage(averageLast(closes, 20)),
    sma50: roundAverage(averageLast(closes, 50)),
    sma200: roundAverage(averageLast(closes, 200)),
    crossedSma200: findCrossing(closes.length, (index) => subtractAverage(closes.slice(0, index + 1), 200)),
    macdCrossed: findCrossing(histogram.length, (index) => histogram[index] ?? null),
    atrPercent: atr === null ? null : ((atr / close) * 100).toFixed(2),
    dividends12m: formatPercent(dividends.div(100)),
    dividendYield: formatPercent(dividends.times(100).div(close)),
  };
}

const round = (value: number | null) => (value === null ? null : Math.round(value));

/** Rounds to ten-thousandths of a paisa. */
const roundAverage = (value: number | null) =>
  value === null ? null : Math.round(value * AVERAGE_SCALE) / AVERAGE_SCALE;

/** Returns the simple average of the last values as the library calculates it, which has it of all values only. */
const averageLast = (values: readonly number[], period: number): number | null =>
  values.length < period ? null : getAverage(values.slice(-period));

function subtractAverage(values: readonly number[], period: number): number | null {
  const average = averageLast(values, period);
  return average === null ? null : (values.at(-1) ?? 0) - average;
}

const formatPercent = (value: Big) => value.toFixed(2, Big.roundHalfUp);

/** Formats the change of a price in percent: `-1.25`. */
export function formatChange(from: number, to: number): string {
  const change = formatQuotient(Math.abs(to - from) * 100, from);
  return to < from && change !== '0.00' ? `-${change}` : change;
}

/** Divides integers exactly and rounds half up to two decimals. Decimals would take longer than all else of the market page. */
export const formatQuotient = (dividend: number, divisor: number): string =>
  formatPaisa(Math.floor((dividend * 200 + divisor) / (divisor * 2)));

/** Returns the starts of the periods until a date, which count back in calendar time. */
export const getStarts = (date: LocalDate) => ({
  '1D': addDays(date, -1),
  '1W': addDays(date, -7),
  '1M': subtractMonths(date, 1),
  '3M': subtractMonths(date, 3),
  '6M': subtractMonths(date, 6),
  '1Y': subtractMonths(date, 12),
});

/** Returns the same day of an earlier month, or its last day if it is shorter. */
function subtractMonths(date: LocalDate, months: number): LocalDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(day, lastDay))).toISOString().slice(0, 10);
}

const toCandle = ({ high, low, close }: BarRow) => ({ high: high ?? close, low: low ?? close, close });

/** Returns the highest high and the lowest low of 52 weeks; `null` if the bars begin later. */
function findRange(bars: readonly BarRow[]) {
  const since = addDays(bars.at(-1)?.date ?? '', -YEAR_OF_WEEKS);
  const isComplete = (bars[0]?.date ?? '') <= since;
  const candles = bars.filter(({ date }) => date > since).map(toCandle);
  const high = Math.max(...candles.map((candle) => candle.high));
  const low = Math.min(...candles.map((candle) => candle.low));
  // The first of several, so that a price that stays the same is a new high only once.
  const daysSince = (predicate: (candle: (typeof candles)[number]) => boolean) =>
    candles.length - 1 - candles.findIndex(predicate);
  return {
    high52w: isComplete ? high : null,
    low52w: isComplete ? low : null,
    daysSinceHigh: isComplete ? daysSince((candle) => candle.high === high) : null,
    daysSinceLow: isComplete ? daysSince((candle) => candle.low === low) : null,
  };
}

/** The exchange calculates the limits from its adjusted close of the day before. */
function findPriceLimit(last: BarRow, before: BarRow | undefined): Facts['priceLimit'] {
  const reference = last.previousClose ?? before?.close;
  if (reference === undefined) return null;
  const { lower, upper } = calculatePaisaLimits(reference, last.date);
  return last.close >= upper ? 'upper' : last.close <= lower ? 'lower' : null;
}

/** Differences of less paisa are those of binary fractions. */
const MIN_DIFFERENCE = 1e-6;

/**
 * Returns the number of days since a difference last changed its sign, 1 on the last day, and negative if it became negative; `null` if it
 * did not in the last 20 days.
 */
function findCrossing(count: number, readDifference: (index: number) => number | null): number | null {
  const readSign = (index: number) => {
    const difference = readDifference(index) ?? 0;
    return Math.abs(difference) < MIN_DIFFERENCE ? 0 : Math.sign(difference);
  };
  // From the end, so that only the averages that are needed are calculated.
  let [later, days] = [0, 0];
  for (let index = count - 1; index >= 0 && days <= CROSSING_DAYS; index -= 1) {
    const sign = readSign(index);
    if (sign === 0) continue;
    if (sign === -later) return days * later;
    [later, days] = [sign, count - index];
  }
  return null;
}

/** Sums up the dividends since a date, in paisa for a share of the last day. A bonus of the same ex-date is given after a dividend. */
function sumDividends(adjustments: FactsInput['adjustments'], after: LocalDate): Big {
  return listDividends(adjustments)
    .filter(({ exDate }) => exDate > after)
    .reduce((sum, { paisa }) => sum.plus(paisa), new Big(0));
}

/** Lists the cash dividends in paisa for a share of today, by ex-date. */
export const listDividends = (adjustments: FactsInput['adjustments']): { exDate: LocalDate; paisa: Big }[] =>
  adjustments.flatMap(({ exDate, dividend }) => {
    if (dividend === undefined) return [];
    const later = adjustments.filter((each) => each.exDate >= exDate);
    return [{ exDate, paisa: later.reduce((paisa, each) => paisa.times(each.factor), new Big(dividend)) }];
  });
