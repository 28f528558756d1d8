import { useQuery } from '@tanstack/react-query';
import { data, Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router';
import { formatShortDateWithWeekday } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { callEndpoint, type Send } from '#core/web/api/call.ts';
import { toErrorResponseInit } from '#core/web/api/error-response.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { createServerSend, serverContext } from '#core/web/api/server-send.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { addQuery, type PageHandle } from '#core/web/document/page-query.ts';
import { symbols } from '#core/web/list/filters.ts';
import { ButtonLink } from '#core/web/ui/button.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { Figure } from '#core/web/ui/figure.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { RenderedUntilLoaded } from '#core/web/ui/lazy/rendered-until-loaded.tsx';
import { WhenNear } from '#core/web/ui/lazy/when-near.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { EmptyText, Section } from '#core/web/ui/section.tsx';
import { MIN_RANKED_RUPEES, PERIODS, type Period } from '#features/market/contract/fact-names.ts';
import {
  getHeatMap,
  getMarketOverview,
  type HeatMap as HeatMapData,
  type MarketOverview,
  type MarketQuery,
  type RankedCompany,
} from '#features/market/contract/facts.ts';
import { INDEX_CODES, listIndexValues, type PriceRange } from '#features/market/contract/prices.ts';
import { SKETCH_SIZE, sketchCloses } from '#features/market/web/public/company/prices/sketch-closes.ts';
import { Change, formatIndex, formatLarge } from '#features/market/web/public/facts/change.tsx';
import { CompactTable } from '#features/market/web/public/facts/compact-table.tsx';
import { INDEX_NAMES } from '#features/market/web/public/facts/market-line.tsx';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';

const HeatMap = lazyWithPreload(async () => (await import('./heat-map.tsx')).HeatMap);

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';

interface LoadedMarket {
  overview: MarketOverview;
  /** The points of the line of each index. */
  lines: { index: string; points: string }[];
}

interface Filter {
  period: Period;
  /** The companies to which the page is limited; none for all. */
  symbol: string[];
}

interface RenderedMarket {
  /** `null` if an API call failed; the browser then repeats it. */
  market: LoadedMarket | null;
  /** Only on the server. */
  map?: HeatMapData;
  asOf: string;
}

export async function loader({ request, url, context }: LoaderFunctionArgs) {
  const asOf = context.get(serverContext).now().toISOString();
  try {
    const send = createServerSend(context, request);
    const filter = readFilter(url.searchParams);
    const [market, map] = await Promise.all([
      loadMarket(filter, send),
      callEndpoint(getHeatMap, { query: toApiQuery(filter) }, send),
    ]);
    const rendered: RenderedMarket = { market, asOf };
    // Not enumerable, so that it is not sent a second time: the browser leaves the map as it is rendered.
    return data(Object.defineProperty(rendered, 'map', { value: map }));
  } catch (error) {
    return data<RenderedMarket>({ market: null, asOf }, toErrorResponseInit(error));
  }
}

/** Long enough to show where the change of the period comes from. */
const CHART_RANGES: Readonly<Record<Period, PriceRange>> = { '1D': '1M', '1W': '1M', '1M': '3M', '1Y': '1Y' };

async function loadMarket(filter: Filter, send?: Send): Promise<LoadedMarket> {
  const call: typeof api = send ? (endpoint, input) => callEndpoint(endpoint, input, send) : api;
  const [overview, ...histories] = await Promise.all([
    call(getMarketOverview, { query: toApiQuery(filter) }),
    ...INDEX_CODES.map((index) =>
      call(listIndexValues, { params: { index }, query: { range: CHART_RANGES[filter.period] } }),
    ),
  ]);
  const lines = histories
    .filter(({ values }) => values.length > 1)
    .map(({ index, values }) => ({
      index,
      points: sketchCloses(values.map(({ value }) => ({ close: value }))).points,
    }));
  return { overview, lines };
}

const toApiQuery = ({ period, symbol }: Filter): MarketQuery => ({
  period,
  ...(symbol.length > 0 ? { symbol } : {}),
});

const readFilter = (params: URLSearchParams): Filter => ({
  period: PERIODS.find((period) => period === params.get('period')) ?? '1D',
  symbol: symbols.read(params.getAll('symbol')),
});

const toQuery = ({ period, symbol }: Filter) =>
  new URLSearchParams({
    ...(period === '1D' ? {} : { period }),
    ...(symbol.length > 0 ? { symbol: symbol.join() } : {}),
  });

export const handle: PageHandle = {
  query: ['period', 'symbol'],
  canonicalQuery: (params) => toQuery(readFilter(params)),
  hasFewValues: (query) => !query.has('symbol'),
};

export const meta = createPageMeta({
  title: 'Market',
  description:
    'The Pakistan Stock Exchange at a glance: KSE-100, KSE-30 and KMI-30, gainers and losers, most traded shares, sectors and a heat map.',
  path: paths.market,
});

const PERIOD_NAMES: Readonly<Record<Period, string>> = {
  '1D': 'day',
  '1W': 'week',
  '1M': 'month',
  '1Y': 'year',
};

function getScope({ symbol }: Filter): string {
  if (symbol.length === 0) return 'The Pakistan Stock Exchange';
  return symbol.length === 1 ? '1 company' : `${symbol.length} companies`;
}

export default function Market() {
  const rendered = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const filter = readFilter(new URLSearchParams(search));
  const query = useQuery({
    queryKey: [paths.market, filter],
    queryFn: () => loadMarket(filter),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    placeholderData: (previous) => previous,
    ...toInitialData(rendered?.market, rendered?.asOf),
  });
  const { data: market, isError, isFetching, isPlaceholderData, refetch } = query;
  const date = market?.overview.date;
  const isFiltered = filter.symbol.length > 0;
  return (
    <>
      <PageHeader
        title="Market"
        description={
          date ? (
            <span>
              <span>{getScope(filter)}</span> at the close of{' '}
              <time dateTime={date}>{formatShortDateWithWeekday(date)}</time>
            </span>
          ) : (
            'The Pakistan Stock Exchange at a glance'
          )
        }
        actions={
          <div className="flex flex-wrap gap-2">
            <PeriodLinks filter={filter} />
            <ButtonLink to={paths.watchlist} variant="secondary" size="small" data-mine>
              My companies
            </ButtonLink>
          </div>
        }
      />
      {isError && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()} className="mb-4">
          Failed to load the market. Please try again.
        </LoadFailure>
      )}
      {!market && !isError && (
        <>
          <p className="without-scripts">The market could not be loaded. Reload the page in a minute.</p>
          <Skeleton className="with-scripts">Loading the market...</Skeleton>
        </>
      )}
      {market && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
          {isFiltered && (
            <p className="mb-6">
              <Link to={addQuery(paths.market, toQuery({ ...filter, symbol: [] }))} className="link">
                All companies
              </Link>
            </p>
          )}
          {date && market.overview.most_traded_value.length + market.overview.sectors.length > 0 ? (
            <LoadedPage
              market={market}
              filter={filter}
              isRendered={rendered?.market === market}
              map={rendered?.map}
            />
          ) : (
            <EmptyState title={date ? 'None of the companies was traded' : 'There are no prices yet'}>
              The page is calculated from the end-of-day prices of the last trading day.
            </EmptyState>
          )}
        </div>
      )}
    </>
  );
}

