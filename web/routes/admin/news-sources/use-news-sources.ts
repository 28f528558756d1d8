import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listSourcesForAdmin, type NewsSource } from '#contract/news/source-endpoints.ts';
import { api } from '#web/api/api.ts';
import { useAdminQuery } from '#web/routes/admin/use-admin-query.ts';

const KEY = ['admin-news-sources'];
/** The poller changes the sources continuously. */
const REFRESH_MS = 30_000;

/** Queries the sources by name. The error is a message for the administrator. */
export function useNewsSources() {
  return useAdminQuery({
    queryKey: KEY,
    queryFn: () => api(listSourcesForAdmin, {}),
    refetchInterval: REFRESH_MS,
  });
}

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
