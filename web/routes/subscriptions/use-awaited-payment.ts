import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { clearPayment } from '#web/routes/pricing/checkout/recent-payment.ts';
import { isNotCanceled, useSubscriptions, useSubscriptionsRefresh } from './subscription-queries.ts';

const POLL_MS = 3_000;
/** Most messages of Paddle's come within seconds. */
const PATIENCE_MS = 60_000;

/** Where a payment stands that the reader comes from. */
export type PaymentState = 'none' | 'waiting' | 'overdue' | 'confirmed';

/**
 * The customer's subscriptions, and whether what they have just paid for is among them. A checkout leads here with
 * `?checkout=done` as soon as it is paid, which can be before Paddle has told the server. Once it has, the address is the
 * plain one, so that nobody waits again who comes back to it.
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
    const timer = setTimeout(() => setOverdue(true), PATIENCE_MS);
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

  const waitAgain = () => {
    setOverdue(false);
    void list.refetch();
  };
  const payment: PaymentState =
    isConfirmed || wasConfirmed ? 'confirmed' : isWaiting ? 'waiting' : hasPaid ? 'overdue' : 'none';
  return { list, payment, waitAgain };
}

function removeParam(search: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete(name);
  return rest;
}
