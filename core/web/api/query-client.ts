import { type DefaultError, QueryClient, type QueryKey } from '@tanstack/react-query';

/** The browser creates one client per tab, the server one per rendered page. */
export function createQueryClient(): QueryClient {
  const Client = import.meta.env.SSR ? ServerQueryClient : QueryClient;
  // Without a network, calls fail visibly: a query that waits would leave the previous results on the page.
  return new Client({
    defaultOptions: {
      queries: { networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Never sets garbage collection timers, because they would keep the client in memory for minutes after the response. */
class ServerQueryClient extends QueryClient {
  override defaultQueryOptions<
    TQueryFnData = unknown,
    TError = DefaultError,
    TData = TQueryFnData,
    TQueryData = TQueryFnData,
    TQueryKey extends QueryKey = QueryKey,
    TPageParam = never,
  >(
    options: Parameters<
      typeof QueryClient.prototype.defaultQueryOptions<
        TQueryFnData,
        TError,
        TData,
        TQueryData,
        TQueryKey,
        TPageParam
      >
    >[0],
  ) {
    return { ...super.defaultQueryOptions(options), gcTime: Number.POSITIVE_INFINITY };
  }
}
