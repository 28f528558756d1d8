import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { isNotFound } from '#web/api/call.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#web/api/query-options.ts';
import type { RenderedList } from './load-list.ts';

export interface ListQuery<Response> {
  data: Response | undefined;
  dataUpdatedAt: number;
  error: unknown;
  isFetching: boolean;
  /** `data` is of the previous page or filters. */
  isPlaceholderData: boolean;
  /** The page is past the last one. */
  isPastEnd: boolean;
  refetch: () => unknown;
}

/** Queries a page of a list. While another page loads, the previous one stays visible. */
export function useList<Response>(
  queryKey: QueryKey,
  load: () => Promise<Response>,
  rendered: RenderedList<Response> | null,
): ListQuery<Response> {
  const { data, dataUpdatedAt, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn: load,
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    placeholderData: keepPreviousData,
    // The server has just found that this page does not exist.
    enabled: !rendered?.isPastEnd,
    ...toInitialData(rendered?.response, rendered?.asOf),
  });
  const isPastEnd = isNotFound(error) || (isPending && rendered?.isPastEnd === true);
  // Only these properties, because each one that is read causes a render when it changes.
  return { data, dataUpdatedAt, error, isFetching, isPlaceholderData, isPastEnd, refetch };
}
