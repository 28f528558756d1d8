import { useAdminQuery } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { listAnalysts } from '#features/signals/contract/publishing/analyst-endpoints.ts';

export const ANALYSTS_KEY = ['admin-analysts'];

/** Loads the analysts in the order in which they were added. */
export const useAnalysts = () =>
  useAdminQuery({ queryKey: ANALYSTS_KEY, queryFn: () => api(listAnalysts, {}) });
