import { type RefObject, useEffect, useRef } from 'react';
import { type ArticleList, NEWS_PAGE_SIZE } from '#contract/news/endpoints.ts';
import { getNewsFeedPath } from '#contract/paths.ts';
import type { ListQuery } from '#web/list/list-page.tsx';
import { ListResults } from '#web/list/list-results.tsx';
import { ComingSoonItems } from '#web/ui/feedback/coming-soon.tsx';
import { ArticleCard, getArticleCardId } from './article-card.tsx';
import { type NewsFilters, newsList } from './filters.ts';

const TEXTS = {
  nouns: ['article', 'articles'] as [string, string],
  loading: 'Loading news...',
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
