import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { ApiError } from '#core/web/api/call.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { Button, ButtonLink } from '#core/web/ui/button.tsx';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { Figure } from '#core/web/ui/figure.tsx';
import { ArrowLeftIcon, ExternalIcon } from '#core/web/ui/icons.tsx';
import { lazyWithPreload, useLazyCode } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { EndDate, PakistanDate } from '#core/web/ui/times/pakistan-time.tsx';
import { AdminNotAllowed, RequireCustomer } from '#features/accounts/web/public/account/require-customer.tsx';
import { formatPrice, INTERVAL_NAMES } from '#features/billing/contract/format-price.ts';
import type { Subscription } from '#features/billing/contract/subscriptions.ts';
import { useSubscription } from '#features/billing/web/public/subscriptions/subscription-queries.ts';
import { ChangeButtons } from './change-buttons.tsx';
import { DetailsItem, DetailsList, NextPayment } from './details-list.tsx';
import { Payments } from './payments.tsx';
import { StatusBadge } from './status-badge.tsx';
import { SubscriptionNotices } from './subscription-notices.tsx';

export const meta = createPageMeta({
  title: 'Subscription',
  description: 'One subscription of your account, with the changes you can make.',
  noindex: true,
});

export default function SubscriptionPage() {
  const { subscriptionId = '' } = useParams();
  return (
    <div className="max-w-3xl">
      <p className="mb-3">
        <Link
          to={paths.subscriptions}
          className="inline-flex items-center gap-1.5 py-1 text-sm font-semibold"
        >
          <ArrowLeftIcon className="size-4" />
          My Subscriptions
        </Link>
      </p>
      <PageHeader title="Subscription" description="What you pay and when, and what you can change." />
      <RequireCustomer>
        <SubscriptionDetail key={subscriptionId} id={subscriptionId} />
      </RequireCustomer>
    </div>
  );
}

export function SubscriptionDetail({ id }: { id: string }) {
  const { data: subscription, error, isFetching, refetch } = useSubscription(id);
  if (error instanceof ApiError && error.status === 403) return <AdminNotAllowed />;
  if (subscription) {
    return (
      <>
        <Details subscription={subscription} />
        <Payments subscriptionId={id} />
        <p className="mt-4 text-sm text-muted">All dates are in Pakistan time (PKT).</p>
      </>
    );
  }
  if (!error) return <Skeleton>Loading your subscription...</Skeleton>;
  return <SubscriptionNotFound error={error} isBusy={isFetching} onRetry={() => void refetch()} />;
}

function Details({ subscription }: { subscription: Subscription }) {
  const { product, status, get_status_display, next_payment_date } = subscription;
  const { current_billing_period_start: start, current_billing_period_end: end } = subscription;
  const heading = useRef<HTMLHeadingElement>(null);
  const [changes, setChanges] = useState(0);
  // After the dialog closes, the button that opened it may be gone.
  useEffect(() => {
    if (changes > 0) heading.current?.focus({ preventScroll: true });
  }, [changes]);
  return (
    <article className="rounded-box border border-line-strong bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-3 sm:px-5">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 text-lg wrap-anywhere">
          {product.name}
        </h2>
        <StatusBadge status={status} text={get_status_display} />
      </header>
      <div className="px-4 py-2 sm:px-5">
        <DetailsList>
          <DetailsItem name="Price">
            <Figure className="font-semibold">{formatPrice(product)}</Figure> /{' '}
            <span>{INTERVAL_NAMES[product.interval]}</span>
          </DetailsItem>
          <DetailsItem
            name={status === 'paused' || status === 'canceled' ? 'Last billing period' : 'Billing period'}
          >
            {start && end ? (
              <span>
                <PakistanDate at={start} /> to <EndDate at={end} />
              </span>
            ) : (
              'Unknown'
            )}
          </DetailsItem>
          <NextPayment status={status} at={next_payment_date} />
        </DetailsList>
      </div>
      <SubscriptionNotices subscription={subscription} />
      <ChangeButtons subscription={subscription} onChanged={() => setChanges((count) => count + 1)} />
      <ChangePlan subscription={subscription} onChanged={() => setChanges((count) => count + 1)} />
      <PaddleLinks subscription={subscription} />
    </article>
  );
}

/** Links to Paddle's pages for the subscription, if Paddle provides them. */
export function PaddleLinks({ subscription: { update_url, cancel_url } }: { subscription: Subscription }) {
  if (!update_url && !cancel_url) return null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-6 gap-y-2 border-t border-line px-4 py-3 text-sm sm:px-5">
      <p className="text-muted">On Paddle's website:</p>
      {update_url && <PaddleLink to={update_url}>Update Payment Method</PaddleLink>}
      {cancel_url && <PaddleLink to={cancel_url}>Cancel subscription</PaddleLink>}
    </div>
  );
}

/** Opens a new window, so that this page can show the result when the user returns. */
function PaddleLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1.5 py-1 font-semibold text-accent underline"
    >
      <span>{children}</span>
      <span className="sr-only">(opens Paddle in a new window)</span>
      <ExternalIcon className="size-3.5" />
    </a>
  );
}

interface SubscriptionNotFoundProps {
  error: Error;
  isBusy: boolean;
  onRetry: () => void;
}

/** Replaces a subscription that failed to load. Shows the error and a retry button if the subscription may exist. */
export function SubscriptionNotFound({ error, isBusy, onRetry }: SubscriptionNotFoundProps) {
  const isMissing = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return (
    <div role="alert">
      <EmptyState
        title="Subscription Not Found"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {!isMissing && (
              <Button busy={isBusy} onClick={onRetry}>
                Retry
              </Button>
            )}
            <ButtonLink to={paths.subscriptions} variant="secondary">
              Back to My Subscriptions
            </ButtonLink>
          </div>
        }
      >
        {isMissing
          ? 'Your account has no subscription with this ID.'
          : `It could not be loaded. ${getErrorMessage(error)}`}
      </EmptyState>
    </div>
  );
}

const PlanList = lazyWithPreload(async () => (await import('./plan-change/plan-list.tsx')).PlanList);

/** The plans to which a subscription can be changed, if it can. */
function ChangePlan(props: ComponentProps<typeof PlanList>) {
  const isWanted = props.subscription.can_change_plan;
  const { isLoaded, isFailed, retry } = useLazyCode(PlanList, isWanted);
  if (!isWanted) return null;
  if (isLoaded) return <PlanList {...props} />;
  return isFailed ? (
    <LoadFailure title="The plans could not be loaded" onRetry={retry} className="mx-4 mb-3 sm:mx-5">
      Check your connection and try again.
    </LoadFailure>
  ) : (
    <Skeleton shape="few">Loading pricing plans...</Skeleton>
  );
}