function PeriodLinks({ filter }: { filter: Filter }) {
  return (
    <nav aria-label="Period" className="flex">
      {PERIODS.map((period) => (
        <Link
          key={period}
          to={addQuery(paths.market, toQuery({ ...filter, period }))}
          preventScrollReset
          aria-current={period === filter.period ? 'true' : undefined}
          className="-ms-px inline-flex min-h-8 items-center border border-line-strong bg-surface px-3 text-sm capitalize first:ms-0 focus-visible:relative aria-[current]:bg-sunken aria-[current]:font-semibold"
        >
          {PERIOD_NAMES[period]}
        </Link>
      ))}
    </nav>
  );
}

interface LoadedPageProps {
  market: LoadedMarket;
  filter: Filter;
  isRendered: boolean;
  map: HeatMapData | undefined;
}

function LoadedPage({ market: { overview, lines }, filter, isRendered, map }: LoadedPageProps) {
  const period = PERIOD_NAMES[filter.period];
  const heatMap = <HeatMap rendered={map} query={toApiQuery(filter)} period={period} />;
  return (
    <div className="grid grid-cols-1 gap-10">
      {overview.indices.length > 0 && (
        <section aria-label="Indices" className="grid gap-4 sm:grid-cols-3">
          {overview.indices.map(({ code, value, change }) => (
            <IndexCard
              key={code}
              name={INDEX_NAMES[code]}
              value={value}
              change={change}
              points={lines.find(({ index }) => index === code)?.points}
            />
          ))}
        </section>
      )}
      <Breadth overview={overview} period={period} />
      <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-2">
        <Ranking id="gainers" title={`Gainers of the ${period}`} companies={overview.gainers} />
        <Ranking id="losers" title={`Losers of the ${period}`} companies={overview.losers} />
        <Ranking id="by-value" title="Most traded by value" companies={overview.most_traded_value} />
        <Ranking
          id="by-volume"
          title="Most traded by volume"
          companies={overview.most_traded_volume}
          hidden="Value"
        />
      </div>
      <p className="-mt-6 text-xs text-muted">
        {`Volumes and values are of the last day; a value is the close multiplied by the volume. Gainers and losers are companies with a traded value of at least Rs. ${formatLarge(MIN_RANKED_RUPEES)}. Changes are adjusted for splits, bonuses and rights, not for cash dividends.`}
      </p>
      <Section id="map" title="Companies by sector" link={{ to: paths.screener, text: 'Screener' }}>
        {isRendered ? (
          <RenderedUntilLoaded isLoaded={import.meta.env.SSR}>{heatMap}</RenderedUntilLoaded>
        ) : (
          <WhenNear code={HeatMap} isRendered={false} name="the map">
            {heatMap}
          </WhenNear>
        )}
      </Section>
      <Sectors sectors={overview.sectors} period={period} />
    </div>
  );
}

