import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#core/web/api/api.ts';
import { callEndpoint } from '#core/web/api/call.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { LIST_STALE_MS, toInitialData } from '#core/web/api/query-options.ts';
import { sendToApi } from '#core/web/api/send.ts';
import type { RenderedList } from '#core/web/list/list-loader.ts';
import { useSession } from '#core/web/session/session.ts';
import { listCustomers } from '#features/billing/contract/admin-endpoints.ts';
import { collapseSpaces, type SearchResults, searchSite } from '#features/market/contract/search.ts';
import { groupResults, type SearchGroup } from './search-groups.tsx';
import { findPages } from './site-pages.ts';

export interface SiteSearch {
  groups: SearchGroup[];
  /** The number of results in the groups. */
  count: number;
  /** The results of the search are not complete yet; `groups` may be those of the previous search. */
  isLoading: boolean;
  error: string | null;
  isRetrying: boolean;
  retry: () => void;
}

/**
 * Searches companies, articles and pages, and for administrators customers. While a search is loading, the previous results
 * remain, and its request is canceled once another search replaces it.
 */
export function useSiteSearch(text: string, rendered: RenderedList<SearchResults> | null = null): SiteSearch {
  const search = collapseSpaces(text).toLowerCase();
  const user = useSession();
  const viewer = !user ? 'visitor' : user.isAdmin ? 'admin' : 'customer';
  const site = useQuery({
    queryKey: ['search', search],
    queryFn: ({ signal }) =>
      callEndpoint(searchSite, { query: { q: search } }, (path, init) =>
        sendToApi(path, { ...init, signal }),
      ),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    staleTime: LIST_STALE_MS,
    // The user waits, and can retry.
    retry: false,
    ...toInitialData(rendered?.response, rendered?.asOf),
  });
  const customers = useQuery({
    // Starts like those of the admin pages, which change customers.
    queryKey: ['admin-customers', 'search', search],
    queryFn: () => api(listCustomers, { query: { search } }),
    enabled: search !== '' && viewer === 'admin',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const queries = viewer === 'admin' ? [site, customers] : [site];
  const pages = findPages(search, viewer);
  const groups =
    search === ''
      ? groupResults(search, { pages })
      : groupResults(search, {
          site: site.data,
          pages,
          customers: viewer === 'admin' ? customers.data?.results : undefined,
        });
  const failed = queries.find(({ isError }) => isError);
  return {
    groups,
    count: groups.reduce((sum, { items }) => sum + items.length, 0),
    isLoading: search !== '' && queries.some((query) => query.isPlaceholderData || query.isPending),
    error:
      search !== '' && failed
        ? getErrorMessage(failed.error, failed === site ? 'The search failed' : 'Failed to search customers')
        : null,
    isRetrying: queries.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}
