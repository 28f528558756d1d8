import type { CustomerSummary } from '#contract/billing/admin-endpoints.ts';

/** Returns the name, or the email: customers who signed up with Google may have no name. */
export const getFullName = ({ first_name, last_name, email }: CustomerSummary) =>
  `${first_name} ${last_name}`.trim() || email;
