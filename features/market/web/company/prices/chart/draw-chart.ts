import {
  type AutoscaleInfo,
  CandlestickSeries,
  ColorType,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  LineSeries,
  LineStyle,
  type SeriesMarker,
  TickMarkType,
  type Time,
} from 'lightweight-charts';
import { formatShortDate, type LocalDate } from '#core/contract/dates.ts';
import {
  type ChartEvent,
  type ChartLevel,
  mergeSignalEvents,
} from '#features/market/web/public/company/prices/chart/chart-events.ts';
import type { PriceRow } from '#features/market/web/public/company/prices/summarize-bars.ts';
import type { ChartColors } from './chart-colors.ts';

export interface DrawnChart {
  setLevels: (levels: readonly ChartLevel[]) => void;
  setEvents: (events: readonly ChartEvent[]) => void;
  /** Draws an overlay, unless it belongs to other candles. Returns a function that removes it. */
  addOverlay: (overlay: ChartOverlay) => () => void;
  remove: () => void;
}

/** What is drawn over the candles and in panes below them. */
export interface ChartOverlay {
  /** The candles to whose times it belongs. */
  candles: readonly PriceRow[];
  paneCount: number;
  /** Returns a function that removes it. */
  draw: (chart: IChartApi) => () => void;
}

/** The scale of the volumes. */
export const VOLUME_SCALE = 'volume';

/** The part of the height that volumes take up. */
const VOLUME_SHARE = 0.2;
/** Levels further from the prices than this share would flatten the chart. */
const MAX_LEVEL_DISTANCE = 0.4;
/** The space right of the last candle: for the label of its month, or for the names of the levels, such as `Stop loss`. */
const RIGHT_OFFSET_PIXELS = 16;
const LEVEL_NAMES_PIXELS = 72;

/**
 * Draws candles, hollow if the close is not below the open, and a line where only the close is known. The time of a candle is
 * its last day; `onHover` receives that of the candle under the pointer, or `null`. The wheel scrolls the page, not the chart.
 */
