import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { getArticlePath, getNewsFeedPath, paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { callEndpoint, type Send } from '#core/web/api/call.ts';
import { CHOICES_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { renderChoicesState } from '#core/web/list/choices-state.tsx';
import { FilterBar } from '#core/web/list/filter-bar.tsx';
import { createListLoader } from '#core/web/list/list-loader.ts';
import { ListPage, type ListQuery, useListPage } from '#core/web/list/list-page.tsx';
import { ListResults } from '#core/web/list/list-results.tsx';
import { ComingSoonItems } from '#core/web/ui/feedback/coming-soon.tsx';
import { createIcon } from '#core/web/ui/icons.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { TimeWithAge } from '#core/web/ui/times/time-with-age.tsx';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';
import {
  type Article,
  type ArticleList,
  listNewsCategories,
  listNewsSectors,
  listNewsSources,
  NEWS_PAGE_SIZE,
} from '#features/news/contract/endpoints.ts';
import { ArticleBadges, ExternalImage } from '#features/news/web/article-parts.tsx';
import { MAX_SEARCH_LENGTH, type NewsFilters, newsList } from './filters.ts';
import type { NewsChoices, NewsFieldsProps } from './news-fields.tsx';

const NewsFields = lazyWithPreload(async () => (await import('./news-fields.tsx')).NewsFields);

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';
export const loader = createListLoader(newsList, async (send) => {
  const choices = await loadChoices(send);
  // A page without the choices is usable, but must not be cached.
  const init = choices === null ? { headers: { 'Cache-Control': 'no-store' } } : undefined;
  return { rendered: { choices }, init };
});
export const { handle } = newsList;
export const meta = (args: MetaArgs) => [
  ...newsList.meta(args),
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
  const state = useListPage(newsList, rendered);
  const choices = useNewsChoices(rendered);
  return (
    <ListPage
      path={newsList.path}
      title="Financial News"
      description="News about the Pakistan Stock Exchange from several sources."
      state={state}
    >
      <NewsFilterBar {...state.fields} {...choices} />
      <ArticleResults filters={state.filters} articles={state.query} returnedFromId={state.returnedFromId} />
    </ListPage>
  );
}

/** Loads the choices on the server. Returns `null` if that fails: the browser loads them later. */
function loadChoices(send: Send): Promise<NewsChoices | null> {
  const call: typeof api = (endpoint, input) => callEndpoint(endpoint, input, send);
  return readChoices(call).catch(() => null);
}

async function readChoices(call: typeof api): Promise<NewsChoices> {
  const [{ sources }, { sectors }, { categories }] = await Promise.all([
    call(listNewsSources, {}),
    call(listNewsSectors, {}),
    call(listNewsCategories, {}),
  ]);
  return { sources, sectors, categories };
}

const NO_CHOICES: NewsChoices = { sources: [], sectors: [], categories: [] };

/** Returns the choices, and their state while they are empty lists because they are not loaded. */
function useNewsChoices(rendered: { choices: NewsChoices | null; asOf: string } | null) {
  const query = useQuery({
    queryKey: ['news', 'choices'],
    queryFn: () => readChoices(api),
    staleTime: CHOICES_STALE_MS,
    gcTime: CHOICES_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered?.choices, rendered?.asOf),
  });
  return {
    choices: query.data ?? NO_CHOICES,
    pending: renderChoicesState(query, 'sources, sectors and categories'),
  };
}

interface NewsFilterBarProps extends NewsFieldsProps {
  /** Resets the search box when it changes. */
  clearCount: number;
}

function NewsFilterBar({ clearCount, ...props }: NewsFilterBarProps) {
  const { filters, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <FilterBar
      name="News"
      path={paths.news}
      search={{
        text: filters.search,
        label: 'Search news',
        placeholder: 'Search news',
        maxLength: MAX_SEARCH_LENGTH,
      }}
      onSearch={(search) => onChange({ search })}
      clearCount={clearCount}
      buttonLabel="Filters"
      activeCount={newsList.countActive(filters)}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      lazyFields={NewsFields}
      fields={<NewsFields {...props} />}
    />
  );
}

const TEXTS = {
  nouns: ['article', 'articles'] as [string, string],
  loading: 'Loading news...',
  shape: 'cards' as const,
  getFailure: () => 'Failed to load news articles. Please try again.',
  noResultsTitle: 'No articles found',
  noResultsHint: 'Try adjusting your filters or search terms to find more articles.',
  noDataHint: 'No articles are listed yet.',
};

interface ArticleResultsProps {
  filters: NewsFilters;
  articles: ListQuery<ArticleList>;
  /** The article that the visitor returns from: the list scrolls to it. */
  returnedFromId: number | null;
}

function ArticleResults({ filters, articles, returnedFromId }: ArticleResultsProps) {
  const list = useRef<HTMLUListElement>(null);
  useScrollToArticle(list, articles.isPlaceholderData ? null : returnedFromId);
  const onlySector = filters.sector.length === 1 ? filters.sector[0] : undefined;
  return (
    <ListResults
      list={newsList}
      filters={filters}
      query={articles}
      pageSize={NEWS_PAGE_SIZE}
      texts={TEXTS}
      comingSoon={<ComingSoon />}
      footer={
        <p className="mt-6 text-sm text-muted">
          Headlines and excerpts belong to their publishers.{' '}
          <a className="link" href={getNewsFeedPath(onlySector)}>
            Atom feed
          </a>
        </p>
      }
    >
      {({ results }, isStale) => (
        <ul
          ref={list}
          aria-busy={isStale}
          className={`grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 ${isStale ? 'opacity-60' : ''}`}
        >
          {results.map((article) => (
            <ArticleCard key={article.id} article={article} />
          ))}
        </ul>
      )}
    </ListResults>
  );
}

/** Scrolls to the card of the article and focuses it, once, as soon as the list is rendered. */
function useScrollToArticle(list: RefObject<HTMLUListElement | null>, articleId: number | null): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (articleId === null || isDone.current || list.current === null) return;
    isDone.current = true;
    const card = document.getElementById(getArticleCardId(articleId));
    card?.scrollIntoView({ block: 'center' });
    card?.querySelector('a')?.focus({ preventScroll: true });
  });
}

