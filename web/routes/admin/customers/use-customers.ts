import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { listCustomers, readCustomer } from '#contract/billing/admin-endpoints.ts';
import { api } from '#web/api/api.ts';
import { useAdminQuery } from '#web/routes/admin/use-admin-query.ts';

const KEY = ['admin-customers'];

/** Loads a page of customers. A page past the end is not an error. Sends no request while `isEnabled` is false. */
export function useCustomers({ search, page }: { search: string; page: number }, isEnabled = true) {
  const { error, isNotFound, ...rest } = useAdminQuery({
    queryKey: [...KEY, 'list', search, page],
    queryFn: () => api(listCustomers, { query: { search, page: String(page) } }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
  const isPastEnd = isNotFound && page > 1;
  return { ...rest, isPastEnd, error: isPastEnd ? null : error };
}

/** Loads one customer. A customer that does not exist is not an error. */
export function useCustomer(id: string) {
  const { error, isNotFound, ...rest } = useAdminQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: () => api(readCustomer, { params: { id } }),
  });
  return { ...rest, isNotFound, error: isNotFound ? null : error };
}

/** Returns a function that refetches all customer queries. */
export function useInvalidateCustomers(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: KEY });
}
