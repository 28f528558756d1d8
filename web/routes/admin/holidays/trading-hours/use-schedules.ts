import { useQueryClient } from '@tanstack/react-query';
import { listTradingSchedules } from '#contract/market/schedules.ts';
import { useAdminQuery } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';

const KEY = ['trading-schedules'];

/** Loads the schedules in order of precedence. */
export const useSchedules = () =>
  useAdminQuery({ queryKey: KEY, queryFn: () => api(listTradingSchedules, {}) });

/** Returns a function that reloads the list. */
export function useSchedulesRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: KEY });
}
