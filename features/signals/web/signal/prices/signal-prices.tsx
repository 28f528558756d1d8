import { useQuery } from '@tanstack/react-query';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry } from '#core/web/api/query-options.ts';
import { getNow } from '#core/web/api/server-clock.ts';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { lazyWithPreload, useLazyCode } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { useIsNear } from '#core/web/ui/lazy/when-near.tsx';
import { listPrices } from '#features/market/contract/prices.ts';
import { PriceTable } from '#features/market/web/public/company/prices/price-table.tsx';
import type { SignalReport } from '#features/signals/contract/track-record/signal-details.ts';
import { getPriceWindow, type PricesOfSignal, selectBars, summarizeWindow } from './price-window.ts';

const SignalChart = lazyWithPreload(async () => (await import('./signal-chart.tsx')).SignalChart);

const MIN_CHART_BARS = 2;

interface SignalPricesProps {
  report: SignalReport;
  /** As the server rendered them; `null` without prices, `undefined` if they were not rendered. */
  rendered: PricesOfSignal | null | undefined;
}

/** The prices around a signal as traded, as a chart with its levels and events, and as a table. */
export function SignalPrices({ report, rendered }: SignalPricesProps) {
  const { symbol } = report.signal;
  // Part of the key: a window that moves with every second would load the prices repeatedly.
  const { from, until, range } = getPriceWindow(report, getNow());
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['prices', 'as-traded', symbol, range, from, until],
    queryFn: async () => {
      const query = { range, adjusted: 'false' as const };
      const { bars } = await api(listPrices, { params: { symbol }, query });
      const selected = selectBars(bars, { from, until, range });
      return { bars: selected, table: summarizeWindow(selected) };
    },
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
  });
  const table = data ? data.table : rendered;
  const canDraw = data !== undefined && data.bars.length >= MIN_CHART_BARS;
  // On phones the chart is far below, and its library is as large as all other code of the page.
  const { observe, isNear } = useIsNear();
  const code = useLazyCode(SignalChart, canDraw && isNear);
  const isFailed = (isError && !data) || code.isFailed;
  if (table === null && !isFailed)
    return <p className="text-sm text-muted">{`There are no prices of ${symbol} around this signal.`}</p>;
  return (
    <>
      {isFailed && (
        <LoadFailure
          isBusy={isFetching || code.isLoading}
          onRetry={() => (code.isFailed ? code.retry() : void refetch())}
        >
          Failed to load the prices. Please try again.
        </LoadFailure>
      )}
      {!isFailed && (!data || canDraw) && (
        // The height of the chart with its legend, so that nothing moves when it is loaded.
        <div ref={observe} className="with-scripts min-h-112">
          {canDraw && code.isLoaded ? (
            <SignalChart bars={data.bars} report={report} />
          ) : (
            isNear && <Skeleton shape="chart">Loading the chart...</Skeleton>
          )}
        </div>
      )}
      {table && (
        <>
          <p className="mt-2 text-xs text-muted">
            Prices as traded, like the levels: not adjusted for splits, bonuses and rights.
          </p>
          <PriceTable symbol={symbol} {...table} />
        </>
      )}
    </>
  );
}
