import { paths } from '#core/contract/paths.ts';
import type { CustomerSummary } from '#features/billing/contract/admin-endpoints.ts';

/** A search and page of the customer list. */
export interface ListPosition {
  search: string;
  page: number;
}

/** Builds the URL of a list page, or of a customer with the list page to return to. */
export function buildCustomersUrl({ search, page }: ListPosition, customer?: string): string {
  const query = new URLSearchParams();
  if (search) query.set('search', search);
  if (page > 1) query.set('page', String(page));
  if (customer) query.set('customer', customer);
  return query.size > 0 ? `${paths.adminCustomers}?${query}` : paths.adminCustomers;
}

/** Returns the name, or the email: customers who signed up with Google may have no name. */
export const getFullName = ({ first_name, last_name, email }: CustomerSummary) =>
  `${first_name} ${last_name}`.trim() || email;
