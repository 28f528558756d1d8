import { paths } from '#contract/paths.ts';

/** Where in the list of customers. */
export interface Place {
  search: string;
  page: number;
}

/** The address of a part of the list, or of one customer with the way back there. */
export function customersAddress({ search, page }: Place, customer?: string): string {
  const query = new URLSearchParams();
  if (search) query.set('search', search);
  if (page > 1) query.set('page', String(page));
  if (customer) query.set('customer', customer);
  return query.size > 0 ? `${paths.adminCustomers}?${query}` : paths.adminCustomers;
}
