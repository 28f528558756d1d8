import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listSourcesForAdmin, type NewsSource } from '#contract/news/source-endpoints.ts';
import { useAdminQuery } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { getNow } from '#web/api/server-clock.ts';

const KEY = ['admin-news-sources'];
/** The poller changes the sources continuously. */
const REFRESH_MS = 30_000;
/** While a source is due, its result is seconds away. */
const REFRESH_DUE_MS = 2_000;

/** Queries the sources by name. The error is a message for the administrator. */
export function useNewsSources() {
  return useAdminQuery({
    queryKey: KEY,
    queryFn: () => api(listSourcesForAdmin, {}),
    refetchInterval: ({ state: { data } }) => (data?.results.some(isDue) ? REFRESH_DUE_MS : REFRESH_MS),
  });
}

/** Returns whether the source waits for its next fetch or is being fetched. */
export const isDue = ({ is_enabled, next_fetch_at }: NewsSource): boolean =>
  is_enabled && Date.parse(next_fetch_at) <= getNow().getTime();

/** Returns a function that updates a source in the list and refetches the list. */
export function useSourceUpdate(): (source: NewsSource) => void {
  const queries = useQueryClient();
  return (source) => {
    queries.setQueryData<{ results: NewsSource[] }>(KEY, (list) =>
      list ? { results: list.results.map((each) => (each.id === source.id ? source : each)) } : list,
    );
    void queries.invalidateQueries({ queryKey: KEY });
  };
}

/** A mutation that changes one source. */
export function useSourceChange(change: () => Promise<NewsSource>) {
  const update = useSourceUpdate();
  return useMutation({ mutationFn: change, onSuccess: update });
}
