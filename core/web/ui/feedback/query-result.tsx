import type { ReactNode } from 'react';
import type { Elements } from '#core/web/ui/elements.ts';
import { EmptyState } from './empty-state.tsx';
import { LoadFailure } from './load-failure.tsx';
import { Skeleton } from './skeleton.tsx';

export interface QueryResultProps<Data> {
  query: {
    data: Data | undefined;
    /** The message of a failed query. */
    error: string | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** The text while nothing is loaded yet. */
  loading: string;
  /** Replaces the content if the loaded `results` are empty. `level` is that of its heading. */
  empty?: { title: string; text: ReactNode; level?: 2 | 3 };
  /** Renders the content. */
  children: (data: Data) => Elements;
}

/** The content that a query loaded, or its loading, failed or empty state. The failure of a later load is above the content. */
export function QueryResult<Data>({ query, loading, empty, children }: QueryResultProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  const isEmpty = (data as { results?: unknown[] } | undefined)?.results?.length === 0;
  return (
    <>
      {error !== null && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()} className="mb-4">
          {error}
        </LoadFailure>
      )}
      {data === undefined && error === null && <Skeleton>{loading}</Skeleton>}
      {data !== undefined &&
        (empty && isEmpty ? (
          <EmptyState title={empty.title} level={empty.level}>
            {empty.text}
          </EmptyState>
        ) : (
          children(data)
        ))}
    </>
  );
}
