import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { listCustomers, readCustomer } from '#contract/billing/admin-endpoints.ts';
import { api } from '#web/api/api.ts';
import { useAdminQuery } from '#web/routes/admin/use-admin-query.ts';

const KEY = ['admin-customers'];

/**
 * A page of the customers. The error is a sentence for the administrator; a page past the end is none. With `isWanted`
 * false nothing is asked.
 */
export function useCustomers({ search, page }: { search: string; page: number }, isWanted = true) {
  const { error, isNotFound, ...rest } = useAdminQuery({
    queryKey: [...KEY, 'list', search, page],
    queryFn: () => api(listCustomers, { query: { search, page: String(page) } }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
  const isPastEnd = isNotFound && page > 1;
  return { ...rest, isPastEnd, error: isPastEnd ? null : error };
}

/** One customer. The error is a sentence for the administrator; that there is no such customer is none. */
export function useCustomer(id: string) {
  const { error, isNotFound, ...rest } = useAdminQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: () => api(readCustomer, { params: { id } }),
  });
  return { ...rest, isNotFound, error: isNotFound ? null : error };
}

/** Asks for every customer anew; what was known is no longer true. */
export function useInvalidateCustomers(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: KEY });
}