export function drawChart(
  container: HTMLElement,
  rows: readonly PriceRow[],
  colors: ChartColors,
  onHover: (date: LocalDate | null) => void,
): DrawnChart {
  const chart = createChart(container, {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: colors.surface },
      textColor: colors.muted,
      fontFamily: getComputedStyle(container).fontFamily,
      // The page links to the library's author below the chart.
      attributionLogo: false,
      panes: { separatorColor: colors.line, enableResize: false },
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colors.line } },
    crosshair: {
      vertLine: { color: colors['line-strong'], labelBackgroundColor: colors.ink },
      horzLine: { color: colors['line-strong'], labelBackgroundColor: colors.ink },
    },
    rightPriceScale: { borderColor: colors.line, scaleMargins: { top: 0.08, bottom: VOLUME_SHARE + 0.04 } },
    timeScale: {
      borderColor: colors.line,
      minBarSpacing: 0.1,
      enableConflation: true,
      fixLeftEdge: true,
      rightOffsetPixels: RIGHT_OFFSET_PIXELS,
      tickMarkFormatter: formatTick,
    },
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
    localization: { locale: 'en-GB', dateFormat: 'dd MMM yyyy' },
  });

  let levelPrices: number[] = [];
  let rightOffsetPixels = RIGHT_OFFSET_PIXELS;
  /** Keeps a range that the user has chosen unless the space changes. */
  const setRightOffset = (pixels: number) => {
    if (pixels === rightOffsetPixels) return;
    rightOffsetPixels = pixels;
    chart.timeScale().applyOptions({ rightOffsetPixels });
    chart.timeScale().fitContent();
  };
  const hasCloseOnly = rows.some(isCloseOnly);
  const prices = rows.flatMap(({ low, high, close }) =>
    [low, high, close].flatMap((price) => (price === null ? [] : Number(price))),
  );
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const includeLevels = (getInfo: () => AutoscaleInfo | null): AutoscaleInfo | null => {
    const info = getInfo();
    if (!info?.priceRange) return info;
    const { minValue, maxValue } = info.priceRange;
    const range = {
      minValue: Math.min(minValue, ...levelPrices),
      maxValue: Math.max(maxValue, ...levelPrices),
    };
    return { ...info, priceRange: range };
  };

  const candles = chart.addSeries(CandlestickSeries, {
    upColor: colors.surface,
    borderUpColor: colors.gain,
    wickUpColor: colors.gain,
    downColor: colors.loss,
    borderDownColor: colors.loss,
    wickDownColor: colors.loss,
    priceLineVisible: false,
    lastValueVisible: false,
    autoscaleInfoProvider: includeLevels,
  });
  candles.setData(rows.map(toCandle));

  const line = chart.addSeries(LineSeries, {
    lineWidth: 2,
    color: colors.accent,
    priceLineVisible: false,
    lastValueVisible: false,
    crosshairMarkerVisible: false,
    autoscaleInfoProvider: includeLevels,
  });
  // Where there are candles, the line is invisible.
  if (hasCloseOnly)
    line.setData(
      rows.map((row) => ({
        time: row.to,
        value: Number(row.close),
        color: isCloseOnly(row) ? colors.accent : 'transparent',
      })),
    );

  const volumes = chart.addSeries(HistogramSeries, {
    color: addAlpha(colors['line-strong'], 0.4),
    priceFormat: { type: 'volume' },
    priceScaleId: VOLUME_SCALE,
    priceLineVisible: false,
    lastValueVisible: false,
  });
  volumes.priceScale().applyOptions({ scaleMargins: { top: 1 - VOLUME_SHARE, bottom: 0 } });
  volumes.setData(
    rows.map(({ to, volume }) => (volume === null ? { time: to } : { time: to, value: volume })),
  );

  // Markers and the lines of levels need bars of their series.
  const main = hasCloseOnly ? line : candles;
  const markers = createSeriesMarkers<Time>(main, []);
  chart.timeScale().fitContent();
  // A phone that is turned has another width. The scale alone also changes its size when the prices next to it do.
  let width = container.clientWidth;
  chart.timeScale().subscribeSizeChange(() => {
    if (container.clientWidth === width) return;
    width = container.clientWidth;
    chart.timeScale().fitContent();
  });
  chart.subscribeCrosshairMove(({ time }) => onHover(typeof time === 'string' ? time : null));
  let isRemoved = false;
  let levelLines: ReturnType<typeof main.createPriceLine>[] = [];
  return {
    setLevels: (levels) => {
      for (const each of levelLines) main.removePriceLine(each);
      levelLines = levels.map(({ price, title, outcome }) =>
        main.createPriceLine({
          price,
          title,
          color: outcome === 'even' ? colors.ink : colors[outcome],
          lineWidth: 1,
          lineStyle: outcome === 'even' ? LineStyle.Solid : LineStyle.Dashed,
        }),
      );
      levelPrices = levels
        .map(({ price }) => price)
        .filter(
          (price) => price > lowest * (1 - MAX_LEVEL_DISTANCE) && price < highest * (1 + MAX_LEVEL_DISTANCE),
        );
      main.applyOptions({});
      setRightOffset(levels.length > 0 ? LEVEL_NAMES_PIXELS : RIGHT_OFFSET_PIXELS);
    },
    setEvents: (events) =>
      markers.setMarkers(mergeSignalEvents(events).map((event) => toMarker(event, colors))),
    addOverlay: (overlay) => {
      if (overlay.candles !== rows) return () => {};
      const removeOverlay = overlay.draw(chart);
      // A chart that was removed has no series left.
      return () => {
        if (!isRemoved) removeOverlay();
      };
    },
    remove: () => {
      isRemoved = true;
      chart.remove();
    },
  };
}

/** Formats a tick of the time scale as `2026`, `Nov` or `20 Nov`. */
function formatTick(time: Time, type: TickMarkType): string {
  const [day = '', month = '', year = ''] = formatShortDate(String(time)).split(' ');
  if (type === TickMarkType.Year) return year;
  return type === TickMarkType.Month ? month : `${day} ${month}`;
}

/** Computed colors are `rgb(1, 2, 3)`. */
export const addAlpha = (color: string, alpha: number) =>
  color.replace('rgb(', 'rgba(').replace(')', `, ${alpha})`);

export const isCloseOnly = ({ high, low }: PriceRow): boolean => high === null || low === null;

function toCandle({ to, open, high, low, close }: PriceRow) {
  if (high === null || low === null) return { time: to };
  return {
    time: to,
    open: Number(open ?? close),
    high: Number(high),
    low: Number(low),
    close: Number(close),
  };
}

function toMarker({ candleDate, kind, mark }: ChartEvent, colors: ChartColors): SeriesMarker<Time> {
  const common = { time: candleDate, text: mark };
  switch (kind) {
    case 'ex-date':
      return { ...common, position: 'belowBar', shape: 'arrowUp', color: colors.accent };
    case 'split':
      return { ...common, position: 'belowBar', shape: 'square', color: colors.ink };
    case 'meeting':
      return { ...common, position: 'aboveBar', shape: 'circle', color: colors.muted, size: 0.6 };
    case 'signal':
      return { ...common, position: 'aboveBar', shape: 'arrowDown', color: colors.ink };
  }
}
