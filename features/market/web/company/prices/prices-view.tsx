import { useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { getButtonClass } from '#core/web/ui/button.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { lazyWithPreload, useLazyCode } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { EmptyText } from '#core/web/ui/section.tsx';
import { PRICE_RANGES, type PriceRange } from '#features/market/contract/prices.ts';
import type { RenderedCompany } from '#features/market/web/company/load-company.ts';
import { PriceTable } from '#features/market/web/public/company/prices/price-table.tsx';
import { SKETCH_SIZE, sketchCloses } from '#features/market/web/public/company/prices/sketch-closes.ts';
import {
  describePrices,
  formatPeriod,
  PERIODS,
  type PriceOverview,
} from '#features/market/web/public/company/prices/summarize-bars.ts';
import { PriceSource } from './last-close.tsx';
import { getRangeUrl, RANGE_NAMES, readRange } from './price-range.ts';
import { usePrices } from './use-prices.ts';

// The chart library is half the size of all other scripts of the page.
const PriceChart = lazyWithPreload(async () => (await import('./chart/price-chart.tsx')).PriceChart);

const MIN_CHART_BARS = 2;

interface PricesViewProps {
  symbol: string;
  rendered: RenderedCompany | null;
}

/** The prices of a range as a chart and as a table. */
export function PricesView({ symbol, rendered }: PricesViewProps) {
  const range = readRange(new URLSearchParams(useLocation().search));
  const [isOpened, setIsOpened] = useState(false);
  // Phones load the chart when it is opened: its code and its prices are as large as all else that the page needs.
  const hasPointer = useHasPointer();
  const wantsChart = isOpened || hasPointer === true;
  const { data, isError, isFetching, isPlaceholderData, refetch } = usePrices(
    { symbol, range, rendered },
    wantsChart,
  );
  const overview = data?.overview ?? rendered?.sections?.prices;
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
      {!overview && (failure || <Skeleton shape="chart">Loading prices...</Skeleton>)}
      {overview && !last && <EmptyText>{`There are no prices of ${symbol}.`}</EmptyText>}
      {overview && last && (
        <>
          <div className="mb-3">
            <RangeLinks symbol={symbol} chosen={range} ranges={overview.ranges} />
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
  <p role="status" className="absolute top-3 start-3 text-xs text-muted">
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

interface RangeLinksProps {
  symbol: string;
  chosen: PriceRange;
  /** Those that have prices which no shorter one has. */
  ranges: readonly PriceRange[];
}

const RANGE_CLASS =
  'figures inline-flex min-h-8 min-w-11 items-center justify-center border border-line-strong px-2 text-sm ' +
  'focus-visible:relative pointer-coarse:min-h-11';

/** Links to the ranges of prices, which work without scripts. A range without earlier prices than a shorter one is no link. */
function RangeLinks({ symbol, chosen, ranges }: RangeLinksProps) {
  return (
    <nav aria-label="Range of prices">
      <ul className="flex">
        {PRICE_RANGES.map((range) => (
          <li key={range} className="-ms-px first:ms-0">
            {range === chosen || ranges.includes(range) ? (
              <Link
                to={getRangeUrl(symbol, range)}
                preventScrollReset
                replace
                aria-current={range === chosen ? 'true' : undefined}
                className={`${RANGE_CLASS} ${range === chosen ? 'bg-sunken font-semibold' : 'bg-surface text-muted hover:text-ink'}`}
              >
                <abbr title={RANGE_NAMES[range]} className="no-underline">
                  {range}
                </abbr>
              </Link>
            ) : (
              // biome-ignore lint/a11y/useFocusableInteractive: a disabled link cannot be used.
              // biome-ignore lint/a11y/useSemanticElements: a link to no page has no role.
              <span
                role="link"
                aria-disabled="true"
                title={`${RANGE_NAMES[range]}: there are no earlier prices`}
                className={`${RANGE_CLASS} cursor-default text-muted opacity-50`}
              >
                {range}
              </span>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface PriceSketchProps {
  symbol: string;
  overview: PriceOverview;
  /** What covers the line. */
  children?: Elements;
}

/** The closes of the range as a line, which needs no scripts. It fills the place of the chart that replaces it, with its legend. */
function PriceSketch({ symbol, overview, children }: PriceSketchProps) {
  const period = PERIODS[overview.range];
  const rows = overview.rows.toReversed();
  const { points, lowest, highest } = sketchCloses(rows);
  const [first, last] = [rows.at(0), rows.at(-1)];
  return (
    <figure className="flex flex-col">
      <p className="mb-1 flex min-h-10 items-end text-xs text-muted sm:min-h-5" aria-hidden="true">
        {`Closes by ${period}`}
      </p>
      <div className="relative min-h-80 grow overflow-hidden rounded-box border border-line bg-surface sm:min-h-96">
        <div className="absolute inset-x-3 top-14 bottom-12 border-y border-line">
          <svg
            role="img"
            aria-label={describePrices('Closes', symbol, overview.range, rows)}
            viewBox={`0 0 ${SKETCH_SIZE} ${SKETCH_SIZE}`}
            preserveAspectRatio="none"
            className="absolute size-full overflow-visible"
          >
            <polyline
              points={points}
              fill="none"
              vectorEffect="non-scaling-stroke"
              strokeLinejoin="round"
              className="stroke-accent stroke-2"
            />
          </svg>
        </div>
        <div aria-hidden="true" className="figures text-xs text-muted" translate="no">
          <span className="absolute top-8 end-3">{highest}</span>
          <div className="absolute inset-x-3 bottom-2 text-end">
            <span>{lowest}</span>
            <div className="mt-1 flex justify-between">
              {first && <span>{formatPeriod(first, period)}</span>}
              {last && <span>{formatPeriod(last, period)}</span>}
            </div>
          </div>
        </div>
        {children}
      </div>
    </figure>
  );
}
