import { useEffect, useMemo, useRef } from 'react';
import {
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useLocation,
  useNavigationType,
} from 'react-router';
import { addresses, newsFeedAddress } from '#web/addresses.ts';
import { serverSend } from '#web/api/server-send.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { loadNews } from '#web/routes/news/load-news.ts';
import { useArticles, useNewsChoices } from '#web/routes/news/news-queries.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ArticleResults } from './article-results.tsx';
import { CLEAR_FORM_ID, FilterBar } from './filter-bar.tsx';
import { countActive, NO_FILTERS, newsAddress, readFilters } from './filters.ts';
import { useFilterChange } from './use-filter-change.ts';
import { useRestoredList } from './use-restored-list.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const filters = readFilters(new URL(request.url).searchParams);
  const news = await loadNews(filters, serverSend(context, request));
  if (news.articles && news.choices) return data(news);
  // What could not be had is asked for again in the browser. Nobody else is to be served this one.
  return data(news, { status: news.isPastEnd ? 404 : 200, headers: { 'Cache-Control': 'no-store' } });
}

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
      address: isFiltered ? addresses.news : newsAddress({ ...NO_FILTERS, page }),
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
  const { isRestoring, returnedFromId } = useRestoredList(filters);
  const choices = useNewsChoices(from);
  const articles = useArticles(filters, from);
  const { chosen, change, clear } = useFilterChange(filters);
  useTopOfNextPage(filters.page);

  return (
    <>
      <PageHeader
        title="Financial News"
        description="What moves the Pakistan Stock Exchange, from several sources."
      />
      {isRestoring && <RestoringBanner />}
      <FilterBar filters={chosen} choices={choices} onChange={change} onClear={clear} />
      <ArticleResults
        filters={filters}
        articles={articles}
        isPastEnd={from?.isPastEnd ?? false}
        returnedFromId={returnedFromId}
      />
      {/* The buttons that clear all filters; without scripts it is sent. */}
      <form
        id={CLEAR_FORM_ID}
        action={addresses.news}
        onSubmit={(event) => {
          event.preventDefault();
          clear();
        }}
      />
    </>
  );
}

/** Lies over the page, which does not move for it. */
function RestoringBanner() {
  return (
    <p
      role="status"
      className="fixed inset-x-4 top-[calc(var(--spacing-header)+0.75rem)] z-10 mx-auto w-fit max-w-full rounded-box border border-l-4 border-line-strong border-l-accent bg-surface px-4 py-2 text-sm"
    >
      Restoring your previous browsing position and filters...
    </p>
  );
}

/** Another page of the list begins at its top; Back and Forward return to where its reader was. */
function useTopOfNextPage(page: number): void {
  const isForward = useNavigationType() === 'PUSH';
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (!isForward) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: isStill ? 'auto' : 'smooth' });
  }, [page, isForward]);
}
