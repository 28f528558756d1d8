import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getArticlePath, paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { EmptyText, Section } from '#core/web/ui/section.tsx';
import { TimeWithAge } from '#core/web/ui/times/time-with-age.tsx';
import type { RenderedToday } from './load-calendar.ts';
import { listSymbols, loadNewsOfSymbols } from './load-news.ts';

interface SymbolNewsProps {
  signals: readonly { symbol: string }[];
  /** The companies to which the page is limited; none for all. */
  symbol: string[];
  rendered: RenderedToday | null;
  /** All signals are loaded, or failed to load. */
  isComplete: boolean;
  hasFailed: boolean;
}

/** The latest news of the companies of the page, or of signals in progress. */
export function SymbolNews({ signals, symbol, rendered, isComplete, hasFailed }: SymbolNewsProps) {
  const isOfSome = symbol.length > 0;
  const symbols = isOfSome ? symbol : listSymbols(signals);
  const renderedSymbols = isOfSome ? symbol : listSymbols(rendered?.signals.list.results ?? []);
  const isRendered = rendered !== null && symbols.toSorted().join() === renderedSymbols.toSorted().join();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['news', 'symbols', ...symbols.toSorted()],
    queryFn: () => loadNewsOfSymbols(symbols, api),
    enabled: isComplete,
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    placeholderData: (previous) => previous,
    ...(isRendered && toInitialData(rendered.news, rendered.asOf)),
  });
  // Nothing to look for.
  if (isComplete && !hasFailed && !isOfSome && symbols.length === 0) return null;
  return (
    <Section id="news" title="Their news" link={{ to: paths.news, text: 'All news' }}>
      {isError && !data && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()}>
          Failed to load the news. Please try again.
        </LoadFailure>
      )}
      {!data && !isError && <Skeleton shape="few">Loading the news...</Skeleton>}
      {data?.length === 0 && (
        <EmptyText>
          {isOfSome
            ? 'No article mentions one of your companies.'
            : hasFailed
              ? 'The news appears when the signals are loaded.'
              : 'No article mentions a company of a signal in progress.'}
        </EmptyText>
      )}
      {data && data.length > 0 && (
        <ul>
          {data.map((article) => (
            <li key={article.id} className="border-b border-line py-2">
              <Link
                to={getArticlePath(article.id)}
                dir="auto"
                className="font-medium wrap-anywhere hover:underline"
              >
                {article.title}
              </Link>
              <p className="flex flex-wrap gap-x-3 text-xs text-muted">
                <span className="wrap-anywhere">{article.source.name}</span>
                {article.pub_date && <TimeWithAge at={article.pub_date} />}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
