import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#web/api/query-options.ts';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { EmptyText } from '#web/ui/section.tsx';

interface SectionListProps<Response extends { results: readonly unknown[] }> {
  queryKey: readonly string[];
  load: () => Promise<Response>;
  /** As the server rendered it; `undefined` if it did not. */
  rendered: Response | undefined;
  asOf: string | undefined;
  /** What is loaded, for example `the news`. */
  name: string;
  /** Replaces an empty list. */
  emptyText: string;
  children: (response: Response) => ReactNode;
}

/** The list of a section, or its loading, failed or empty state. */
export function SectionList<Response extends { results: readonly unknown[] }>(
  props: SectionListProps<Response>,
) {
  const { queryKey, load, rendered, asOf, name, emptyText, children } = props;
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey,
    queryFn: load,
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    ...toInitialData<Response>(rendered, asOf),
  });
  if (!data && isError)
    return (
      <LoadFailure isBusy={isFetching} onRetry={() => void refetch()}>
        Failed to load {name}. Please try again.
      </LoadFailure>
    );
  if (!data) return <Loading>{`Loading ${name}...`}</Loading>;
  return data.results.length === 0 ? <EmptyText>{emptyText}</EmptyText> : children(data);
}

/** Orders dated items, given latest first: those that are due with the next one first, then past ones with the latest first. */
export function orderNextFirst<Item>(
  latestFirst: readonly Item[],
  isDue: (item: Item) => boolean,
  maxPast: number,
): Item[] {
  const due = latestFirst.filter(isDue).toReversed();
  return [...due, ...latestFirst.filter((item) => !isDue(item)).slice(0, maxPast)];
}
