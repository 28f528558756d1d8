import { useQueryClient } from '@tanstack/react-query';
import { type Filing, listFilings } from '#contract/corporate-actions/filings.ts';
import { useAdminQuery } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';

const KEY = ['admin-filings'];

/** Loads the pending filings. */
export const useFilings = () => useAdminQuery({ queryKey: KEY, queryFn: () => api(listFilings, {}) });

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
