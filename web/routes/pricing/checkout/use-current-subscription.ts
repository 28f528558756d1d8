import { useEffect } from 'react';
import type { Subscription } from '#contract/billing/subscriptions.ts';
import { isNotCanceled, useSubscriptions } from '#web/routes/subscriptions/subscription-queries.ts';
import { clearPayment } from './recent-payment.ts';

interface CurrentSubscription {
  /** The subscription that will renew; `null` for none or while loading. The server rejects a second one. */
  current: Subscription | null;
  /** A paid subscription that is scheduled for cancellation, which can be reverted for free. */
  ending: Subscription | null;
  recheck: () => void;
}

export function useCurrentSubscription(): CurrentSubscription {
  const { data, refetch } = useSubscriptions({ pollMs: false });
  const current = data?.find(isNotCanceled) ?? null;
  const ending =
    data?.find(({ status, scheduled_change }) => status !== 'canceled' && scheduled_change) ?? null;
  useEffect(() => {
    if (current) clearPayment();
  }, [current]);
  return { current, ending: current ? null : ending, recheck: () => void refetch() };
}
