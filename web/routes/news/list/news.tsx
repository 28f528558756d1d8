import { useMemo } from 'react';
import {
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useLocation,
} from 'react-router';
import { newsFeedAddress, paths } from '#contract/paths.ts';
import { failedLoad } from '#web/api/failed-load.ts';
import { serverSend } from '#web/api/server-send.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import type { PageHandle } from '#web/document/page-query.ts';
import { ClearForm } from '#web/list/clear-filters.tsx';
import { RestoringBanner } from '#web/list/restoring-banner.tsx';
import { useFilterChange } from '#web/list/use-filter-change.ts';
import { useRestoredList } from '#web/list/use-restored-list.ts';
import { useTopOfNextPage } from '#web/list/use-top-of-next-page.ts';
import { loadNews } from '#web/routes/news/load-news.ts';
import { useArticles, useNewsChoices } from '#web/routes/news/news-queries.ts';
import { keptNews } from '#web/routes/news/preferences.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ArticleResults } from './article-results.tsx';
import { NewsFilterBar } from './filter-bar.tsx';
import {
  canonicalFilters,
  countActive,
  FILTER_NAMES,
  NO_FILTERS,
  newsAddress,
  readFilters,
} from './filters.ts';

export async function loader({ request, url, context }: LoaderFunctionArgs) {
  const filters = readFilters(url.searchParams);
  const { rendered, failure } = await loadNews(filters, serverSend(context, request));
  if (failure !== null) return data(rendered, failedLoad(failure));
  return data(rendered, rendered.choices ? undefined : { headers: { 'Cache-Control': 'no-store' } });
}

export const handle: PageHandle = {
  query: FILTER_NAMES,
  canonicalQuery: canonicalFilters,
};

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Within the browser the page asks for articles itself. */
export const clientLoader = () => null;

/** Filtered, the list is known as the whole one; each page of the whole one is known as itself. */
export function meta(args: MetaArgs) {
  const { page, ...filters } = readFilters(new URLSearchParams(args.location.search));
  const isFiltered = countActive({ ...filters, page }) > 0;
  return [
    ...pageMeta({
      title: page > 1 && !isFiltered ? `Financial News, page ${page}` : 'Financial News',
      description: 'Market news, economic analysis and company updates for Pakistan Stock Exchange traders.',
      address: isFiltered ? paths.news : newsAddress({ ...NO_FILTERS, page }),
    })(args),
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/atom+xml',
      title: 'Tezi: Financial News',
      href: newsFeedAddress(),
    },
  ];
}

export default function News() {
  const from = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const filters = useMemo(() => readFilters(new URLSearchParams(search)), [search]);
  const { isRestoring, returnedFromId } = useRestoredList(filters, keptNews);
  const choices = useNewsChoices(from);
  const articles = useArticles(filters, from);
  const { chosen, change, clear, timesCleared } = useFilterChange(filters, keptNews);
  useTopOfNextPage(filters.page);

  return (
    <>
      <PageHeader
        title="Financial News"
        description="What moves the Pakistan Stock Exchange, from several sources."
      />
      {isRestoring && <RestoringBanner />}
      <NewsFilterBar filters={chosen} choices={choices} timesCleared={timesCleared} onChange={change} />
      <ArticleResults
        filters={filters}
        articles={articles}
        isPastEnd={from?.isPastEnd ?? false}
        returnedFromId={returnedFromId}
      />
      <ClearForm address={paths.news} onClear={clear} />
    </>
  );
}
