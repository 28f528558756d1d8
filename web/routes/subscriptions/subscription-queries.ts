import { useQueryClient } from '@tanstack/react-query';
import { listSubscriptions, readSubscription, type Subscription } from '#contract/billing/subscriptions.ts';
import { api } from '#web/api/api.ts';
import { useAccountKey, useAccountQuery } from '#web/routes/account/account-queries.ts';
import { SIGNALS_KEY } from '#web/routes/signals/psx/use-signals.ts';

/** Paddle's links run out, those of an open page as well; they are good for longer than this. */
const LINKS_REFRESH_MS = 10 * 60_000;

/** All of the customer's subscriptions, asked for anew every `pollMs` if that is given. */
export const useSubscriptions = ({ pollMs }: { pollMs: number | false }) =>
  useAccountQuery(
    useAccountKey('subscriptions'),
    async () => (await api(listSubscriptions, {})).subscriptions,
    { refetchInterval: pollMs, refetchIntervalInBackground: true },
  );

export const useSubscription = (id: string) =>
  useAccountQuery(
    useSubscriptionKey(id),
    async () => (await api(readSubscription, { params: { id } })).subscription,
    { refetchInterval: LINKS_REFRESH_MS },
  );

/** Below the list's own, so that whatever makes the list out of date does so to each of its subscriptions. */
export const useSubscriptionKey = (id: string) => [...useAccountKey('subscriptions'), id];

/** Has everything that depends on the customer's subscriptions asked for anew. */
export function useSubscriptionsRefresh(): () => Promise<unknown> {
  const queries = useQueryClient();
  const subscriptions = useAccountKey('subscriptions');
  const mySubscription = useAccountKey('my-subscription');
  return () => {
    // Signals that premium opens or closes must not be shown first as they were.
    queries.removeQueries({ queryKey: SIGNALS_KEY });
    return Promise.all([
      queries.invalidateQueries({ queryKey: subscriptions }),
      queries.invalidateQueries({ queryKey: mySubscription }),
    ]);
  };
}

/** Whether it goes on after the period that is paid: a new purchase makes one of these. */
export const isNotCanceled = ({ status, scheduled_change }: Subscription) =>
  status !== 'canceled' && scheduled_change?.action !== 'cancel';
