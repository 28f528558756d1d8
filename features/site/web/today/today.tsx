import { useQuery } from '@tanstack/react-query';
import { data, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router';
import { formatShortDateWithWeekday, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { EndpointInput, EndpointShape } from '#core/contract/endpoint.ts';
import { paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { callEndpoint } from '#core/web/api/call.ts';
import { toErrorResponseInit } from '#core/web/api/error-response.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { createServerSend, serverContext } from '#core/web/api/server-send.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import type { PageHandle } from '#core/web/document/page-query.ts';
import { useToday } from '#core/web/list/dates/use-today.ts';
import { symbols } from '#core/web/list/filters.ts';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { loadAfterIdle } from '#core/web/ui/lazy/after-idle.tsx';
import { LazyContent } from '#core/web/ui/lazy/lazy-content.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { WhenNear } from '#core/web/ui/lazy/when-near.tsx';
import { SignedIn } from '#core/web/ui/signed-in.tsx';
import { getMarketOverview } from '#features/market/contract/facts.ts';
import { summarizeOverview } from '#features/market/web/public/facts/market-line.tsx';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { toSignalsQuery } from '#features/signals/web/public/psx/filters.ts';
import { NOT_CACHED } from '#features/signals/web/public/track-record/load-recent-results.ts';
import { type Calendar, hasDates, loadCalendar, type RenderedToday } from './load-calendar.ts';
import { listSymbols, loadNewsOfSymbols } from './load-news.ts';
import { IN_PROGRESS, OpenSignals } from './open-signals.tsx';

const CalendarSections = lazyWithPreload(
  async () => (await import('./calendar-sections.tsx')).CalendarSections,
);

const MarketLine = lazyWithPreload(
  async () => (await import('#features/market/web/public/facts/market-line.tsx')).MarketLine,
);

const PositionsLine = loadAfterIdle(
  async () => (await import('#features/positions/web/public/today-line.tsx')).TodayLine,
);

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';

/** Loads what visitors may see; the browser adds premium signals and the news of their companies. */
export async function loader({ request, url, context }: LoaderFunctionArgs) {
  const now = context.get(serverContext).now();
  const send = createServerSend(context, request);
  const call = <E extends EndpointShape>(endpoint: E, input: EndpointInput<E>) =>
    callEndpoint(endpoint, input, send);
  const symbol = readSymbols(url.searchParams);
  try {
    const [list, calendar, market] = await Promise.all([
      call(listPsxSignals, { query: toSignalsQuery('intraday', { ...IN_PROGRESS, symbol }) }),
      loadCalendar(toKarachiDate(now), symbol, call),
      call(getMarketOverview, { query: {} }).then(summarizeOverview, () => null),
    ]);
    const news = await loadNewsOfSymbols(symbol.length > 0 ? symbol : listSymbols(list.results), call);
    const asOf = now.toISOString();
    const rendered: RenderedToday = { signals: { list, choices: null, asOf }, calendar, news, market, asOf };
    return data(rendered, market === null ? NOT_CACHED : undefined);
  } catch (error) {
    // The browser repeats the calls and shows the error.
    return data<RenderedToday | null>(null, toErrorResponseInit(error));
  }
}

/** The companies to which the page is limited; none for all. */
const readSymbols = (params: URLSearchParams) => symbols.read(params.getAll('symbol'));

export const handle: PageHandle = {
  query: ['symbol'],
  canonicalQuery: (params) => {
    const symbol = readSymbols(params).join();
    return new URLSearchParams(symbol && { symbol });
  },
};

export const meta = createPageMeta({
  title: 'Today',
  description:
    'What to do today on the Pakistan Stock Exchange: signals in progress, last buying days, ex-dates, board meetings and news.',
  path: paths.today,
});

export default function Today() {
  const loaded = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const symbol = readSymbols(new URLSearchParams(search));
  const renderedDate = loaded && toKarachiDate(new Date(loaded.asOf));
  const today = useToday(renderedDate);
  // After midnight the rendered page is that of another date.
  const rendered = renderedDate === today ? loaded : null;
  const calendar = useQuery({
    queryKey: [paths.today, today, symbol],
    queryFn: () => loadCalendar(today, symbol, api),
    staleTime: LIST_STALE_MS,
    // The last chance to buy passes while the page is open.
    refetchInterval: LIST_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered?.calendar, rendered?.asOf),
  });
  return (
    <>
      <header className="-mt-3 mb-4 flex flex-wrap items-center justify-between gap-x-3 sm:justify-start">
        <div className="items-baseline gap-x-3 sm:flex">
          <h1 className="text-2xl">Today</h1>
          <p className="text-muted max-sm:text-sm">
            <time dateTime={today}>{formatShortDateWithWeekday(today)}</time>
          </p>
        </div>
        <ButtonLink to={paths.watchlist} variant="secondary" size="small" data-mine>
          My companies
        </ButtonLink>
      </header>
      <div className="-mt-2 mb-4 min-h-6">
        <LazyContent code={MarketLine} props={{ rendered: loaded?.market, asOf: loaded?.asOf }} />
      </div>
      <SignedIn only="customer">
        <p className="-mt-2 mb-4 flex flex-wrap items-baseline gap-x-3 text-sm min-h-6">
          <PositionsLine />
        </p>
      </SignedIn>
      {calendar.data && (symbol.length > 0 || hasDates(calendar.data)) && (
        <CalendarSummary calendar={calendar.data} today={today} />
      )}
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-6 lg:grid-cols-[3fr_2fr] lg:grid-rows-[auto_1fr]">
        <OpenSignals rendered={rendered} symbol={symbol}>
          {calendar.data ? (
            <WhenNear code={CalendarSections} isRendered={rendered !== null} name="the dates">
              <CalendarSections calendar={calendar.data} today={today} isOfSome={symbol.length > 0} />
            </WhenNear>
          ) : calendar.isError ? (
            <LoadFailure isBusy={calendar.isFetching} onRetry={() => void calendar.refetch()}>
              Failed to load the dates. Please try again.
            </LoadFailure>
          ) : (
            <Skeleton>Loading the dates...</Skeleton>
          )}
        </OpenSignals>
      </div>
    </>
  );
}

interface CalendarSummaryProps {
  calendar: Calendar;
  today: LocalDate;
}

/**
 * The numbers of the next session in one line, which names its day unless that is today, with links to their sections. These are below
 * the signals on narrow screens.
 */
function CalendarSummary({ calendar, today }: CalendarSummaryProps) {
  const { nextSession: day, closures, meetings, holidays } = calendar;
  const buying = closures.filter(({ last_buying_day }) => last_buying_day === day).length;
  const exDates = closures.filter(({ ex_date }) => ex_date === day).length;
  const held = meetings.filter(({ meeting_date, is_postponed }) => meeting_date === day && !is_postponed);
  return (
    <p className="-mt-2 mb-4 flex flex-wrap items-baseline gap-x-3 text-sm lg:hidden">
      {day !== today && (
        <span className="w-full font-semibold">
          <span>Next session: </span>
          <time dateTime={day} translate="no">
            {formatShortDateWithWeekday(day)}
          </time>
        </span>
      )}
      {holidays.length > 0 && <SummaryLink to="holidays">Holiday ahead</SummaryLink>}
      <SummaryLink to="buying-days">{`${day === today ? 'Buy by today' : 'Last day to buy'}: ${buying}`}</SummaryLink>
      <SummaryLink to="buying-days">{`Ex: ${exDates}`}</SummaryLink>
      <SummaryLink to="meetings">{`Meetings: ${held.length}`}</SummaryLink>
    </p>
  );
}

const SummaryLink = ({ to, children }: { to: string; children: string }) => (
  <a href={`#${to}`} className="link py-1">
    {children}
  </a>
);
