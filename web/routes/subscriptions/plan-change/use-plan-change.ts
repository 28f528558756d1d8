import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { changePlan, type PlanChangePreview, previewPlanChange } from '#contract/billing/plan-change.ts';
import type { Subscription } from '#contract/billing/subscriptions.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { useAccountKey } from '#web/routes/account/account-queries.ts';
import {
  useSubscriptionKey,
  useSubscriptionsRefresh,
} from '#web/routes/subscriptions/subscription-queries.ts';
import { getChangeErrorMessage } from '#web/routes/subscriptions/use-subscription-change.ts';
import { notify } from '#web/ui/feedback/notify.ts';

/** The amounts change with the unused time of the current period. */
const REFRESH_MS = 60_000;

/** Queries Paddle's preview of a change, also while the dialog is open. */
export function usePlanChangePreview(id: string, priceId: string) {
  const key = useAccountKey('subscriptions');
  return useQuery({
    // Not below the key of the subscription: its refresh would repeat the preview of a plan that was just chosen.
    queryKey: ['plan-change', ...key, id, priceId],
    queryFn: async () => {
      const { preview } = await api(previewPlanChange, { params: { id }, query: { price_id: priceId } });
      return preview;
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? false : REFRESH_MS),
    // A hidden tab does not refresh its preview.
    refetchOnWindowFocus: 'always',
  });
}

/** Changes the plan as previewed. Refreshes the page even after a failure, because the change may have been made. */
export function usePlanChange({ id, name, priceId, onChanged }: PlanChange) {
  const queries = useQueryClient();
  const listKey = useAccountKey('subscriptions');
  const queryKey = useSubscriptionKey(id);
  const refresh = useSubscriptionsRefresh();
  return useMutation({
    mutationFn: ({ basis }: PlanChangePreview) =>
      api(changePlan, { params: { id }, body: { price_id: priceId, basis } }),
    onSuccess: async ({ subscription }) => {
      await queries.cancelQueries({ queryKey: listKey });
      queries.setQueryData<Subscription[]>(listKey, (list) =>
        list?.map((each) => (each.id === id ? subscription : each)),
      );
      queries.setQueryData<Subscription>(queryKey, (shown) => ({
        ...subscription,
        // The next query returns Paddle's links.
        update_url: shown?.update_url ?? null,
        cancel_url: shown?.cancel_url ?? null,
      }));
      onChanged();
      notify.success('Plan changed', `Your plan is now ${name}.`);
    },
    onError: (error) => notify.error(getErrorTitle(error), getChangeErrorMessage(error)),
    onSettled: () => void refresh(),
  });
}

interface PlanChange {
  id: string;
  /** The new plan and interval, such as `Pro Monthly`. */
  name: string;
  priceId: string;
  onChanged: () => void;
}

const getErrorTitle = (error: Error) =>
  error instanceof ApiError && error.status > 0 ? 'Failed to update subscription' : 'An error occurred';
