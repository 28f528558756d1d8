import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#core/web/api/api.ts';
import { ApiError } from '#core/web/api/call.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { notify } from '#core/web/ui/feedback/notify.ts';
import {
  changeSubscription,
  type Subscription,
  type SubscriptionAction,
} from '#features/billing/contract/subscriptions.ts';
import {
  useSubscriptionKey,
  useSubscriptionsRefresh,
} from '#features/billing/web/public/subscriptions/subscription-queries.ts';

/** Changes a subscription and refreshes the page even after a failure, because the change may have been applied. */
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
        // The next query returns Paddle's links.
        update_url: shown?.update_url ?? null,
        cancel_url: subscription.scheduled_change?.action === 'cancel' ? null : (shown?.cancel_url ?? null),
      }));
      notify.success('Subscription updated', `It is now: ${subscription.get_status_display}.`);
      onChanged();
    },
    onError: (error) => notify.error(getErrorTitle(error), getChangeErrorMessage(error)),
    onSettled: () => void refresh(),
  });
}

/** Returns the title of the message for a failed change. */
export const getErrorTitle = (error: Error) =>
  error instanceof ApiError && error.status > 0 ? 'Failed to update subscription' : 'An error occurred';

/** Returns the message for a failed change: what went wrong and what to do. */
export function getChangeErrorMessage(error: Error): string {
  if (!(error instanceof ApiError) || error.status === 0) {
    return 'The server did not respond, so your change may have been made. Check your connection and your subscription before you try again.';
  }
  // The CSRF cookie is missing or belongs to another session. The page's next API call sets it again.
  if (error.status === 403) {
    return 'Your browser did not send the security cookie. Allow cookies for this site, then try again.';
  }
  return getErrorMessage(error);
}
