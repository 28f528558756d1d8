import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Filing, listFilings } from '#contract/corporate-actions/filings.ts';
import { api } from '#web/api/api.ts';
import { getAdminErrorMessage } from '#web/routes/admin/admin-error-message.ts';
import { isSecondFactorRequired } from '#web/routes/admin/use-admin-query.ts';

const KEY = ['admin-filings'];

/** The filings that wait. The error is a sentence for the administrator. */
export function useFilings() {
  const { error, ...rest } = useQuery({
    queryKey: KEY,
    queryFn: () => api(listFilings, {}),
    retry: (failures, failure) => failures < 1 && !isSecondFactorRequired(failure),
  });
  return { ...rest, error: error ? getAdminErrorMessage(error) : null };
}

/** Asks for the filings anew: an import may have brought some, or its undoing taken some away. */
export function useFilingsRefresh(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: KEY });
}

/**
 * Takes a filing that was settled out of the list. The others are asked for anew only when none is left to show: what
 * came in meanwhile would push the list away from under the reader.
 */
export function useRemoveFiling(): (settled: Filing) => void {
  const queries = useQueryClient();
  return ({ id }) => {
    const list = queries.setQueryData<{ count: number; results: Filing[] }>(
      KEY,
      (known) =>
        known && { count: known.count - 1, results: known.results.filter((filing) => filing.id !== id) },
    );
    if (list && list.results.length === 0 && list.count > 0)
      void queries.invalidateQueries({ queryKey: KEY });
  };
}
