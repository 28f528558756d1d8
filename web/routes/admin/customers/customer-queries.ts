import { keepPreviousData } from '@tanstack/react-query';
import { listCustomers, readCustomer } from '#contract/billing/admin-endpoints.ts';
import { useAdminQuery, useRefetch } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';

const KEY = ['admin-customers'];

/** Loads a page of customers, which may be past the end. Sends no request while `isEnabled` is false. */
export const useCustomers = ({ search, page }: { search: string; page: number }, isEnabled = true) =>
  useAdminQuery({
    queryKey: [...KEY, 'list', search, page],
    queryFn: () => api(listCustomers, { query: { search, page: String(page) } }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });

/** Loads one customer, who may have deleted the account. */
export const useCustomer = (id: string) =>
  useAdminQuery(
    { queryKey: [...KEY, 'one', id], queryFn: () => api(readCustomer, { params: { id } }) },
    { mayBeMissing: true },
  );

/** Returns a function that refetches all customer queries. */
export const useInvalidateCustomers = () => useRefetch(KEY);
