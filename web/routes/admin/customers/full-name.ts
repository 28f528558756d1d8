import type { CustomerSummary } from '#contract/billing/admin-endpoints.ts';

/** Whoever signed up with Google may have one name, or none. */
export const getFullName = ({ first_name, last_name, email }: CustomerSummary) =>
  `${first_name} ${last_name}`.trim() || email;
