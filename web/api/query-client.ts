import { type DefaultError, QueryClient, type QueryKey } from '@tanstack/react-query';

/** The browser's client lives as long as the tab; the server creates one per rendered page. */
export function createQueryClient(): QueryClient {
  const Client = import.meta.env.SSR ? ServerQueryClient : QueryClient;
  // A change that is sent without a network fails and says so, rather than waiting unseen to be sent later.
  return new Client({ defaultOptions: { mutations: { networkMode: 'always' } } });
}

/**
 * Sets no garbage collection timers, whatever a query asks for: a pending timer would keep the client with all its data in
 * memory for minutes after its page was sent.
 */
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
