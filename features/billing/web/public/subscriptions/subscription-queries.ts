import { useQueryClient } from '@tanstack/react-query';
import { api } from '#core/web/api/api.ts';
import { CHART_TOOLS_KEY } from '#core/web/api/query-options.ts';
import { useAccountKey, useAccountQuery } from '#features/accounts/web/public/account/account-queries.ts';
import {
  listSubscriptions,
  readSubscription,
  type Subscription,
} from '#features/billing/contract/subscriptions.ts';
import { SIGNAL_KEY, SIGNALS_KEY } from '#features/signals/web/public/signal-keys.ts';

/** Paddle's links expire, so an open page must refresh them. They are valid for longer than this. */
const LINKS_REFRESH_MS = 10 * 60_000;

/** Queries the customer's subscriptions, repeatedly if `pollMs` is set. */
export const useSubscriptions = ({ pollMs }: { pollMs: number | false }) =>
  useAccountQuery(useAccountKey('subscriptions'), readSubscriptions, {
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
  });

/**
 * Queries the customer's subscriptions for what is on every page: again only when the user returns to the window, because a call that
 * is repeated after the password has changed would be rejected.
 */
export const useSubscriptionsOnce = () =>
  useAccountQuery(useAccountKey('subscriptions'), readSubscriptions, {
    refetchOnWindowFocus: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  });

const readSubscriptions = async () => (await api(listSubscriptions, {})).subscriptions;

export const useSubscription = (id: string) =>
  useAccountQuery(
    useSubscriptionKey(id),
    async () => (await api(readSubscription, { params: { id } })).subscription,
    { refetchInterval: LINKS_REFRESH_MS },
  );

/** Returns a key below that of the list, so that invalidating the list also invalidates its subscriptions. */
export const useSubscriptionKey = (id: string) => [...useAccountKey('subscriptions'), id];

/** Returns a function that refreshes everything that depends on the customer's subscriptions. */
export function useSubscriptionsRefresh(): () => Promise<unknown> {
  const queries = useQueryClient();
  const subscriptions = useAccountKey('subscriptions');
  const mySubscription = useAccountKey('my-subscription');
  return () => {
    // Access to signals may have changed, so the cached ones must not be shown.
    queries.removeQueries({ queryKey: SIGNALS_KEY });
    queries.removeQueries({ queryKey: SIGNAL_KEY });
    return Promise.all([
      queries.invalidateQueries({ queryKey: subscriptions }),
      queries.invalidateQueries({ queryKey: mySubscription }),
      queries.invalidateQueries({ queryKey: CHART_TOOLS_KEY }),
    ]);
  };
}

/** Returns whether the subscription will renew after the paid period. */
export const isNotCanceled = ({ status, scheduled_change }: Subscription) =>
  status !== 'canceled' && scheduled_change?.action !== 'cancel';
