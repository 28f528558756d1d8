import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { clearPayment } from '#web/routes/pricing/checkout/recent-payment.ts';
import { isNotCanceled, useSubscriptions, useSubscriptionsRefresh } from './subscription-queries.ts';

const POLL_MS = 3_000;
/** Paddle confirms most payments within seconds. */
const OVERDUE_MS = 60_000;

/** The state of the payment that the customer has just made. */
export type PaymentState = 'none' | 'waiting' | 'overdue' | 'confirmed';

/**
 * Queries the customer's subscriptions and waits for the one that was just paid for. A completed checkout leads here with
 * `?checkout=done`, often before Paddle's webhook arrives. Once the subscription is there, the parameter is removed from the
 * URL, so that the page does not wait again.
 */
export function useAwaitedPayment() {
  const [search, setSearch] = useSearchParams();
  const [isOverdue, setOverdue] = useState(false);
  const [wasConfirmed, setConfirmed] = useState(false);
  const refresh = useSubscriptionsRefresh();

  const hasPaid = search.get('checkout') === 'done';
  const isWaiting = hasPaid && !isOverdue;
  const list = useSubscriptions({ pollMs: isWaiting && POLL_MS });
  const isConfirmed = hasPaid && Boolean(list.data?.some(isNotCanceled));

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setOverdue(true), OVERDUE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);

  const confirm = useEffectEvent(() => {
    setConfirmed(true);
    clearPayment();
    setSearch(removeParam(search, 'checkout'), { replace: true, preventScrollReset: true });
    void refresh();
  });
  useEffect(() => {
    if (isConfirmed) confirm();
  }, [isConfirmed]);

  const checkAgain = () => {
    setOverdue(false);
    void list.refetch();
  };
  const payment: PaymentState =
    isConfirmed || wasConfirmed ? 'confirmed' : isWaiting ? 'waiting' : hasPaid ? 'overdue' : 'none';
  return { list, payment, checkAgain };
}

function removeParam(search: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete(name);
  return rest;
}
