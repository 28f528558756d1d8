import Big from 'big.js';
import { ATR } from 'trading-signals';
import { addDays, type LocalDate } from '#core/contract/dates.ts';
import { calculateIndicator, type IndicatorValues } from '#features/market/contract/indicators.ts';
import { adjustBars } from '#features/market/server/prices/list/list-bars.ts';
import type { BarRow } from '#features/market/server/prices/list/prices.queries.ts';
import type { companyFacts } from '#features/market/server/prices/prices.tables.ts';
import { calculatePaisaLimits } from '#features/signals/contract/levels/price-limits.ts';

/**
 * The bars from which facts are calculated. Averages that depend on all earlier bars, such as the RSI, equal those from the first bar: what
 * is older weighs less than the precision of their numbers.
 */
export const MAX_BARS = 600;

export interface FactsInput {
  symbol: string;
  /** The newest bars as traded, by date: at most `MAX_BARS`, and at least one. */
  bars: readonly BarRow[];
  /** The number of all stored bars. */
  barCount: number;
  /** Adjustments, and cash dividends in paisa with the factor 1, by ex-date. Those after the last bar do not count. */
  adjustments: readonly { exDate: LocalDate; factor: string; dividend?: string }[];
}

export type Facts = typeof companyFacts.$inferSelect;

const YEAR_OF_WEEKS = 364;
const CROSSING_DAYS = 20;

/** Calculates the facts of a symbol from its bars, in shares of its last one. */
export function calculateFacts({ symbol, bars: traded, barCount, adjustments: all }: FactsInput): Facts {
  const last = traded.at(-1);
  if (!last) throw new Error(`${symbol} has no bars`);
  const { date, close, volume } = last;
  const adjustments = all.filter(({ exDate }) => exDate <= date);
  const bars = adjustBars(traded, adjustments);
  const closes = bars.map((bar) => bar.close);
  const volumes = bars.map((bar) => bar.volume);
  const getLast = (values: IndicatorValues | undefined) => values?.at(-1) ?? null;
  const calculate = (indicator: Parameters<typeof calculateIndicator>[0]) =>
    calculateIndicator(indicator, { closes, volumes });
  const changeSince = (start: LocalDate) => {
    const before = bars.findLast((bar) => bar.date <= start);
    return before ? formatChange(before.close, close) : null;
  };
  const sma200 = calculate({ kind: 'sma', period: 200 }).average ?? [];
  const { histogram = [] } = calculate({ kind: 'macd', fast: 12, slow: 26, signal: 9 });
  const atr = new ATR(14).updates(bars.map(toCandle)).at(-1) ?? null;
  const dividends = sumDividends(adjustments, subtractMonths(date, 12));
  return {
    ...{ symbol, date, bars: barCount, close, volume },
    priceLimit: findPriceLimit(last, bars.at(-2)),
    change1d: changeSince(addDays(date, -1)),
    change1w: changeSince(addDays(date, -7)),
    change1m: changeSince(subtractMonths(date, 1)),
    change3m: changeSince(subtractMonths(date, 3)),
    change6m: changeSince(subtractMonths(date, 6)),
    change1y: changeSince(subtractMonths(date, 12)),
    ...findRange(bars),
    averageVolume20: round(getLast(calculate({ kind: 'volume-average', period: 20 }).average)),
    rsi14: getLast(calculate({ kind: 'rsi', period: 14 }).rsi)?.toFixed(2) ?? null,
    sma20: round(getLast(calculate({ kind: 'sma', period: 20 }).average)),
    sma50: round(getLast(calculate({ kind: 'sma', period: 50 }).average)),
    sma200: round(getLast(sma200)),
    crossedSma200: findCrossing(closes.map((each, index) => subtract(each, sma200[index]))),
    macdCrossed: findCrossing(histogram),
    atrPercent: atr === null ? null : ((atr / close) * 100).toFixed(2),
    dividends12m: formatPercent(dividends.div(100)),
    dividendYield: formatPercent(dividends.times(100).div(close)),
  };
}

const round = (value: number | null) => (value === null ? null : Math.round(value));

const subtract = (a: number, b: number | null = null) => (b === null ? null : a - b);

const formatPercent = (value: Big) => value.toFixed(2, Big.roundHalfUp);

/** Formats the change of a price in percent: `-1.25`. */
export const formatChange = (from: number, to: number): string =>
  formatPercent(new Big(to - from).times(100).div(from)).replace(/^-(?=[0.]+$)/, '');

/** Returns the same day of an earlier month, or its last day if it is shorter. */
export function subtractMonths(date: LocalDate, months: number): LocalDate {
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
  const daysSince = (isIt: (candle: (typeof candles)[number]) => boolean) =>
    candles.length - 1 - candles.findLastIndex(isIt);
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
function findCrossing(differences: IndicatorValues): number | null {
  const signs = differences.map((each) =>
    each === null || Math.abs(each) < MIN_DIFFERENCE ? 0 : Math.sign(each),
  );
  for (let days = 1; days <= CROSSING_DAYS; days += 1) {
    const sign = signs.at(-days) ?? 0;
    const before = signs.slice(0, -days).findLast((each) => each !== 0);
    if (sign !== 0 && before === -sign) return days * sign;
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
