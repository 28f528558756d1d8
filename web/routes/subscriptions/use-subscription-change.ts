import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  changeSubscription,
  type Subscription,
  type SubscriptionAction,
} from '#contract/billing/subscriptions.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { useSubscriptionKey, useSubscriptionsRefresh } from './subscription-queries.ts';

/** Changes a subscription. Whatever comes of it, the page asks anew: what failed may have been made all the same. */
export function useSubscriptionChange(id: string, onChanged: () => void) {
  const queries = useQueryClient();
  const queryKey = useSubscriptionKey(id);
  const refresh = useSubscriptionsRefresh();
  return useMutation({
    mutationFn: (action: SubscriptionAction) => api(changeSubscription, { params: { id }, body: { action } }),
    onSuccess: async ({ subscription }) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<Subscription>(queryKey, (shown) => ({
        ...subscription,
        // Paddle's links come with the next answer.
        update_url: shown?.update_url ?? null,
        cancel_url: shown?.cancel_url ?? null,
      }));
      onChanged();
      notify.success('Subscription updated', `It is now: ${subscription.get_status_display}.`);
    },
    onError: (error) => notify.error(getErrorTitle(error), getChangeErrorMessage(error)),
    onSettled: () => void refresh(),
  });
}

/** Spec §8: the first when the server refuses, the second when there is no answer. */
const getErrorTitle = (error: Error) =>
  error instanceof ApiError && error.status > 0 ? 'Failed to update subscription' : 'An error occurred';

/** What kept a change from being made and what to do. */
export function getChangeErrorMessage(error: Error): string {
  if (!(error instanceof ApiError) || error.status === 0) {
    return 'The server did not answer, so your change may or may not be made. Check your connection and look at your subscription again before you try anew.';
  }
  // The cookie that proves a form to be ours is missing or of another sign-in; the answer to the page's own call sets it.
  if (error.status === 403) {
    return 'Your browser did not send what shows that this comes from you. Allow cookies for this site, then try again.';
  }
  return getErrorMessage(error);
}
