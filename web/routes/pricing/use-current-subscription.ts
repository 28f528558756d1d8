import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listSubscriptions, type Subscription } from '#contract/billing/subscriptions.ts';
import { api } from '#web/api/api.ts';
import { useSession } from '#web/session/session.ts';
import { forgetPaid } from './just-paid.ts';

/** The customer's subscription that goes on by itself; `null` as far as is known. The server refuses a second one. */
export function useCurrentSubscription(): { current: Subscription | null; recheck: () => void } {
  const user = useSession();
  const { data, refetch } = useQuery({
    queryKey: ['pricing', 'subscriptions', user?.id],
    queryFn: () => api(listSubscriptions, {}),
    enabled: Boolean(user) && !user?.isAdmin,
    retry: false,
  });
  const current = data?.subscriptions.find(goesOn) ?? null;
  useEffect(() => {
    if (current) forgetPaid();
  }, [current]);
  return { current, recheck: () => void refetch() };
}

const goesOn = ({ status, scheduled_change }: Subscription) =>
  status !== 'canceled' && scheduled_change?.action !== 'cancel';
