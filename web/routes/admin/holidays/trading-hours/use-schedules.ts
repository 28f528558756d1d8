import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listTradingSchedules } from '#contract/market/schedules.ts';
import { api } from '#web/api/api.ts';
import { getAdminErrorMessage } from '#web/routes/admin/admin-error-message.ts';

const KEY = ['trading-schedules'];

/** Loads the schedules in order of precedence. The error is a sentence for the administrator. */
export function useSchedules() {
  const { data, error, ...rest } = useQuery({
    queryKey: KEY,
    queryFn: () => api(listTradingSchedules, {}),
    retry: 1,
  });
  return { ...rest, schedules: data?.results, error: error ? getAdminErrorMessage(error) : null };
}

/** Returns a function that reloads the list. */
export function useSchedulesRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: KEY });
}
