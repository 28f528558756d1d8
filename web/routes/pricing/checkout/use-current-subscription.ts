import { useEffect } from 'react';
import type { Subscription } from '#contract/billing/subscriptions.ts';
import { isNotCanceled, useSubscriptions } from '#web/routes/subscriptions/subscription-queries.ts';
import { clearPayment } from './recent-payment.ts';

interface CurrentSubscription {
  /** The one that goes on by itself; `null` as far as is known. The server refuses a second one. */
  current: Subscription | null;
  /** One that is paid for and ends by a cancellation, which can be taken back for nothing. */
  ending: Subscription | null;
  recheck: () => void;
}

/** What the customer has already. */
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
