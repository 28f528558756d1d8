import { BollingerBands, EMA, RSI, SMA } from 'trading-signals';
import type { Indicator } from '#features/billing/contract/chart-tools.ts';

/** A value for each candle; `null` where there is none, such as in the first period. */
export type IndicatorValues = (number | null)[];

/** The lines of an indicator, by name. The first one is its main line. */
export type IndicatorLines = Record<string, IndicatorValues>;

/** Closes and volumes of candles, by date. */
interface Series {
  closes: readonly number[];
  volumes: readonly (number | null)[];
}

/** Calculates an indicator as StockCharts publishes it, so that its values can be compared with those of other charts. */
export function calculateIndicator(indicator: Indicator, { closes, volumes }: Series): IndicatorLines {
  switch (indicator.kind) {
    case 'sma':
      return { average: calculateSma(closes, indicator.period) };
    case 'ema':
      return { average: calculateEma(closes, indicator.period) };
    case 'bollinger': {
      const bands = new BollingerBands(indicator.period, indicator.deviations).updates([...closes]);
      const pick = (name: 'upper' | 'middle' | 'lower') => bands.map((band) => band?.[name] ?? null);
      return { middle: pick('middle'), upper: pick('upper'), lower: pick('lower') };
    }
    case 'rsi':
      return { rsi: new RSI(indicator.period).updates([...closes]) };
    case 'macd': {
      const fast = calculateEma(closes, indicator.fast);
      const slow = calculateEma(closes, indicator.slow);
      const macd = subtract(fast, slow);
      const signal = skipMissing(macd, (values) => calculateEma(values, indicator.signal));
      return { macd, signal, histogram: subtract(macd, signal) };
    }
    case 'volume-average':
      return { average: skipMissing(volumes, (values) => calculateSma(values, indicator.period)) };
  }
}

const calculateSma = (values: readonly number[], period: number): IndicatorValues =>
  new SMA(period).updates([...values]);

/** Starts with the simple average of the first period. The library starts with the first value. */
function calculateEma(values: readonly number[], period: number): IndicatorValues {
  const start = new SMA(period);
  const ema = new EMA(period);
  return values.map((value, index) => {
    const first = index < period ? start.update(value, false) : value;
    return first === null ? null : ema.update(first, false);
  });
}

/** Calculates with the values that are not missing. The result has none where they are. */
function skipMissing(
  values: readonly (number | null)[],
  calculate: (values: readonly number[]) => IndicatorValues,
): IndicatorValues {
  const results = calculate(values.filter((value) => value !== null)).values();
  return values.map((value) => (value === null ? null : (results.next().value ?? null)));
}

const subtract = (values: IndicatorValues, subtrahends: IndicatorValues): IndicatorValues =>
  values.map((value, index) => {
    const subtrahend = subtrahends[index] ?? null;
    return value === null || subtrahend === null ? null : value - subtrahend;
  });
