import { useEffect, useMemo, useRef, useState } from 'react';
import type { LocalDate } from '#contract/dates.ts';
import type { Signal } from '#contract/signals/signal.ts';
import {
  formatPeriod,
  type Period,
  type PriceRow,
} from '#web/routes/companies/company/prices/summarize-bars.ts';
import { formatCount } from '#web/ui/format-count.ts';
import { useChartColors } from './chart-colors.ts';
import { type ChartEvent, describeEvent, listChartLevels } from './chart-events.ts';
import { ChartLegend } from './chart-legend.tsx';
import { type ChartOverlay, drawChart } from './draw-chart.ts';
import { PlanTools } from './plan-tools.tsx';

interface ChartProps {
  candles: readonly PriceRow[];
  /** Of a candle. */
  period: Period;
  /** Describes the chart for screen readers; a table has the figures. */
  label: string;
  symbol: string;
  /** The prices are adjusted for splits, bonuses and rights. */
  isAdjusted: boolean;
  /** Their current levels are lines. */
  signals: readonly Signal[];
  /** `null` until they are loaded. */
  events: readonly ChartEvent[] | null;
}

/** By the number of panes below the prices. */
const HEIGHTS = ['h-80 sm:h-96', 'h-104 sm:h-120', 'h-128 sm:h-144', 'h-152 sm:h-168'];

/** Prices with the levels of signals and events. Rendered in the browser only. */
export function Chart({ candles, period, label, symbol, isAdjusted, signals, events }: ChartProps) {
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof drawChart>>(null);
  const colors = useChartColors();
  const [hovered, setHovered] = useState<LocalDate | null>(null);
  const [overlay, setOverlay] = useState<ChartOverlay | null>(null);
  // Compared by value: the lists of signals are new arrays with each rendering.
  const levelsKey = JSON.stringify(listChartLevels(signals));
  const levels = useMemo<ReturnType<typeof listChartLevels>>(() => JSON.parse(levelsKey), [levelsKey]);
  const isReady = events !== null;

  useEffect(() => {
    // With its events: drawing takes long on a phone, and each change draws all again.
    if (!container.current || !isReady) return undefined;
    const drawn = drawChart(container.current, candles, colors, setHovered);
    chart.current = drawn;
    return () => {
      chart.current = null;
      drawn.remove();
    };
  }, [candles, colors, isReady]);
  // After the effect above, which replaces the chart.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new chart has no levels and events.
  useEffect(() => chart.current?.setLevels(levels), [levels, candles, colors, isReady]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => chart.current?.setEvents(events ?? []), [events, candles, colors]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(
    () => (overlay ? chart.current?.addOverlay(overlay) : undefined),
    [overlay, candles, colors, isReady],
  );

  const candle = candles.find(({ to }) => to === hovered) ?? candles.at(-1);
  const candleEvents = events?.filter(({ candleDate }) => candleDate === candle?.to);
  return (
    <div>
      <figure>
        <p
          className="mb-1 flex min-h-10 flex-wrap items-end gap-x-3 text-xs text-muted sm:min-h-5"
          aria-hidden="true"
        >
          {candle && <CandleFigures candle={candle} period={period} />}
          {hovered &&
            candleEvents
              ?.map(describeEvent)
              .map((description) => <span key={description}>{description}</span>)}
        </p>
        <div
          ref={container}
          role="img"
          aria-label={label}
          className={`${HEIGHTS[overlay?.paneCount ?? 0] ?? HEIGHTS.at(-1)} overflow-hidden rounded-box border border-line bg-surface`}
        />
        <ChartLegend candles={candles} period={period} events={events ?? []} signals={signals} />
      </figure>
      <PlanTools {...{ symbol, isAdjusted, candles, period, colors }} shown={candle} onOverlay={setOverlay} />
    </div>
  );
}

function CandleFigures({ candle, period }: { candle: PriceRow; period: Period }) {
  const { open, high, low, close, volume } = candle;
  const figures: [string, string | null][] = [
    ['O', open],
    ['H', high],
    ['L', low],
    ['C', close],
    ['Vol', volume === null ? null : formatCount(volume)],
  ];
  return (
    <>
      <span className="figures font-medium text-ink">{formatPeriod(candle, period)}</span>
      {figures.map(
        ([name, figure]) =>
          figure !== null && (
            <span key={name} className="figures">
              <span>{name}</span>{' '}
              <span className="text-ink" translate="no">
                {figure}
              </span>
            </span>
          ),
      )}
    </>
  );
}