function ComingSoon() {
  return (
    <section aria-labelledby="coming-soon" className="mt-8 max-w-2xl">
      <h2 id="coming-soon" className="text-lg">
        Coming Soon
      </h2>
      <ComingSoonItems
        items={[
          { name: 'Market News', detail: 'The index, volumes and most active shares during the session.' },
          {
            name: 'Economic Analysis',
            detail: 'Policy rate, inflation, the rupee and what they mean for sectors.',
          },
          { name: 'Company Updates', detail: 'Results, payouts and announcements of listed companies.' },
        ]}
      />
    </section>
  );
}

const NewspaperIcon = createIcon(
  'M4 5h13v14H6a2 2 0 0 1-2-2zM17 9h3v8a2 2 0 0 1-2 2M7.5 9h6M7.5 12.5h6M7.5 16h4',
);

/** Returns the element ID of an article's card, to scroll to it. */
const getArticleCardId = (articleId: number) => `article-${articleId}`;

/** Renders an article of the list. The whole card is a link. */
function ArticleCard({ article }: { article: Article }) {
  const { id, title, content, creator, pub_date: publishedAt } = article;
  return (
    <li
      id={getArticleCardId(id)}
      className="relative flex min-w-0 flex-col rounded-box border border-line bg-surface hover:border-ink has-[h2_a:focus-visible]:outline-2 has-[h2_a:focus-visible]:outline-offset-2 has-[h2_a:focus-visible]:outline-accent"
    >
      <CardImage url={article.image_url} />
      <div className="flex flex-1 flex-col px-4 py-3">
        <ArticleBadges article={article} maxSources={MAX_SOURCES} />
        <h2 dir="auto" className="mt-2 text-base/5.5 wrap-anywhere">
          <Link
            to={getArticlePath(id)}
            state={{ title }}
            className="outline-none after:absolute after:inset-0 after:rounded-box"
          >
            {title}
          </Link>
        </h2>
        <p dir="auto" className="mt-1.5 text-sm text-muted wrap-anywhere">
          {content}
        </p>
        <Symbols companies={article.companies} />
        <p className="mt-auto flex flex-wrap justify-between gap-x-4 pt-3 text-xs text-muted">
          <span className="min-w-0 wrap-anywhere">{creator}</span>
          {publishedAt ? <TimeWithAge at={publishedAt} /> : <span>Date not given</span>}
        </p>
      </div>
    </li>
  );
}

const MAX_SOURCES = 2;
const MAX_SYMBOLS = 4;

/** The first companies that the article mentions; its page lists all of them. */
function Symbols({ companies }: Pick<Article, 'companies'>) {
  if (companies.length === 0) return null;
  return (
    <div className="relative mt-2 flex flex-wrap gap-x-3 gap-y-1 text-sm">
      {companies.slice(0, MAX_SYMBOLS).map(({ symbol }) => (
        <SymbolLink key={symbol} symbol={symbol} />
      ))}
      {companies.length > MAX_SYMBOLS && (
        <span className="text-muted">{`and ${companies.length - MAX_SYMBOLS} more`}</span>
      )}
    </div>
  );
}

/** Without an image, or if it fails to load, the icon below it shows: low on phones, where cards are in one column. */
function CardImage({ url }: { url: string | null }) {
  return (
    <div
      aria-hidden="true"
      className={`relative grid ${url ? 'aspect-[2/1]' : 'aspect-[6/1] sm:aspect-[2/1]'} place-items-center overflow-hidden rounded-t-box border-b border-line bg-sunken text-line-strong`}
    >
      <NewspaperIcon className="size-8" />
      {url && <ExternalImage url={url} isLazy className="absolute inset-0 size-full object-cover" />}
    </div>
  );
}
