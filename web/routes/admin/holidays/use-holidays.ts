import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listMarketHolidays } from '#contract/market/holidays.ts';
import { api } from '#web/api/api.ts';
import { getAdminErrorMessage } from '#web/routes/admin/admin-error-message.ts';

const KEY = ['market-holidays'];

/** Loads the holidays, sorted by date. The error is a sentence for the administrator. */
export function useHolidays() {
  const { data, error, ...rest } = useQuery({
    queryKey: KEY,
    queryFn: () => api(listMarketHolidays, {}),
    retry: 1,
  });
  return { ...rest, holidays: data?.results, error: error ? getAdminErrorMessage(error) : null };
}

/** Returns a function that reloads the list. */
export function useHolidaysRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: KEY });
}

/** A mutation that completes when the list has been reloaded. */
export function useHolidayChange(change: () => Promise<unknown>) {
  const refresh = useHolidaysRefresh();
  return useMutation({ mutationFn: change, onSuccess: refresh });
}
