import { useMemo } from 'react';
import { data, type HeadersArgs, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router';
import { listBookClosures } from '#contract/corporate-actions/book-closures.ts';
import { listLastBuyingDays } from '#contract/corporate-actions/last-buying-days.ts';
import { toKarachiDate } from '#contract/dates.ts';
import { paths } from '#contract/paths.ts';
import { api } from '#web/api/api.ts';
import { callEndpoint } from '#web/api/call.ts';
import { serverContext } from '#web/api/server-context.ts';
import { createServerSend } from '#web/api/server-send.ts';
import type { PageHandle } from '#web/document/page-query.ts';
import { ClearFiltersForm } from '#web/list/clear-filters.tsx';
import { useToday } from '#web/list/dates/use-today.ts';
import { createListMeta } from '#web/list/list-meta.ts';
import { loadList } from '#web/list/load-list.ts';
import { RestoringBanner } from '#web/list/restoring-banner.tsx';
import { useFilterChange } from '#web/list/use-filter-change.ts';
import { useList } from '#web/list/use-list.ts';
import { useRestoredList } from '#web/list/use-restored-list.ts';
import { useScrollToTop } from '#web/list/use-scroll-to-top.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ActBy } from './act-by/act-by.tsx';
import { ClosureResults } from './closure-results.tsx';
import { ClosureFilterBar } from './filter-bar.tsx';
import { closureList, readFilters, readInvalidDates, toCanonicalQuery, toClosuresQuery } from './filters.ts';

export async function loader({ request, url, context }: LoaderFunctionArgs) {
  const filters = readFilters(url.searchParams);
  const query = toClosuresQuery(filters);
  const { now } = context.get(serverContext);
  const send = createServerSend(context, request);
  const [closures, buyingDays] = await Promise.all([
    loadList(callEndpoint(listBookClosures, { query }, send), filters.page, now()),
    loadList(callEndpoint(listLastBuyingDays, {}, send), 1, now()),
  ]);
  const today = toKarachiDate(now());
  return data(
    { closures: closures.rendered, buyingDays: buyingDays.rendered, today },
    closures.init ?? buyingDays.init,
  );
}

export const handle: PageHandle = {
  query: closureList.paramNames,
  canonicalQuery: toCanonicalQuery,
};

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** In the browser the component queries the closures itself. */
export const clientLoader = () => null;

export const meta = createListMeta(closureList, {
  title: 'Book Closures',
  description:
    'Book closures of companies listed on the Pakistan Stock Exchange: payouts in rupees per share, ex-dates and last buying days.',
});

export default function BookClosures() {
  const rendered = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const filters = useMemo(() => readFilters(new URLSearchParams(search)), [search]);
  const invalidDates = useMemo(() => readInvalidDates(new URLSearchParams(search)), [search]);
  const { isRestoring } = useRestoredList(filters, closureList);
  const closures = useList(
    ['book-closures', filters],
    () => api(listBookClosures, { query: toClosuresQuery(filters) }),
    rendered?.closures ?? null,
  );
  const { chosen, change, clear, clearCount } = useFilterChange(filters, closureList);
  useScrollToTop(filters.page);

  return (
    <>
      <PageHeader
        title="Book Closures"
        description="Book closures of listed companies, with payouts, last buying days and ex-dates."
      />
      {isRestoring && <RestoringBanner />}
      <ActBy
        rendered={rendered?.buyingDays ?? null}
        filters={filters}
        today={useToday(rendered?.today ?? null)}
      />
      <ClosureFilterBar
        filters={chosen}
        invalidDates={invalidDates}
        clearCount={clearCount}
        onChange={change}
      />
      <ClosureResults filters={filters} closures={closures} />
      <ClearFiltersForm path={paths.bookClosure} onClear={clear} />
    </>
  );
}
