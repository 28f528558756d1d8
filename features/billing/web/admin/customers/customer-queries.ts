import { keepPreviousData } from '@tanstack/react-query';
import { useAdminQuery, useRefetch } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { listCustomers, readCustomer } from '#features/billing/contract/admin-endpoints.ts';

export const CUSTOMERS_KEY = ['admin-customers'];

/** Loads a page of customers, which may be past the end. Sends no request while `isEnabled` is false. */
export const useCustomers = ({ search, page }: { search: string; page: number }, isEnabled = true) =>
  useAdminQuery({
    queryKey: [...CUSTOMERS_KEY, 'list', search, page],
    queryFn: () => api(listCustomers, { query: { search, page: String(page) } }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });

/** Loads one customer, who may have deleted the account. */
export const useCustomer = (id: string) =>
  useAdminQuery(
    { queryKey: [...CUSTOMERS_KEY, 'one', id], queryFn: () => api(readCustomer, { params: { id } }) },
    { mayBeMissing: true },
  );

/** Returns a function that refetches all customer queries. */
export const useInvalidateCustomers = () => useRefetch(CUSTOMERS_KEY);
