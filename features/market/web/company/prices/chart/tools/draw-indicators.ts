import { HistogramSeries, type IChartApi, LineSeries, LineStyle } from 'lightweight-charts';
import type { Indicator } from '#features/billing/contract/chart-tools.ts';
import type { IndicatorLines, IndicatorValues } from '#features/market/contract/indicators.ts';
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
