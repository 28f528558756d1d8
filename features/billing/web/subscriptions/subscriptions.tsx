import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { ApiError } from '#core/web/api/call.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import type { PageHandle } from '#core/web/document/page-query.ts';
import { Button, ButtonLink } from '#core/web/ui/button.tsx';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { Spinner } from '#core/web/ui/feedback/spinner.tsx';
import { Figure } from '#core/web/ui/figure.tsx';
import { AdminNotAllowed } from '#features/accounts/web/public/account/require-customer.tsx';
import { formatPrice, INTERVAL_NAMES } from '#features/billing/contract/format-price.ts';
import type { Subscription } from '#features/billing/contract/subscriptions.ts';
import { clearPayment } from '#features/billing/web/pricing/checkout/recent-payment.ts';
import {
  isNotCanceled,
  useSubscriptions,
  useSubscriptionsRefresh,
} from '#features/billing/web/public/subscriptions/subscription-queries.ts';
import { UnlessPaused } from '#features/billing/web/public/subscriptions/unless-paused.tsx';
import { DetailsItem, NextPayment } from './details-list.tsx';
import { SubscriptionCard, SubscriptionCards, SubscriptionsLayout } from './subscriptions-layout.tsx';

export const meta = createPageMeta({
  title: 'My Subscriptions',
  description: 'Every subscription of your account.',
  noindex: true,
});

export const handle: PageHandle = {
  query: ['checkout'],
  canonicalQuery: (search) =>
    new URLSearchParams(search.get('checkout') === 'done' ? { checkout: 'done' } : {}),
  hasFewValues: true,
};

export default function SubscriptionsPage() {
  return (
    <SubscriptionsLayout
      title="My Subscriptions"
      description="Every subscription of your account, with its price and next payment."
    >
      <SubscriptionList />
    </SubscriptionsLayout>
  );
}

/** Does not show the empty state after a failure or while a payment is pending, so that customers do not pay twice. */
export function SubscriptionList() {
  const { list, payment, checkAgain } = useAwaitedPayment();
  const { data: subscriptions, error, refetch } = list;
  const container = useRef<HTMLDivElement>(null);
  if (error instanceof ApiError && error.status === 403) return <AdminNotAllowed />;

  const isWaiting = payment === 'waiting';
  const focusContainer = () => container.current?.focus({ preventScroll: true });
  const retry = () => {
    // The pressed button disappears.
    focusContainer();
    void refetch();
  };
  return (
    <div ref={container} tabIndex={-1}>
      <PaymentNotice
        payment={payment}
        onRetry={() => {
          focusContainer();
          checkAgain();
        }}
      />
      {error && !isWaiting && (
        <LoadFailure title="Your subscriptions could not be loaded" onRetry={retry} className="mb-6">
          {getErrorMessage(error)}
        </LoadFailure>
      )}
      {!subscriptions && !error && !isWaiting && <Skeleton>Loading your subscriptions...</Skeleton>}
      {subscriptions?.length === 0 && !error && payment === 'none' && (
        <EmptyState
          title="You don't have any active subscriptions."
          action={<ButtonLink to={paths.pricing}>View Plans</ButtonLink>}
        >
          Intraday signals are free. A plan also unlocks Swing and Investment signals.
        </EmptyState>
      )}
      {subscriptions && subscriptions.length > 0 && <UnlessPaused className="mb-6" />}
      {subscriptions && subscriptions.length > 0 && (
        <SubscriptionCards title={subscriptions.length === 1 ? 'Subscription' : 'Subscriptions'}>
          {subscriptions.map((subscription) => (
            <ListedSubscription key={subscription.id} subscription={subscription} />
          ))}
        </SubscriptionCards>
      )}
    </div>
  );
}

interface PaymentNoticeProps {
  payment: PaymentState;
  onRetry: () => void;
}

/** The state of a recent payment. The region is always rendered, so that screen readers announce changes. */
export function PaymentNotice({ payment, onRetry }: PaymentNoticeProps) {
  return (
    <div role="status" className={payment === 'none' ? '' : 'mb-6'}>
      {payment === 'waiting' && (
        <p className="flex gap-3 rounded-box border border-line bg-surface px-4 py-3 text-sm">
          <Spinner className="mt-0.5 size-4 shrink-0" />
          <span>
            Waiting for Paddle to confirm your payment… Your subscription appears here automatically, usually
            within a few seconds.
          </span>
        </p>
      )}
      {payment === 'overdue' && (
        <Notice
          tone="warning"
          title="Paddle has not confirmed your payment yet"
          action={
            <Button variant="secondary" onClick={onRetry}>
              Check again
            </Button>
          }
        >
          Please do not pay again. Confirmation can take a few minutes, and your subscription then starts
          automatically. If it is not here in an hour, send us the receipt that Paddle emailed to you. Our
          contact details are at the bottom of this page.
        </Notice>
      )}
      {payment === 'confirmed' && (
        <Notice
          title="Your payment is confirmed"
          action={<ButtonLink to={paths.swingSignals}>View premium signals</ButtonLink>}
        >
          Swing and Investment signals are now unlocked.
        </Notice>
      )}
    </div>
  );
}

export function ListedSubscription({ subscription }: { subscription: Subscription }) {
  const { product, status, next_payment_date } = subscription;
  return (
    <SubscriptionCard
      name={product.name}
      subscription={subscription}
      linkText="Manage Subscription"
      details={
        <>
          <DetailsItem name="Price">
            <Figure className="font-semibold">{formatPrice(product)}</Figure> /{' '}
            <span>{INTERVAL_NAMES[product.interval]}</span>
          </DetailsItem>
          <NextPayment status={status} at={next_payment_date} />
        </>
      }
    />
  );
}

const POLL_MS = 3_000;
/** Paddle confirms most payments within seconds. */
const OVERDUE_MS = 60_000;

/** The state of the payment that the customer has just made. */
type PaymentState = 'none' | 'waiting' | 'overdue' | 'confirmed';

/**
 * Queries the customer's subscriptions and waits for the one that was just paid for. A completed checkout leads here with
 * `?checkout=done`, often before Paddle's webhook arrives. Once the subscription is there, the parameter is removed from the
 * URL, so that the page does not wait again.
 */
function useAwaitedPayment() {
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
