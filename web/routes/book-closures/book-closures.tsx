import { useMemo } from 'react';
import {
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useLocation,
} from 'react-router';
import { paths } from '#contract/paths.ts';
import { failedLoad } from '#web/api/failed-load.ts';
import { serverSend } from '#web/api/server-send.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import type { PageHandle } from '#web/document/page-query.ts';
import { ClearForm } from '#web/list/clear-filters.tsx';
import { RestoringBanner } from '#web/list/restoring-banner.tsx';
import { useFilterChange } from '#web/list/use-filter-change.ts';
import { useRestoredList } from '#web/list/use-restored-list.ts';
import { useTopOfNextPage } from '#web/list/use-top-of-next-page.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ClosureResults } from './closure-results.tsx';
import { ClosureFilterBar } from './filter-bar.tsx';
import {
  canonicalFilters,
  closuresAddress,
  countActive,
  FILTER_NAMES,
  NO_FILTERS,
  readFilters,
  unreadDates,
} from './filters.ts';
import { loadClosures } from './load-closures.ts';
import { keptClosures } from './preferences.ts';
import { useClosures } from './use-closures.ts';

export async function loader({ request, url, context }: LoaderFunctionArgs) {
  const filters = readFilters(url.searchParams);
  const { rendered, failure } = await loadClosures(filters, serverSend(context, request));
  return data(rendered, failure === null ? undefined : failedLoad(failure));
}

export const handle: PageHandle = {
  query: [...FILTER_NAMES, 'page'],
  canonicalQuery: canonicalFilters,
};

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Within the browser the page asks for closures itself. */
export const clientLoader = () => null;

/** Filtered, the list is known as the whole one; each page of the whole one is known as itself. */
export function meta(args: MetaArgs) {
  const { page, ...filters } = readFilters(new URLSearchParams(args.location.search));
  const isFiltered = countActive({ ...filters, page }) > 0;
  return pageMeta({
    title: page > 1 && !isFiltered ? `Book Closures, page ${page}` : 'Book Closures',
    description:
      'Book closures of companies listed on the Pakistan Stock Exchange: payouts in rupees per share, ex-dates and last buying days.',
    address: isFiltered ? paths.bookClosure : closuresAddress({ ...NO_FILTERS, page }),
  })(args);
}

export default function BookClosures() {
  const from = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const filters = useMemo(() => readFilters(new URLSearchParams(search)), [search]);
  const unread = useMemo(() => unreadDates(new URLSearchParams(search)), [search]);
  const { isRestoring } = useRestoredList(filters, keptClosures);
  const closures = useClosures(filters, from);
  const { chosen, change, clear, timesCleared } = useFilterChange(filters, keptClosures);
  useTopOfNextPage(filters.page);

  return (
    <>
      <PageHeader
        title="Book Closures"
        description="When companies close their books, what they pay, and until when to buy."
      />
      {isRestoring && <RestoringBanner />}
      <ClosureFilterBar filters={chosen} unread={unread} timesCleared={timesCleared} onChange={change} />
      <ClosureResults filters={filters} closures={closures} isPastEnd={from?.isPastEnd ?? false} />
      <ClearForm address={paths.bookClosure} onClear={clear} />
    </>
  );
}
