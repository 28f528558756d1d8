import { type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { type Article, type ArticleList, NEWS_PAGE_SIZE } from '#contract/news/endpoints.ts';
import { getArticlePath, getNewsFeedPath } from '#contract/paths.ts';
import type { ListQuery } from '#web/list/list-page.tsx';
import { ListResults } from '#web/list/list-results.tsx';
import { ArticleBadges, ExternalImage } from '#web/routes/news/article-parts.tsx';
import { SymbolLink } from '#web/symbols/symbol-link.tsx';
import { ComingSoonItems } from '#web/ui/feedback/coming-soon.tsx';
import { createIcon } from '#web/ui/icons.tsx';
import { TimeWithAge } from '#web/ui/times/time-with-age.tsx';
import { type NewsFilters, newsList } from './filters.ts';

const TEXTS = {
  nouns: ['article', 'articles'] as [string, string],
  loading: 'Loading news...',
  shape: 'cards' as const,
  getFailure: () => 'Failed to load news articles. Please try again.',
  noResultsTitle: 'No articles found',
  noResultsHint: 'Try adjusting your filters or search terms to find more articles.',
};

interface ArticleResultsProps {
  filters: NewsFilters;
  articles: ListQuery<ArticleList>;
  /** The article that the visitor returns from: the list scrolls to it. */
  returnedFromId: number | null;
}

export function ArticleResults({ filters, articles, returnedFromId }: ArticleResultsProps) {
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
export const getArticleCardId = (articleId: number) => `article-${articleId}`;

/** Renders an article of the list. The whole card is a link. */
export function ArticleCard({ article }: { article: Article }) {
  const { id, title, content, creator, pub_date: publishedAt } = article;
  return (
    <li
      id={getArticleCardId(id)}
      className="relative flex min-w-0 flex-col rounded-box border border-line bg-surface hover:border-ink has-[h2_a:focus-visible]:outline-2 has-[h2_a:focus-visible]:outline-offset-2 has-[h2_a:focus-visible]:outline-accent"
    >
      {article.image_url && <CardImage url={article.image_url} />}
      <div className="flex flex-1 flex-col px-4 py-3">
        <ArticleBadges article={article} maxSources={MAX_SOURCES} />
        <h2
          dir="auto"
          className={`mt-2 text-base/5.5 wrap-anywhere ${article.image_url ? '' : 'sm:text-xl/7'}`}
        >
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

/** If the image fails to load, the icon below it shows. */
function CardImage({ url }: { url: string }) {
  return (
    <div
      aria-hidden="true"
      className="relative grid aspect-[2/1] place-items-center overflow-hidden rounded-t-box border-b border-line bg-sunken text-line-strong"
    >
      <NewspaperIcon className="size-8" />
      <ExternalImage url={url} isLazy className="absolute inset-0 size-full object-cover" />
    </div>
  );
}
