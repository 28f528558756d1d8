import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listSourcesForAdmin, type NewsSource } from '#contract/news/source-endpoints.ts';
import { api } from '#web/api/api.ts';
import { useAdminQuery } from '#web/routes/admin/use-admin-query.ts';

const KEY = ['admin-news-sources'];
/** Sources are read all the time; what the list says of them stays nearly true. */
const REFRESH_MS = 30_000;

/** The sources by name. The error is a sentence for the administrator. */
export function useNewsSources() {
  return useAdminQuery({
    queryKey: KEY,
    queryFn: () => api(listSourcesForAdmin, {}),
    refetchInterval: REFRESH_MS,
  });
}

/** Takes up a source as a call answered it, and asks for the list anew. */
export function useSourceUpdate(): (source: NewsSource) => void {
  const queries = useQueryClient();
  return (source) => {
    queries.setQueryData<{ results: NewsSource[] }>(KEY, (list) =>
      list ? { results: list.results.map((each) => (each.id === source.id ? source : each)) } : list,
    );
    void queries.invalidateQueries({ queryKey: KEY });
  };
}

/** A change of one source by a press of its button. */
export function useSourceChange(change: () => Promise<NewsSource>) {
  const update = useSourceUpdate();
  return useMutation({ mutationFn: change, onSuccess: update });
}
