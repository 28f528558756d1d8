import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { listPrices, PRICE_RANGES, type PriceRange } from '#contract/market/prices.ts';
import { api } from '#web/api/api.ts';
import { LIST_STALE_MS, shouldRetry } from '#web/api/query-options.ts';
import type { RenderedCompany } from '#web/routes/companies/company/load-company.ts';
import { getButtonClass } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { lazyWithPreload, useLazyCode } from '#web/ui/lazy/lazy-with-preload.tsx';
import { EmptyText } from '#web/ui/section.tsx';
import { LastClose, PriceSource } from './last-close.tsx';
import { getRangeUrl, RANGE_NAMES, readRange } from './price-range.ts';
import { PriceSketch } from './price-sketch.tsx';
import { PriceTable } from './price-table.tsx';
import { PERIODS, toOverview } from './summarize-bars.ts';

// The chart library is half the size of all other scripts of the page.
const PriceChart = lazyWithPreload(async () => (await import('./chart/price-chart.tsx')).PriceChart);

const MIN_CHART_BARS = 2;

interface PricesViewProps {
  symbol: string;
  rendered: RenderedCompany | null;
}

/** The last close, and the prices of a range as a chart and as a table. */
export function PricesView({ symbol, rendered }: PricesViewProps) {
  const range = readRange(new URLSearchParams(useLocation().search));
  const renderedPrices = rendered?.sections?.prices;
  const [isOpened, setIsOpened] = useState(false);
  // Phones load the chart when it is opened: its code and its prices are as large as all else that the page needs.
  const hasPointer = useHasPointer();
  const wantsChart = isOpened || hasPointer === true;
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['prices', symbol, range],
    queryFn: async () => {
      const prices = await api(listPrices, { params: { symbol }, query: { range } });
      return { bars: prices.bars, overview: toOverview(prices, range) };
    },
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    enabled: wantsChart || !renderedPrices,
    // The previous range stays visible while another one is loaded.
    placeholderData: (previous) => previous,
  });
  const overview = data?.overview ?? renderedPrices;
  const canDraw = overview !== undefined && overview.barCount >= MIN_CHART_BARS;
  const code = useLazyCode(PriceChart, canDraw && wantsChart);
  const failure = ((isError && !data) || code.isFailed) && (
    <LoadFailure
      isBusy={isFetching || code.isLoading}
      onRetry={() => (code.isFailed ? code.retry() : void refetch())}
    >
      Failed to load the prices. Please try again.
    </LoadFailure>
  );
  const last = overview?.lastClose;
  return (
    <div aria-busy={isPlaceholderData}>
      {!overview && (failure || <Loading>Loading prices...</Loading>)}
      {overview && !last && <EmptyText>There are no prices of {symbol}.</EmptyText>}
      {overview && last && (
        <>
          <LastClose last={last} />
          <div className="mt-4 mb-3">
            <RangeLinks symbol={symbol} chosen={range} />
          </div>
          {failure}
          {!canDraw && (
            <EmptyText>Only one trading day of this range has a price, so there is no chart of it.</EmptyText>
          )}
          {canDraw && (
            // The height of the chart with its legend, so that nothing moves when it is loaded.
            <div className="grid min-h-112 grid-cols-1">
              {wantsChart && data && code.isLoaded ? (
                <PriceChart symbol={symbol} bars={data.bars} overview={data.overview} rendered={rendered} />
              ) : (
                <PriceSketch symbol={symbol} overview={overview}>
                  {!wantsChart && hasPointer === false && <OpenChart onOpen={() => setIsOpened(true)} />}
                  {wantsChart && !failure && <LoadingChart />}
                </PriceSketch>
              )}
            </div>
          )}
          <PriceTable
            symbol={symbol}
            period={PERIODS[overview.range]}
            rangeName={RANGE_NAMES[overview.range]}
            rows={overview.rows}
          />
          <PriceSource last={last} adjustments={overview.adjustments} />
        </>
      )}
    </div>
  );
}

/** The whole sketch is the button; its label is in a corner. */
const OpenChart = ({ onOpen }: { onOpen: () => void }) => (
  <button type="button" onClick={onOpen} className="absolute inset-0">
    <span className={`absolute top-3 start-3 ${getButtonClass({ variant: 'secondary', size: 'small' })}`}>
      Open the chart
    </span>
  </button>
);

const LoadingChart = () => (
  <p role="status" className="absolute top-3 start-3 flex items-center gap-2 text-xs text-muted">
    <Spinner />
    Loading the chart...
  </p>
);

const QUERY = '(pointer: fine)';

/** Returns whether the device has a mouse or another precise pointer. `null` until the page is hydrated. */
const useHasPointer = (): boolean | null =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => null,
  );

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Links to the ranges of prices, which work without scripts. */
function RangeLinks({ symbol, chosen }: { symbol: string; chosen: PriceRange }) {
  return (
    <nav aria-label="Range of prices">
      <ul className="flex">
        {PRICE_RANGES.map((range) => (
          <li key={range} className="-ms-px first:ms-0">
            <Link
              to={getRangeUrl(symbol, range)}
              preventScrollReset
              replace
              aria-current={range === chosen ? 'true' : undefined}
              className={`figures inline-flex min-h-8 min-w-11 items-center justify-center border border-line-strong px-2 text-sm focus-visible:relative ${range === chosen ? 'bg-sunken font-semibold' : 'bg-surface text-muted hover:text-ink'}`}
            >
              <abbr title={RANGE_NAMES[range]} className="no-underline">
                {range}
              </abbr>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
