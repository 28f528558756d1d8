import { useEffect, useMemo, useRef, useState } from 'react';
import type { LocalDate } from '#contract/dates.ts';
import type { PriceBar } from '#contract/market/prices.ts';
import type { Signal } from '#contract/signals/signal.ts';
import type { RenderedCompany } from '#web/routes/companies/company/load-company.ts';
import { describePrices } from '#web/routes/companies/company/prices/describe-prices.ts';
import type { PriceOverview } from '#web/routes/companies/company/prices/load-prices.ts';
import {
  formatPeriod,
  getCandlePeriod,
  type Period,
  type PriceRow,
  summarizeBars,
} from '#web/routes/companies/company/prices/summarize-bars.ts';
import { useSession } from '#web/session/session.ts';
import { formatCount } from '#web/ui/format-count.ts';
import { useChartColors } from './chart-colors.ts';
import { describeEvent } from './chart-events.ts';
import { ChartLegend } from './chart-legend.tsx';
import { listChartLevels } from './chart-levels.ts';
import { drawChart } from './draw-chart.ts';
import { useChartEvents } from './use-chart-events.ts';
import { useFreeSignals, usePremiumSignals } from './use-chart-signals.ts';

interface PriceChartProps {
  symbol: string;
  bars: readonly PriceBar[];
  overview: PriceOverview;
  rendered: RenderedCompany | null;
}

/** The chart of prices, with the levels of the signals that the current user may see. Rendered in the browser only. */
export function PriceChart(props: PriceChartProps) {
  const isSignedIn = Boolean(useSession());
  return isSignedIn ? <ChartWithPremium {...props} /> : <ChartWithFree {...props} />;
}

function ChartWithFree(props: PriceChartProps) {
  return <Chart {...props} signals={useFreeSignals(props.symbol, props.rendered)} />;
}

function ChartWithPremium(props: PriceChartProps) {
  const free = useFreeSignals(props.symbol, props.rendered);
  const premium = usePremiumSignals(props.symbol);
  return <Chart {...props} signals={[...free, ...premium]} />;
}

function Chart({ symbol, bars, overview, signals }: PriceChartProps & { signals: readonly Signal[] }) {
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof drawChart>>(null);
  const colors = useChartColors();
  const [hovered, setHovered] = useState<LocalDate | null>(null);
  const period = getCandlePeriod(bars.length);
  const rows = useMemo(() => summarizeBars(bars, period).toReversed(), [bars, period]);
  const loadedEvents = useChartEvents(symbol, rows, overview.adjustments);
  const events = loadedEvents ?? [];
  const isReady = loadedEvents !== null;
  // Compared by value: the lists of signals are new arrays with each rendering.
  const levelsKey = JSON.stringify(listChartLevels(signals));
  const levels = useMemo<ReturnType<typeof listChartLevels>>(() => JSON.parse(levelsKey), [levelsKey]);

  useEffect(() => {
    // With its events: drawing takes long on a phone, and each change draws all again.
    if (!container.current || !isReady) return undefined;
    const drawn = drawChart(container.current, rows, colors, setHovered);
    chart.current = drawn;
    return () => {
      chart.current = null;
      drawn.remove();
    };
  }, [rows, colors, isReady]);
  // After the effect above, which replaces the chart.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new chart has no levels and events.
  useEffect(() => chart.current?.setLevels(levels), [levels, rows, colors, isReady]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => chart.current?.setEvents(loadedEvents ?? []), [loadedEvents, rows, colors]);

  const row = rows.find(({ to }) => to === hovered) ?? rows.at(-1);
  const rowEvents = events.filter(({ candleDate }) => candleDate === row?.to);
  return (
    <figure>
      <p
        className="mb-1 flex min-h-10 flex-wrap items-end gap-x-3 text-xs text-muted sm:min-h-5"
        aria-hidden="true"
      >
        {row && <CandleFigures row={row} period={period} />}
        {hovered && rowEvents.map((event) => <span key={event.description}>{describeEvent(event)}</span>)}
      </p>
      <div
        ref={container}
        role="img"
        aria-label={describePrices('Chart of the prices', symbol, overview.range, rows)}
        className="h-80 overflow-hidden rounded-box border border-line bg-surface sm:h-96"
      />
      <ChartLegend rows={rows} period={period} events={events} signals={signals} />
    </figure>
  );
}

function CandleFigures({ row, period }: { row: PriceRow; period: Period }) {
  const { open, high, low, close, volume } = row;
  const figures: [string, string | null][] = [
    ['O', open],
    ['H', high],
    ['L', low],
    ['C', close],
    ['Vol', volume === null ? null : formatCount(volume)],
  ];
  return (
    <>
      <span className="figures font-medium text-ink">{formatPeriod(row, period)}</span>
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
