import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Filing, listFilings } from '#contract/corporate-actions/filings.ts';
import { api } from '#web/api/api.ts';
import { getAdminErrorMessage } from '#web/routes/admin/admin-error-message.ts';
import { isSecondFactorRequired } from '#web/routes/admin/use-admin-query.ts';

const KEY = ['admin-filings'];

/** Loads the pending filings. The error is a sentence for the administrator. */
export function useFilings() {
  const { error, ...rest } = useQuery({
    queryKey: KEY,
    queryFn: () => api(listFilings, {}),
    retry: (failures, failure) => failures < 1 && !isSecondFactorRequired(failure),
  });
  return { ...rest, error: error ? getAdminErrorMessage(error) : null };
}

/** Reloads the filings, because an import can add some and a revert can remove some. */
export function useFilingsRefresh(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: KEY });
}

/**
 * Removes a confirmed or dismissed filing from the list. Reloads the list only when it is empty, because new filings would
 * move the list while the administrator is using it.
 */
export function useRemoveFiling(): (settled: Filing) => void {
  const queries = useQueryClient();
  return ({ id }) => {
    const list = queries.setQueryData<{ count: number; results: Filing[] }>(
      KEY,
      (current) =>
        current && {
          count: current.count - 1,
          results: current.results.filter((filing) => filing.id !== id),
        },
    );
    if (list && list.results.length === 0 && list.count > 0)
      void queries.invalidateQueries({ queryKey: KEY });
  };
}
