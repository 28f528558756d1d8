import { listSignalDrafts } from '#contract/signals/draft-endpoints.ts';
import { api } from '#web/api/api.ts';
import { DRAFTS_KEY } from '#web/routes/admin/signals/admin-keys.ts';
import { useAdminQuery } from '#web/routes/admin/use-admin-query.ts';

/** Other administrators change drafts too. */
const REFETCH_MS = 60_000;

/** Loads a page of drafts. A page past the end is not an error: its last draft may have been published. */
export function useDrafts(page: number) {
  const { error, isNotFound, ...rest } = useAdminQuery({
    queryKey: [...DRAFTS_KEY, page],
    queryFn: () => api(listSignalDrafts, { query: { page: String(page) } }),
    refetchInterval: REFETCH_MS,
  });
  const isPastEnd = isNotFound && page !== 1;
  return { ...rest, isPastEnd, error: isPastEnd ? null : error };
}
