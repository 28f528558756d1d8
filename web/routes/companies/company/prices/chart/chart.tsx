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
import { drawChart } from './draw-chart.ts';

interface ChartProps {
  candles: readonly PriceRow[];
  /** Of a candle. */
  period: Period;
  /** Describes the chart for screen readers; a table has the figures. */
  label: string;
  /** Their current levels are lines. */
  signals: readonly Signal[];
  /** `null` until they are loaded. */
  events: readonly ChartEvent[] | null;
}

/** Prices with the levels of signals and events. Rendered in the browser only. */
export function Chart({ candles, period, label, signals, events }: ChartProps) {
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof drawChart>>(null);
  const colors = useChartColors();
  const [hovered, setHovered] = useState<LocalDate | null>(null);
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

  const candle = candles.find(({ to }) => to === hovered) ?? candles.at(-1);
  const candleEvents = events?.filter(({ candleDate }) => candleDate === candle?.to);
  return (
    <figure>
      <p
        className="mb-1 flex min-h-10 flex-wrap items-end gap-x-3 text-xs text-muted sm:min-h-5"
        aria-hidden="true"
      >
        {candle && <CandleFigures candle={candle} period={period} />}
        {hovered &&
          candleEvents?.map(describeEvent).map((description) => <span key={description}>{description}</span>)}
      </p>
      <div
        ref={container}
        role="img"
        aria-label={label}
        className="h-80 overflow-hidden rounded-box border border-line bg-surface sm:h-96"
      />
      <ChartLegend candles={candles} period={period} events={events ?? []} signals={signals} />
    </figure>
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
              {name} <span className="text-ink">{figure}</span>
            </span>
          ),
      )}
    </>
  );
}
