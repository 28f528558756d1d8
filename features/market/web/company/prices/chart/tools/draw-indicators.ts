import { HistogramSeries, type IChartApi, LineSeries, LineStyle } from 'lightweight-charts';
import { BollingerBands, EMA, RSI, SMA } from 'trading-signals';
import type { Indicator } from '#features/billing/contract/chart-tools.ts';
import type { ChartColors } from '#features/market/web/company/prices/chart/chart-colors.ts';
import {
  addAlpha,
  type ChartOverlay,
  VOLUME_SCALE,
} from '#features/market/web/company/prices/chart/draw-chart.ts';
import type { PriceRow } from '#features/market/web/public/company/prices/summarize-bars.ts';

/** An indicator with a value of each line for each candle. */
export interface CalculatedIndicator {
  indicator: Indicator;
  lines: IndicatorLines;
}

/** Differ from the colors of gains, losses and levels, and for the color-blind from each other. */
const LINE_COLORS = {
  light: ['#7b2d8e', '#0b7285', '#c2255c', '#5c6b00'],
  dark: ['#d0a2f7', '#66d9e8', '#faa2c1', '#c0eb75'],
};

/** Returns the color of the indicator at a position in the list. */
export function getIndicatorColor(index: number, { surface }: ChartColors): string {
  const [red = 0, green = 0, blue = 0] = (surface.match(/\d+/g) ?? []).map(Number);
  const colors = LINE_COLORS[red + green + blue > 382 ? 'light' : 'dark'];
  return colors[index % colors.length] ?? surface;
}

/** After the last color, they repeat with dashed lines. */
export const isDashed = (index: number): boolean => index >= LINE_COLORS.light.length;

const OWN_PANES: readonly Indicator['kind'][] = ['rsi', 'macd'];
/** The height of the prices in panes. */
const PRICES_HEIGHT = 4;
const PANE_MARGINS = { scaleMargins: { top: 0.1, bottom: 0.1 } };
/** Above and below them, prices are said to have risen or fallen too fast. */
const STRENGTH_MARKS = [70, 30];

/** Draws averages and bands over the candles, and each strength index and MACD in a pane of its own. */
export function createIndicatorOverlay(
  candles: readonly PriceRow[],
  calculated: readonly CalculatedIndicator[],
  colors: ChartColors,
): ChartOverlay {
  return {
    candles,
    paneCount: calculated.filter(({ indicator: { kind } }) => OWN_PANES.includes(kind)).length,
    draw(chart) {
      let pane = 0;
      const removals = calculated.flatMap(({ indicator, lines }, index) => {
        const hasPane = OWN_PANES.includes(indicator.kind);
        if (hasPane) pane += 1;
        const style = { color: getIndicatorColor(index, colors), isDashed: isDashed(index) };
        const target = { chart, candles, pane: hasPane ? pane : 0, colors };
        return drawIndicator(target, indicator, lines, style);
      });
      for (const [index, each] of chart.panes().entries())
        each.setStretchFactor(index === 0 ? PRICES_HEIGHT : 1);
      return () => {
        for (const remove of removals) remove();
      };
    },
  };
}

interface Target {
  chart: IChartApi;
  candles: readonly PriceRow[];
  pane: number;
  colors: ChartColors;
}

function drawIndicator(
  target: Target,
  { kind }: Indicator,
  lines: IndicatorLines,
  { color, isDashed }: { color: string; isDashed: boolean },
): (() => void)[] {
  const { chart, candles, pane, colors } = target;
  const main = isDashed ? LineStyle.Dashed : LineStyle.Solid;
  const addLine = (
    name: string,
    lineStyle: LineStyle,
    options: { color?: string; lineWidth?: 1 | 2 } = {},
  ) => {
    const series = chart.addSeries(
      LineSeries,
      {
        ...{ color, lineStyle, lineWidth: 2, ...options },
        ...{ priceLineVisible: false, lastValueVisible: false, crosshairMarkerVisible: false },
        ...(kind === 'volume-average' ? { priceScaleId: VOLUME_SCALE } : {}),
        ...(kind === 'rsi' ? { autoscaleInfoProvider: showWholeScale } : {}),
      },
      pane,
    );
    if (pane > 0) series.priceScale().applyOptions(PANE_MARGINS);
    series.setData(toPoints(candles, lines[name]));
    return series;
  };
  const toRemovals = (all: ReturnType<typeof addLine>[]) =>
    all.map((series) => () => chart.removeSeries(series));
  switch (kind) {
    case 'sma':
    case 'ema':
    case 'volume-average':
      return toRemovals([addLine('average', main)]);
    case 'bollinger':
      return toRemovals([
        addLine('middle', LineStyle.Dotted, { lineWidth: 1 }),
        addLine('upper', main, { lineWidth: 1 }),
        addLine('lower', main, { lineWidth: 1 }),
      ]);
    case 'rsi': {
      const series = addLine('rsi', main);
      for (const price of STRENGTH_MARKS)
        series.createPriceLine({
          price,
          color: colors['line-strong'],
          lineWidth: 1,
          lineStyle: LineStyle.Dotted,
        });
      return toRemovals([series]);
    }
    case 'macd': {
      const histogram = chart.addSeries(
        HistogramSeries,
        { color: addAlpha(colors['line-strong'], 0.5), priceLineVisible: false, lastValueVisible: false },
        pane,
      );
      histogram.setData(toPoints(candles, lines.histogram));
      return [
        () => chart.removeSeries(histogram),
        ...toRemovals([addLine('macd', main), addLine('signal', LineStyle.Dotted, { color: colors.ink })]),
      ];
    }
  }
}

const showWholeScale = () => ({ priceRange: { minValue: 0, maxValue: 100 } });

const toPoints = (candles: readonly PriceRow[], values: IndicatorValues | undefined) =>
  candles.map(({ to }, index) => {
    const value = values?.[index] ?? null;
    return value === null ? { time: to } : { time: to, value };
  });

/** A value for each candle; `null` where there is none, such as in the first period. */
export type IndicatorValues = (number | null)[];

/** The lines of an indicator, by name. The first one is its main line. */
type IndicatorLines = Record<string, IndicatorValues>;

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
