import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { LocalDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { CHART_TOOLS_KEY, LIST_STALE_MS, shouldRetry } from '#core/web/api/query-options.ts';
import { useSession } from '#core/web/session/session.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Figures } from '#core/web/ui/figure.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { lazyWithPreload, useLazyCode } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { getChartTools } from '#features/billing/contract/chart-tools.ts';
import { useChartColors } from '#features/market/web/company/prices/chart/chart-colors.ts';
import {
  type ChartOverlay,
  drawChart,
  isCloseOnly,
} from '#features/market/web/company/prices/chart/draw-chart.ts';
import type { ChartToolsProps } from '#features/market/web/company/prices/chart/tools/chart-tools.tsx';
import {
  formatPeriod,
  type Period,
  type PriceRow,
} from '#features/market/web/public/company/prices/summarize-bars.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { describeLevels } from '#features/signals/web/public/price-levels/describe-drawing.ts';
import { ORDER_LABELS, TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';
import { type ChartEvent, describeEvent, listChartLevels } from './chart-events.ts';

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

interface ChartLegendProps {
  candles: readonly PriceRow[];
  period: Period;
  events: readonly ChartEvent[];
  signals: readonly Signal[];
}

/** Explains what the chart shows, also to screen readers, and names the author of the library, as its license requires. */
function ChartLegend({ candles, period, events, signals }: ChartLegendProps) {
  const has = (kind: ChartEvent['kind']) => events.some((event) => event.kind === kind);
  return (
    <figcaption className="mt-2 grid gap-1 text-xs text-muted">
      {signals.map((signal) => (
        <p key={signal.id} className="flex items-start gap-x-2">
          {signal.signal_type === 'intraday' ? (
            <Badge variant="free">FREE</Badge>
          ) : (
            <Badge variant="pro">PRO</Badge>
          )}
          <span>
            Lines: <span>{TYPE_LABELS[signal.signal_type]}</span>{' '}
            <span>{ORDER_LABELS[signal.order_type].toLowerCase()}</span> signal, with the entry price solid,
            the stop loss and the targets dashed.
            <span className="sr-only">
              <Figures>{` ${describeLevels({ ...signal, ...signal.published_levels }, signal.stop_loss)}`}</Figures>
            </span>
          </span>
        </p>
      ))}
      <p className="flex flex-wrap gap-x-4 gap-y-0.5">
        {!candles.every(isCloseOnly) && (
          <Key mark="▯▮">{`one ${period}: close at or above the open hollow, below it filled`}</Key>
        )}
        {candles.some(isCloseOnly) && <Key mark="━">only closes are known</Key>}
        {has('ex-date') && <Key mark="XD XB XR">ex-date of a dividend, bonus, right</Key>}
        {has('meeting') && <Key mark="M">board meeting</Key>}
      </p>
      {events.length > 0 && (
        <ul aria-label="Events in the chart" className="sr-only">
          {events.map((event) => (
            <li key={`${event.date} ${event.description}`}>
              <Figures>{describeEvent(event)}</Figures>
            </li>
          ))}
        </ul>
      )}
      <p>
        Chart: TradingView Lightweight Charts™, Copyright © 2025 TradingView, Inc.{' '}
        <a className="link" href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
          tradingview.com
        </a>
      </p>
    </figcaption>
  );
}

const Key = ({ mark, children }: { mark: string; children: ReactNode }) => (
  <span>
    <span className="font-semibold text-ink">{mark}</span> <span>{children}</span>
  </span>
);

// With the library of indicators. Only subscribers load it.
const ChartTools = lazyWithPreload(
  async () => (await import('#features/market/web/company/prices/chart/tools/chart-tools.tsx')).ChartTools,
);

type PlanToolsProps = Omit<ChartToolsProps, 'toolsKey' | 'tools'>;

/** The chart tools of customers whose plan has them; for others what gives them access. */
function PlanTools(props: PlanToolsProps) {
  const user = useSession();
  if (!user) return <LockedTools />;
  // Only customers have plans.
  return user.isAdmin ? null : (
    <CustomerTools key={user.id} toolsKey={[...CHART_TOOLS_KEY, user.id]} {...props} />
  );
}

function CustomerTools(props: Omit<ChartToolsProps, 'tools'>) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: props.toolsKey,
    queryFn: () => api(getChartTools, {}),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
  });
  const code = useLazyCode(ChartTools, data?.has_tools === true);
  if ((isError && !data) || code.isFailed)
    return (
      <LoadFailure
        className="mt-3"
        isBusy={isFetching || code.isLoading}
        onRetry={() => (code.isFailed ? code.retry() : void refetch())}
      >
        Failed to load the chart tools. Please try again.
      </LoadFailure>
    );
  if (!data) return null;
  return data.has_tools ? <ChartTools {...props} tools={data} /> : <LockedTools />;
}

const LockedTools = () => (
  <p className="offer mt-3 text-sm text-muted">
    Moving averages, Bollinger Bands, RSI and MACD are part of every plan.{' '}
    <Link to={paths.pricing} className="link">
      See the plans
    </Link>
  </p>
);
