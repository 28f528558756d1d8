import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { EmptyText } from '#core/web/ui/section.tsx';

interface SectionListProps<Response> {
  query: Pick<UseQueryResult<Response, unknown>, 'data' | 'isError' | 'isFetching' | 'refetch'>;
  /** What is loaded, for example `the news`. */
  name: string;
  /** Replaces an empty list. */
  emptyText: string;
  children: (response: Response) => ReactNode;
}

/** The list of a section, or its loading, failed or empty state. */
export function SectionList<Response extends { results: readonly unknown[] }>({
  query: { data, isError, isFetching, refetch },
  name,
  emptyText,
  children,
}: SectionListProps<Response>) {
  if (!data && isError)
    return (
      <LoadFailure
        isBusy={isFetching}
        onRetry={() => void refetch()}
      >{`Failed to load ${name}. Please try again.`}</LoadFailure>
    );
  if (!data) return <Skeleton shape="few">{`Loading ${name}...`}</Skeleton>;
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
