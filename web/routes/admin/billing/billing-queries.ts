import { readBillingProblems } from '#contract/billing/admin-endpoints.ts';
import { useAdminQuery, useRefetch } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { useInvalidateCustomers } from '#web/routes/admin/customers/customer-queries.ts';

const KEY = ['admin-billing-problems'];
const REFRESH_MS = 30_000;
/** Pending events, such as a replayed one, are usually applied within a second. */
const REFRESH_WHILE_WAITING_MS = 3_000;

/** Loads the billing problems that need attention. */
export const useBillingProblems = () =>
  useAdminQuery({
    queryKey: KEY,
    queryFn: () => api(readBillingProblems, {}),
    refetchInterval: ({ state }) => (state.data?.waiting ? REFRESH_WHILE_WAITING_MS : REFRESH_MS),
  });

/** Returns a function that runs an action and reloads what it changes: the problems and the customers. */
export function useBillingAction() {
  const refetchProblems = useRefetch(KEY);
  const refetchCustomers = useInvalidateCustomers();
  return async (action: Promise<unknown>) => {
    await action;
    await refetchProblems();
    await refetchCustomers();
  };
}
