import { useMemo } from 'react';
import {
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useLocation,
} from 'react-router';
import { listArticles } from '#contract/news/endpoints.ts';
import { getNewsFeedPath, paths } from '#contract/paths.ts';
import { api } from '#web/api/api.ts';
import { callEndpoint } from '#web/api/call.ts';
import { serverContext } from '#web/api/server-context.ts';
import { createServerSend } from '#web/api/server-send.ts';
import type { PageHandle } from '#web/document/page-query.ts';
import { ClearFiltersForm } from '#web/list/clear-filters.tsx';
import { createListMeta } from '#web/list/list-meta.ts';
import { loadList } from '#web/list/load-list.ts';
import { RestoringBanner } from '#web/list/restoring-banner.tsx';
import { useFilterChange } from '#web/list/use-filter-change.ts';
import { useList } from '#web/list/use-list.ts';
import { useRestoredList } from '#web/list/use-restored-list.ts';
import { useScrollToTop } from '#web/list/use-scroll-to-top.ts';
import { loadChoices, useNewsChoices } from '#web/routes/news/news-queries.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ArticleResults } from './article-results.tsx';
import { NewsFilterBar } from './filter-bar.tsx';
import { newsList, readFilters, toArticlesQuery, toCanonicalQuery } from './filters.ts';

export async function loader({ request, url, context }: LoaderFunctionArgs) {
  const filters = readFilters(url.searchParams);
  const send = createServerSend(context, request);
  const now = context.get(serverContext).now();
  const [{ rendered, init }, choices] = await Promise.all([
    loadList(callEndpoint(listArticles, { query: toArticlesQuery(filters) }, send), filters.page, now),
    loadChoices(send),
  ]);
  // A page without the choices is usable, but must not be cached.
  const noStore = choices === null ? { headers: { 'Cache-Control': 'no-store' } } : undefined;
  return data({ ...rendered, choices }, init ?? noStore);
}

export const handle: PageHandle = {
  query: newsList.paramNames,
  canonicalQuery: toCanonicalQuery,
};

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** In the browser the component queries the articles itself. */
export const clientLoader = () => null;

const newsMeta = createListMeta(newsList, {
  title: 'Financial News',
  description: 'Market news, economic analysis and company updates for Pakistan Stock Exchange traders.',
});

export const meta = (args: MetaArgs) => [
  ...newsMeta(args),
  {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/atom+xml',
    title: 'Tezi: Financial News',
    href: getNewsFeedPath(),
  },
];

export default function News() {
  const rendered = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const filters = useMemo(() => readFilters(new URLSearchParams(search)), [search]);
  const { isRestoring, returnedFromId } = useRestoredList(filters, newsList);
  const choices = useNewsChoices(rendered);
  const articles = useList(
    ['news', 'articles', filters],
    () => api(listArticles, { query: toArticlesQuery(filters) }),
    rendered,
  );
  const { chosen, change, clear, clearCount } = useFilterChange(filters, newsList);
  useScrollToTop(filters.page);

  return (
    <>
      <PageHeader
        title="Financial News"
        description="News about the Pakistan Stock Exchange from several sources."
      />
      {isRestoring && <RestoringBanner />}
      <NewsFilterBar filters={chosen} choices={choices} clearCount={clearCount} onChange={change} />
      <ArticleResults filters={filters} articles={articles} returnedFromId={returnedFromId} />
      <ClearFiltersForm path={paths.news} onClear={clear} />
    </>
  );
}
