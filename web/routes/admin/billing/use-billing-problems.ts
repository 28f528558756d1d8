import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readBillingProblems } from '#contract/billing/admin-endpoints.ts';
import { api } from '#web/api/api.ts';
import { useInvalidateCustomers } from '#web/routes/admin/customers/use-customers.ts';
import { useAdminQuery } from '#web/routes/admin/use-admin-query.ts';

const KEY = ['admin-billing-problems'];
const REFRESH_MS = 30_000;
/** While messages wait, for example one that is tried again, they are mostly applied within a second. */
const REFRESH_WHILE_WAITING_MS = 3_000;

/** What of the payments needs an administrator. The error is a sentence for them. */
export function useBillingProblems() {
  return useAdminQuery({
    queryKey: KEY,
    queryFn: () => api(readBillingProblems, {}),
    refetchInterval: ({ state }) => (state.data?.waiting ? REFRESH_WHILE_WAITING_MS : REFRESH_MS),
  });
}

/** A change that solves a problem; it ends when the list shows it. */
export function useBillingAction<Input>(solve: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  const customersChanged = useInvalidateCustomers();
  return useMutation({
    mutationFn: solve,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: KEY });
      await customersChanged();
    },
  });
}
