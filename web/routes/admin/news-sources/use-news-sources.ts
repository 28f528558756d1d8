import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listSourcesToManage, type NewsSource } from '#contract/news/source-endpoints.ts';
import { api } from '#web/api/api.ts';
import { adminFailureText } from '#web/routes/admin/admin-failure-text.ts';
import { isSecondFactorAsked } from '#web/routes/admin/sign-in/is-second-factor-required.ts';

const KEY = ['admin-news-sources'];
/** Sources are read all the time; what the list says of them stays nearly true. */
const REFRESH_MS = 30_000;

/** The sources by name. The error is a sentence for the administrator. */
export function useNewsSources() {
  const { error, ...rest } = useQuery({
    queryKey: KEY,
    queryFn: () => api(listSourcesToManage, {}),
    refetchInterval: REFRESH_MS,
    retry: (failures, failure) => failures < 1 && !isSecondFactorAsked(failure),
  });
  const isSecondFactorMissing = isSecondFactorAsked(error);
  return {
    ...rest,
    isSecondFactorMissing,
    error: error && !isSecondFactorMissing ? adminFailureText(error) : null,
  };
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
