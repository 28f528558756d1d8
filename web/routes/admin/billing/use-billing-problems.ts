import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readBillingProblems } from '#contract/billing/admin-endpoints.ts';
import { useAdminQuery } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { useInvalidateCustomers } from '#web/routes/admin/customers/use-customers.ts';

const KEY = ['admin-billing-problems'];
const REFRESH_MS = 30_000;
/** Pending events, such as a replayed one, are usually applied within a second. */
const REFRESH_WHILE_WAITING_MS = 3_000;

/** Loads the billing problems that need attention. */
export function useBillingProblems() {
  return useAdminQuery({
    queryKey: KEY,
    queryFn: () => api(readBillingProblems, {}),
    refetchInterval: ({ state }) => (state.data?.waiting ? REFRESH_WHILE_WAITING_MS : REFRESH_MS),
  });
}

/** Runs an action that fixes a problem. It is pending until the list has been refetched. */
export function useBillingAction<Input>(action: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  const invalidateCustomers = useInvalidateCustomers();
  return useMutation({
    mutationFn: action,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: KEY });
      await invalidateCustomers();
    },
  });
}
