import { useRef } from 'react';
import { formatPrice, INTERVAL_NAMES } from '#contract/billing/format-price.ts';
import type { Subscription } from '#contract/billing/subscriptions.ts';
import { paths } from '#contract/paths.ts';
import { ApiError } from '#web/api/call.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import type { PageHandle } from '#web/document/page-query.ts';
import { AdminNotAllowed } from '#web/routes/account/require-customer.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Figure } from '#web/ui/figure.tsx';
import { DetailsItem, NextPayment } from './details-list.tsx';
import { SubscriptionCard, SubscriptionCards, SubscriptionsLayout } from './subscriptions-layout.tsx';
import { UnlessPaused } from './unless-paused.tsx';
import { type PaymentState, useAwaitedPayment } from './use-awaited-payment.ts';

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
