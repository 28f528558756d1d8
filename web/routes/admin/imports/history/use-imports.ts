import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Import, listImports, readImport } from '#contract/corporate-actions/imports.ts';
import { api } from '#web/api/api.ts';
import { useAdminQuery } from '#web/routes/admin/use-admin-query.ts';

const LIST_KEY = ['admin-imports'];
const progressKey = (id: number) => ['admin-import-progress', id];
/** Others import as well: the command line, connectors, other administrators. */
const REFRESH_MS = 30_000;
const PROGRESS_MS = 1000;

/** The last imports. The error is a sentence for the administrator. */
export function useImports() {
  return useAdminQuery({
    queryKey: LIST_KEY,
    queryFn: () => api(listImports, {}),
    refetchInterval: REFRESH_MS,
  });
}

export const isInProgress = ({ status }: Import) => status === 'running' || status === 'undoing';

/** Asks every second how far an import is, for as long as it is shown, and says so in the list. */
export function useProgress(id: number): { hasFailed: boolean } {
  const queries = useQueryClient();
  const { isError } = useQuery({
    queryKey: progressKey(id),
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
    /** Takes up an import as a call answered it, and asks for the others anew: what can be undone depends on all. */
    update: (answered: Import) => {
      updateList(queries, answered);
      refresh();
    },
    refresh,
  };
}

function updateList(queries: QueryClient, current: Import): void {
  queries.setQueryData<{ results: Import[] }>(LIST_KEY, (list) => {
    if (!list) return list;
    const isKnown = list.results.some(({ id }) => id === current.id);
    return {
      results: isKnown
        ? list.results.map((each) => (each.id === current.id ? current : each))
        : [current, ...list.results],
    };
  });
}
