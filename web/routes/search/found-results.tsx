import { Link } from 'react-router';
import type { SearchResults } from '#contract/search/search.ts';
import type { RenderedList } from '#web/list/list-loader.ts';
import { ResultText } from '#web/search/result-text.tsx';
import type { SearchGroup } from '#web/search/search-groups.tsx';
import { SearchStatus } from '#web/search/search-status.tsx';
import { useSiteSearch } from '#web/search/use-site-search.ts';
import { StarButton } from '#web/symbols/star-button.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

interface FoundResultsProps {
  text: string;
  rendered: RenderedList<SearchResults> | null;
}

/** The results of a search as lists of links, or its loading, failed or empty state. */
export function FoundResults({ text, rendered }: FoundResultsProps) {
  const search = useSiteSearch(text, rendered);
  const { groups, error, isLoading } = search;
  return (
    <>
      {error && (
        <LoadFailure isBusy={search.isRetrying} onRetry={search.retry} className="mt-5">
          {error}
        </LoadFailure>
      )}
      {isLoading && !error && groups.length === 0 && (
        <Skeleton className="with-scripts">Searching...</Skeleton>
      )}
      {rendered?.response === null && !error && (
        <div className="without-scripts mt-5">
          <Notice tone="danger">The search failed. Please try again in a minute.</Notice>
        </div>
      )}
      <div aria-busy={isLoading} className={`mt-6 grid grid-cols-1 gap-8 ${isLoading ? 'opacity-70' : ''}`}>
        {groups.map((group) => (
          <ResultSection key={group.name} group={group} />
        ))}
      </div>
      <SearchStatus text={text} search={search} isCurrent={!isLoading} />
    </>
  );
}

function ResultSection({ group: { name, items, more } }: { group: SearchGroup }) {
  return (
    <section aria-labelledby={`results-${name}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2">
        <h2 id={`results-${name}`} className="text-lg">
          {name}
        </h2>
        {more && (
          <Link to={more.to} className="link text-sm">
            {more.title}
          </Link>
        )}
      </div>
      <ul>
        {items.map((item) => (
          <li key={item.to} className="flex items-center gap-3 border-b border-line">
            {item.symbol && <StarButton symbol={item.symbol} />}
            <Link
              to={item.to}
              state={item.state}
              className="flex min-h-10 flex-1 items-baseline gap-3 py-2 text-sm hover:bg-sunken"
            >
              <ResultText item={item} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
