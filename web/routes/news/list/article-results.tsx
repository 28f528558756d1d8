import { type RefObject, useEffect, useRef } from 'react';
import { NEWS_PAGE_SIZE } from '#contract/news/endpoints.ts';
import { newsFeedAddress } from '#contract/paths.ts';
import { isNotFound } from '#web/list/list-queries.ts';
import { NothingFound } from '#web/list/no-results.tsx';
import { Waiting } from '#web/list/waiting.tsx';
import type { useArticles } from '#web/routes/news/news-queries.ts';
import { ComingSoonItems } from '#web/ui/feedback/coming-soon.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { ArticleCard, articleCardId } from './article-card.tsx';
import { countActive, type NewsFilters, newsAddress } from './filters.ts';

interface ArticleResultsProps {
  filters: NewsFilters;
  articles: ReturnType<typeof useArticles>;
  /** The server found that the address is of a page past the last one. */
  isPastEnd: boolean;
  /** The article that the reader came back from: the list is shown there. */
  returnedFromId: number | null;
}

/** The articles, or what stands in their place. */
export function ArticleResults({ filters, articles, isPastEnd, returnedFromId }: ArticleResultsProps) {
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = articles;
  const list = useRef<HTMLUListElement>(null);
  useReturn(list, isPlaceholderData ? null : returnedFromId);

  if (!data && (isNotFound(error) || (isPending && isPastEnd))) return <NoArticles filters={filters} />;
  if (!data && error) {
    return (
      <LoadFailure isBusy={isFetching} onRetry={() => void refetch()} className="mt-4">
        {FAILURE}
      </LoadFailure>
    );
  }
  // Waiting for a network counts as neither loading nor failing.
  if (!data) return isFetching ? <Waiting failure={FAILURE}>Loading news...</Waiting> : <NothingYet />;

  const total = `${data.count.toLocaleString('en-US')}${data.is_count_capped ? '+' : ''}`;
  const articlesWord = data.count === 1 ? 'article' : 'articles';
  const pages = Math.max(1, Math.ceil(data.count / NEWS_PAGE_SIZE));
  const first = (filters.page - 1) * NEWS_PAGE_SIZE + 1;
  if (data.count === 0 && countActive(filters) === 0) return <NothingYet />;
  return (
    <>
      <p role="status" className="my-4 flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <span className="font-medium text-ink">{`Found ${total} ${articlesWord}`}</span>
        {data.count > 0 && <span className="figures">{`Page ${filters.page} of ${pages}`}</span>}
      </p>
      {data.count === 0 ? (
        <NoArticles filters={filters} />
      ) : (
        <ul
          ref={list}
          aria-busy={isPlaceholderData}
          className={`grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 ${isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {data.results.map((article) => (
            <ArticleCard key={article.id} article={article} />
          ))}
        </ul>
      )}
      <Pagination
        page={filters.page}
        pages={pages}
        addressOf={(page) => newsAddress({ ...filters, page })}
        summary={`Showing ${first}-${first + data.results.length - 1} of ${total} articles`}
      />
      <p className="mt-6 text-sm text-muted">
        Headlines and excerpts belong to their publishers.{' '}
        <a className="link" href={newsFeedAddress(onlyOne(filters.sector))}>
          Atom feed
        </a>
      </p>
    </>
  );
}

const onlyOne = (names: string[]) => (names.length === 1 ? names[0] : undefined);

/** Shows the list at the article that its reader came back from, once it is there. */
function useReturn(list: RefObject<HTMLUListElement | null>, articleId: number | null): void {
  const done = useRef(false);
  useEffect(() => {
    if (articleId === null || done.current || list.current === null) return;
    done.current = true;
    const card = document.getElementById(articleCardId(articleId));
    card?.scrollIntoView({ block: 'center' });
    card?.querySelector('a')?.focus({ preventScroll: true });
  });
}

const FAILURE = 'Failed to load news articles. Please try again.';

function NoArticles({ filters }: { filters: NewsFilters }) {
  return (
    <div className="mt-4">
      <NothingFound
        title="No articles found"
        active={countActive(filters)}
        firstPage={filters.page > 1 ? newsAddress({ ...filters, page: 1 }) : null}
      >
        Try adjusting your filters or search terms to find more articles.
      </NothingFound>
    </div>
  );
}

function NothingYet() {
  return (
    <section aria-labelledby="coming-soon" className="mt-8 max-w-2xl">
      <h2 id="coming-soon" className="text-lg">
        Coming Soon
      </h2>
      <ComingSoonItems
        items={[
          { name: 'Market News', detail: 'The index, volumes and what traded, through the session.' },
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
