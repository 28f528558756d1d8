import { listAnalysts } from '#contract/signals/analyst-endpoints.ts';
import { useAdminQuery } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';

export const ANALYSTS_KEY = ['admin-analysts'];

/** Loads the analysts in the order in which they were added. */
export const useAnalysts = () =>
  useAdminQuery({ queryKey: ANALYSTS_KEY, queryFn: () => api(listAnalysts, {}) });
