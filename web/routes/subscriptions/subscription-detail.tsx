import { useEffect, useRef, useState } from 'react';
import { formatPrice, INTERVAL_NAMES } from '#contract/billing/format-price.ts';
import type { Subscription } from '#contract/billing/subscriptions.ts';
import { ApiError } from '#web/api/call.ts';
import { AdminNotAllowed } from '#web/routes/account/admin-not-allowed.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { EndDate, PakistanDate } from '#web/ui/pakistan-time.tsx';
import { ChangeButtons } from './change-buttons.tsx';
import { DetailsDate, DetailsItem, DetailsList } from './details-list.tsx';
import { PaddleLinks } from './paddle-links.tsx';
import { Payments } from './payments/payments.tsx';
import { ChangePlan } from './plan-change/change-plan.tsx';
import { StatusBadge } from './status-badge.tsx';
import { SubscriptionNotFound } from './subscription-not-found.tsx';
import { SubscriptionNotices } from './subscription-notices.tsx';
import { useSubscription } from './subscription-queries.ts';

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
  if (!error) return <Loading>Loading your subscription...</Loading>;
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
            <span className="figures font-semibold">{formatPrice(product)}</span> /{' '}
            {INTERVAL_NAMES[product.interval]}
          </DetailsItem>
          <DetailsItem
            name={status === 'paused' || status === 'canceled' ? 'Last billing period' : 'Billing period'}
          >
            {start && end ? (
              <>
                <PakistanDate at={start} /> to <EndDate at={end} />
              </>
            ) : (
              'Unknown'
            )}
          </DetailsItem>
          <DetailsDate name="Next payment" at={next_payment_date} none="None" />
        </DetailsList>
      </div>
      <SubscriptionNotices subscription={subscription} />
      <ChangeButtons subscription={subscription} onChanged={() => setChanges((count) => count + 1)} />
      <ChangePlan subscription={subscription} onChanged={() => setChanges((count) => count + 1)} />
      <PaddleLinks subscription={subscription} />
    </article>
  );
}
