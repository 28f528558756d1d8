import { useEffect } from 'react';
import type { Subscription } from '#contract/billing/subscriptions.ts';
import { goesOn, useSubscriptions } from '#web/routes/subscriptions/subscription-queries.ts';
import { forgetPaid } from './just-paid.ts';

/** The customer's subscription that goes on by itself; `null` as far as is known. The server refuses a second one. */
export function useCurrentSubscription(): { current: Subscription | null; recheck: () => void } {
  const { data, refetch } = useSubscriptions({ pollMs: false });
  const current = data?.find(goesOn) ?? null;
  useEffect(() => {
    if (current) forgetPaid();
  }, [current]);
  return { current, recheck: () => void refetch() };
}
