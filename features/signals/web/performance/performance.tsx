import { useQuery } from '@tanstack/react-query';
import { data, Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { ApiError, callEndpoint } from '#core/web/api/call.ts';
import { toErrorResponseInit } from '#core/web/api/error-response.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { createServerSend, serverContext } from '#core/web/api/server-send.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import type { PageHandle } from '#core/web/document/page-query.ts';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { WhenNear } from '#core/web/ui/lazy/when-near.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { readArrivalTimes } from '#features/alerts/contract/arrival-times.ts';
import type { RenderedArrivals } from '#features/alerts/web/public/arrival-times.tsx';
import {
  PERFORMANCE_PERIODS,
  type Performance,
  type PerformancePeriod,
  readPerformance,
  readSealedPublications,
} from '#features/signals/contract/track-record/performance.ts';
import { NOT_CACHED } from '#features/signals/web/public/track-record/load-recent-results.ts';
import { PhoneFold, ReportSection } from './figures.tsx';
import { HypotheticalNotice, PerformanceReport } from './performance-report.tsx';
import { type RenderedSealed, SealedPublications } from './sealed-publications.tsx';

const ArrivalTimes = lazyWithPreload(
  async () => (await import('#features/alerts/web/public/arrival-times.tsx')).ArrivalTimes,
);

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';

export async function loader({ request, url, context }: LoaderFunctionArgs) {
  const period = readPeriod(url.searchParams);
  try {
    const send = createServerSend(context, request);
    const [performance, sealed, arrivals] = await Promise.all([
      callEndpoint(readPerformance, { query: { period } }, send),
      callEndpoint(readSealedPublications, {}, send).catch(toMissing),
      callEndpoint(readArrivalTimes, {}, send).catch(toMissing),
    ]);
    const asOf = context.get(serverContext).now().toISOString();
    return data<RenderedArrivals & RenderedSealed & { performance: Performance }>(
      { performance, sealed, arrivals, asOf },
      sealed && arrivals ? undefined : NOT_CACHED,
    );
  } catch (error) {
    // The browser repeats the call and shows the error.
    return data(null, toErrorResponseInit(error));
  }
}

/** The page is complete without what could not be loaded, but must not be cached. */
function toMissing(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

export const handle: PageHandle = {
  query: ['period'],
  canonicalQuery: (search) => toPeriodQuery(readPeriod(search)),
  hasFewValues: true,
};

export const meta = createPageMeta({
  title: 'Performance',
  description:
    'The results of all published signals on the Pakistan Stock Exchange, gains and losses, evaluated from end-of-day prices by fixed rules.',
  path: paths.performance,
});

export default function PerformancePage() {
  const rendered = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const period = readPeriod(new URLSearchParams(search));
  const {
    data: performance,
    refetch,
    isFetching,
  } = useQuery({
    queryKey: ['performance', period],
    queryFn: () => api(readPerformance, { query: { period } }),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(
      rendered?.performance.period === period ? rendered.performance : undefined,
      rendered?.asOf,
    ),
  });
  return (
    <>
      <PageHeader
        title="Performance"
        description={
          <p className="max-md:hidden">
            The results of all signals, gains and losses, evaluated from end-of-day prices by the same rules.
          </p>
        }
        actions={<PeriodLinks period={period} />}
      />
      {performance ? (
        <PerformanceReport performance={performance} />
      ) : (
        <div className="grid grid-cols-1 gap-8 max-md:gap-4">
          <PhoneFold title="Notices: hypothetical results">
            <HypotheticalNotice />
          </PhoneFold>
          {isFetching ? (
            <Skeleton shape="cards">Loading the statistics...</Skeleton>
          ) : (
            <LoadFailure onRetry={() => void refetch()}>
              Failed to load the statistics. Please try again.
            </LoadFailure>
          )}
        </div>
      )}
      <div className="mt-10 max-md:mt-3">
        <ReportSection id="sealed" title="Not public yet">
          <SealedPublications rendered={rendered} />
        </ReportSection>
      </div>
      <div className="mt-10 max-md:mt-3">
        <ReportSection id="arrivals" title="How fast alerts arrive">
          <WhenNear code={ArrivalTimes} isRendered={Boolean(rendered?.arrivals)} name="the times">
            <ArrivalTimes rendered={rendered} />
          </WhenNear>
        </ReportSection>
      </div>
    </>
  );
}

/** The periods of publication. */
function PeriodLinks({ period }: { period: PerformancePeriod }) {
  return (
    <nav
      aria-label="Published in"
      className="flex flex-wrap rounded-box border border-line-strong text-sm max-md:w-full"
    >
      {PERFORMANCE_PERIODS.map((each) => (
        <Link
          key={each}
          to={getPeriodPath(each)}
          preventScrollReset
          aria-current={each === period ? 'page' : undefined}
          className="flex min-h-10 flex-auto items-center justify-center border-line-strong px-1.5 whitespace-nowrap min-[22.5rem]:px-2 sm:px-2.5 not-first:border-s hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent-strong"
        >
          {PERIOD_LABELS[each]}
        </Link>
      ))}
    </nav>
  );
}

const PERIOD_LABELS: Record<PerformancePeriod, string> = {
  '3M': '3 months',
  '6M': '6 months',
  '1Y': '12 months',
  all: 'All',
};

const readPeriod = (search: URLSearchParams): PerformancePeriod =>
  PERFORMANCE_PERIODS.find((period) => period === search.get('period')) ?? 'all';

const toPeriodQuery = (period: PerformancePeriod) => new URLSearchParams(period === 'all' ? {} : { period });

const getPeriodPath = (period: PerformancePeriod) =>
  period === 'all' ? paths.performance : `${paths.performance}?${toPeriodQuery(period)}`;
