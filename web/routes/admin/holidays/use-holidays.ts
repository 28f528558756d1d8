import { useQueryClient } from '@tanstack/react-query';
import { listMarketHolidays } from '#contract/market/holidays.ts';
import { useAdminQuery } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';

const KEY = ['market-holidays'];

/** Loads the holidays, sorted by date. */
export const useHolidays = () => useAdminQuery({ queryKey: KEY, queryFn: () => api(listMarketHolidays, {}) });

/** Returns a function that reloads the list. */
export function useHolidaysRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: KEY });
}
