import { paths } from '#contract/paths.ts';

/** Where in the list of customers. */
export interface ListPosition {
  search: string;
  page: number;
}

/** The address of a part of the list, or of one customer with the way back there. */
export function buildCustomersUrl({ search, page }: ListPosition, customer?: string): string {
  const query = new URLSearchParams();
  if (search) query.set('search', search);
  if (page > 1) query.set('page', String(page));
  if (customer) query.set('customer', customer);
  return query.size > 0 ? `${paths.adminCustomers}?${query}` : paths.adminCustomers;
}
