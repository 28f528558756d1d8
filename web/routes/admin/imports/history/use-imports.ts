import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Import, listImports, readImport } from '#contract/imports/imports.ts';
import { useAdminQuery } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';

const LIST_KEY = ['admin-imports'];
const getProgressKey = (id: number) => ['admin-import-progress', id];
/** The command line, connectors and other administrators also import. */
const REFRESH_MS = 30_000;
const PROGRESS_MS = 1000;

/** Loads the recent imports. The error is a sentence for the administrator. */
export function useImports() {
  return useAdminQuery({
    queryKey: LIST_KEY,
    queryFn: () => api(listImports, {}),
    refetchInterval: REFRESH_MS,
  });
}

export const isInProgress = ({ status }: Import) => status === 'running' || status === 'reverting';

/** Polls the progress of an import every second while it is displayed, and updates the list. */
export function useProgress(id: number): { hasFailed: boolean } {
  const queries = useQueryClient();
  const { isError } = useQuery({
    queryKey: getProgressKey(id),
    queryFn: async () => {
      const current = await api(readImport, { params: { id: String(id) } });
      updateList(queries, current);
      return current;
    },
    refetchInterval: PROGRESS_MS,
    retry: false,
  });
  return { hasFailed: isError };
}

export function useImportUpdate() {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: LIST_KEY });
  return {
    /** Adds an import from a response to the list and reloads the others: which ones can be reverted depends on all. */
    update: (current: Import) => {
      updateList(queries, current);
      refresh();
    },
    refresh,
  };
}

function updateList(queries: QueryClient, current: Import): void {
  queries.setQueryData<{ results: Import[] }>(LIST_KEY, (list) => {
    if (!list) return list;
    const isListed = list.results.some(({ id }) => id === current.id);
    return {
      results: isListed
        ? list.results.map((each) => (each.id === current.id ? current : each))
        : [current, ...list.results],
    };
  });
}
