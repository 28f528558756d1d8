import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listMarketHolidays } from '#contract/market/holidays.ts';
import { api } from '#web/api/api.ts';
import { getAdminErrorMessage } from '#web/routes/admin/admin-error-message.ts';

const KEY = ['market-holidays'];

/** The holidays by date. The error is a sentence for the administrator. */
export function useHolidays() {
  const { data, error, ...rest } = useQuery({
    queryKey: KEY,
    queryFn: () => api(listMarketHolidays, {}),
    retry: 1,
  });
  return { ...rest, holidays: data?.results, error: error ? getAdminErrorMessage(error) : null };
}

/** Asks for the list anew; what was known is no longer true. */
export function useHolidaysChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: KEY });
}

/** A change by a press of a button; it ends when the list shows it. */
export function useHolidayChange(change: () => Promise<unknown>) {
  const changed = useHolidaysChanged();
  return useMutation({ mutationFn: change, onSuccess: changed });
}
