import { useRef } from 'react';
import { formatPrice, INTERVAL_NAMES } from '#contract/billing/format-price.ts';
import type { Subscription } from '#contract/billing/subscriptions.ts';
import { getSubscriptionPath, paths } from '#contract/paths.ts';
import { ApiError } from '#web/api/call.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import type { PageHandle } from '#web/document/page-query.ts';
import { AdminNotAllowed, RequireCustomer } from '#web/routes/account/require-customer.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SignedIn } from '#web/ui/signed-in.tsx';
import { DetailsDate, DetailsItem, DetailsList } from './details-list.tsx';
import { StatusBadge } from './status-badge.tsx';
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
    <div className="max-w-4xl">
      <PageHeader
        title="My Subscriptions"
        description="Every subscription of your account, with its price and next payment."
        actions={
          <SignedIn only="customer">
            <ButtonLink to={paths.mySubscription} variant="secondary" size="small">
              My Subscription
            </ButtonLink>
          </SignedIn>
        }
      />
      <RequireCustomer>
        <SubscriptionList />
      </RequireCustomer>
    </div>
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
      {!subscriptions && !error && !isWaiting && <Loading>Loading your subscriptions...</Loading>}
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
        <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
          {subscriptions.map((subscription) => (
            <SubscriptionCard key={subscription.id} subscription={subscription} />
          ))}
        </ul>
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

export function SubscriptionCard({ subscription }: { subscription: Subscription }) {
  const { id, product, status, get_status_display, next_payment_date } = subscription;
  return (
    <li className="flex min-w-0 flex-col rounded-box border border-line-strong bg-surface px-4 pt-3 pb-4 sm:px-5">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 text-lg wrap-anywhere">{product.name}</h2>
        <StatusBadge status={status} text={get_status_display} />
      </div>
      <DetailsList>
        <DetailsItem name="Price">
          <span className="figures font-semibold">{formatPrice(product)}</span> /{' '}
          {INTERVAL_NAMES[product.interval]}
        </DetailsItem>
        <DetailsDate name="Next payment" at={next_payment_date} none="None" />
      </DetailsList>
      <div className="mt-auto pt-3">
        <ButtonLink to={getSubscriptionPath(id)} variant="secondary" wide>
          Manage Subscription <span className="sr-only">{product.name}</span>
        </ButtonLink>
      </div>
    </li>
  );
}