interface IndexCardProps {
  name: string;
  value: string;
  change: string | null;
  /** Of the line of its values, if there are enough. */
  points: string | undefined;
}

function IndexCard({ name, value, change, points }: IndexCardProps) {
  return (
    <div className="rounded-box border border-line bg-surface p-3">
      <h2 className="text-sm font-medium text-muted">{name}</h2>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Figure className="text-xl font-semibold">{formatIndex(value)}</Figure>
        {change !== null && <Change change={change} />}
      </p>
      {points && (
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${SKETCH_SIZE} ${SKETCH_SIZE}`}
          preserveAspectRatio="none"
          className="mt-2 h-12 w-full overflow-visible"
        >
          <polyline
            points={points}
            fill="none"
            vectorEffect="non-scaling-stroke"
            strokeLinejoin="round"
            className="stroke-accent stroke-[1.5]"
          />
        </svg>
      )}
    </div>
  );
}

function Breadth({ overview, period }: { overview: MarketOverview; period: string }) {
  const { breadth, volume, value } = overview;
  const { up, down, unchanged } = breadth;
  const ofDay = period === 'day' ? '' : ', last day';
  const parts = [
    { count: up, className: 'bg-gain' },
    { count: unchanged, className: 'bg-line-strong' },
    { count: down, className: 'bg-loss' },
  ];
  return (
    <Section id="breadth" title={`Breadth of the ${period}`}>
      <div aria-hidden="true" className="flex h-3 gap-px">
        {parts.map(({ count, className }) => (
          <span key={className} className={className} style={{ flexGrow: count }} />
        ))}
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-3 lg:grid-cols-5">
        <Count name="Up">{`▲ ${up}`}</Count>
        <Count name="Down">{`▼ ${down}`}</Count>
        <Count name="Unchanged">{String(unchanged)}</Count>
        <Count
          name={`At the upper / lower limit${ofDay}`}
        >{`${breadth.upper_limit} / ${breadth.lower_limit}`}</Count>
        <Count name={`52-week highs / lows${ofDay}`}>{`${breadth.new_highs} / ${breadth.new_lows}`}</Count>
        <Count name={`Traded volume${ofDay}`}>{`${formatCount(volume)} shares`}</Count>
        <Count name={`Traded value (close × volume)${ofDay}`}>{`Rs. ${formatLarge(Number(value))}`}</Count>
      </dl>
    </Section>
  );
}

const Count = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt className="text-xs text-muted">{name}</dt>
    <dd>
      <Figure className="font-semibold">{children}</Figure>
    </dd>
  </div>
);

interface RankingProps {
  id: string;
  title: string;
  companies: readonly RankedCompany[];
  /** The column for which phones have no room. */
  hidden?: 'Volume' | 'Value';
}

const renderChange = (change: string | null): Elements =>
  change === null ? <span>–</span> : <Change change={change} />;

const Ranking = ({ id, title, companies, hidden = 'Volume' }: RankingProps) => (
  <Section id={id} title={title}>
    {companies.length === 0 ? (
      <EmptyText>None.</EmptyText>
    ) : (
      <CompactTable
        labelledBy={id}
        rows={companies}
        getKey={({ symbol }) => symbol}
        columns={[
          { name: 'Symbol', render: ({ symbol }) => <SymbolLink symbol={symbol} /> },
          { name: 'Close', render: ({ close }) => <span>{close}</span> },
          { name: 'Change', render: ({ change }) => renderChange(change) },
          {
            name: 'Volume',
            isHiddenOnPhones: hidden === 'Volume',
            render: ({ volume }) => <span>{volume === null ? '–' : formatCount(volume)}</span>,
          },
          {
            name: 'Value',
            isHiddenOnPhones: hidden === 'Value',
            render: ({ value }) => <span>{value === null ? '–' : formatLarge(Number(value))}</span>,
          },
        ]}
      />
    )}
  </Section>
);

const Sectors = ({ sectors, period }: { sectors: MarketOverview['sectors']; period: string }) => (
  <Section id="sectors" title={`Sectors of the ${period}`}>
    <CompactTable
      labelledBy="sectors"
      rows={sectors}
      getKey={({ sector }) => sector}
      columns={[
        {
          name: 'Sector',
          render: ({ sector, leaders }) => (
            <>
              <Link to={addQuery(paths.screener, new URLSearchParams({ sector }))} className="link">
                {sector}
              </Link>
              <span className="block text-muted sm:hidden">{leaders.join(', ')}</span>
            </>
          ),
        },
        { name: 'By value', render: ({ weighted_change }) => renderChange(weighted_change) },
        { name: 'Plain', render: ({ change }) => renderChange(change) },
        {
          name: 'Companies',
          isHiddenOnPhones: true,
          render: ({ companies }) => <span>{String(companies)}</span>,
        },
        {
          name: 'Most traded',
          isText: true,
          isHiddenOnPhones: true,
          render: ({ leaders }) => (
            <span className="flex flex-wrap gap-x-3">
              {leaders.map((symbol) => (
                <SymbolLink key={symbol} symbol={symbol} />
              ))}
            </span>
          ),
        },
      ]}
    />
    <p className="mt-2 text-xs text-muted">
      By value: the mean of the changes, weighted by the traded value. Plain: each company counts the same.
    </p>
  </Section>
);
