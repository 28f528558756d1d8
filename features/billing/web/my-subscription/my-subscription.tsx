import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { ApiError } from '#core/web/api/call.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { CheckIcon } from '#core/web/ui/icons.tsx';
import { EndDate } from '#core/web/ui/times/pakistan-time.tsx';
import { useMySubscription } from '#features/accounts/web/public/account/account-queries.ts';
import { AdminNotAllowed } from '#features/accounts/web/public/account/require-customer.tsx';
import { INTERVAL_NAMES } from '#features/billing/contract/format-price.ts';
import type { MySubscription } from '#features/billing/contract/subscriptions.ts';
import { PREMIUM_CONTENT } from '#features/billing/web/pricing/plans.ts';
import { UnlessPaused } from '#features/billing/web/public/subscriptions/unless-paused.tsx';
import { ChangeButtons } from '#features/billing/web/subscriptions/change-buttons.tsx';
import {
  DetailsDate,
  DetailsEnd,
  DetailsItem,
  DetailsList,
  NextPayment,
} from '#features/billing/web/subscriptions/details-list.tsx';
import { StatusBadge } from '#features/billing/web/subscriptions/status-badge.tsx';
import { SubscriptionNotices } from '#features/billing/web/subscriptions/subscription-notices.tsx';
import {
  SubscriptionCard,
  SubscriptionCards,
  SubscriptionsLayout,
} from '#features/billing/web/subscriptions/subscriptions-layout.tsx';

export const meta = createPageMeta({
  title: 'My Subscription',
  description: 'Your plan, when it renews and what it includes.',
  noindex: true,
});

export default function MySubscriptionPage() {
  return (
    <SubscriptionsLayout
      title="My Subscription"
      description="Your plan, when it renews and what it includes."
    >
      <Overview />
    </SubscriptionsLayout>
  );
}

const FAILURE_TITLE = 'Failed to load subscription data';
const FAILURE = 'Failed to fetch subscription details';

/** Loads and shows the customer's premium access. */
function Overview() {
  const { data: mine, error, refetch } = useMySubscription();
  const box = useRef<HTMLDivElement>(null);
  const failure = mine || !error ? null : error;
  const isForbidden = failure instanceof ApiError && failure.status === 403;
  if (isForbidden) return <AdminNotAllowed />;

  const retry = () => {
    // The pressed button is removed.
    box.current?.focus({ preventScroll: true });
    void refetch();
  };
  return (
    <div ref={box} tabIndex={-1}>
      {failure && (
        <LoadFailure title={FAILURE_TITLE} onRetry={retry}>
          {getErrorMessage(failure, FAILURE)}
        </LoadFailure>
      )}
      {!mine && !failure && <Skeleton shape="cards">Loading your subscription...</Skeleton>}
      {mine &&
        (mine.has_active_subscription ? <PremiumAccess mine={mine} /> : <NoSubscription mine={mine} />)}
    </div>
  );
}

function NoSubscription({ mine: { subscription_status } }: { mine: MySubscription }) {
  // A customer whose payment is overdue would otherwise pay for a second subscription.
  const isOverdue = subscription_status === 'past_due';
  return (
    <UnlessPaused>
      <EmptyState
        title="No Active Subscription"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {isOverdue && <ButtonLink to={paths.subscriptions}>Manage Subscription</ButtonLink>}
            <ButtonLink to={paths.pricing} variant={isOverdue ? 'secondary' : 'primary'}>
              View Premium Plans
            </ButtonLink>
          </div>
        }
      >
        {isOverdue
          ? 'A payment for your subscription is overdue. Update your payment method to unlock Swing and Investment signals again.'
          : 'Intraday signals are free. A plan unlocks Swing and Investment signals.'}
      </EmptyState>
    </UnlessPaused>
  );
}

/** Shows the plan and its source: subscriptions, granted premium, or both. */
function PremiumAccess({ mine }: { mine: MySubscription }) {
  const { active_subscriptions: active, granted_until, subscription_expiry: expiry } = mine;
  const main = active[0];
  return (
    <>
      <UnlessPaused className="mb-8" />
      <div className="grid gap-8">
        <section
          aria-labelledby="plan"
          className="rounded-box border border-line-strong bg-surface px-4 py-3 sm:px-5"
        >
          <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h2 id="plan" className="text-lg">
              Premium Access
            </h2>
            {main ? (
              <StatusBadge status={main.status} text={main.get_status_display} />
            ) : (
              <Badge variant="active">Granted</Badge>
            )}
          </div>
          <DetailsList>
            <DetailsItem name="Plan type">{mine.current_plan ?? 'Premium'}</DetailsItem>
            <DetailsEnd name="Expiry date" at={expiry} />
            <NextPayment
              name="Next payment date"
              status={mine.subscription_status}
              at={mine.next_payment_date}
            />
            <DetailsDate name="Last payment date" at={mine.last_payment_date} none="None" />
          </DetailsList>
          {granted_until && (
            <Notice title="Premium access was granted to you" className="mt-3 mb-2">
              The last day is <EndDate at={granted_until} />. It does not renew automatically.
            </Notice>
          )}
        </section>

        {active.length > 0 && (
          <SubscriptionCards title={active.length === 1 ? 'Active Subscription' : 'Active Subscriptions'}>
            {active.map((subscription) => (
              <ActiveSubscription key={subscription.id} subscription={subscription} />
            ))}
          </SubscriptionCards>
        )}

        <Benefits />
        <p className="text-sm text-muted">All dates are in Pakistan time (PKT).</p>
        <p className="text-sm">
          <Link to={paths.pricing} className="font-semibold text-accent underline">
            Compare plans and prices
          </Link>
        </p>
      </div>
    </>
  );
}

interface ActiveSubscriptionProps {
  subscription: MySubscription['active_subscriptions'][number];
}

/** Shows one subscription that gives premium access, with its changes. */
function ActiveSubscription({ subscription }: ActiveSubscriptionProps) {
  const { plan_type, status, billing_interval } = subscription;
  const heading = useRef<HTMLHeadingElement>(null);
  const [changes, setChanges] = useState(0);
  // After the dialog closes, the button that opened it disappears.
  useEffect(() => {
    if (changes > 0) heading.current?.focus({ preventScroll: true });
  }, [changes]);
  return (
    <SubscriptionCard
      name={subscription.product_name}
      subscription={subscription}
      headingRef={heading}
      linkText="Manage Billing"
      details={
        <>
          <DetailsItem name="Plan type">{plan_type}</DetailsItem>
          <DetailsItem name="Billing interval">{INTERVAL_NAMES[billing_interval]}</DetailsItem>
          <DetailsDate name="Period start" at={subscription.current_billing_period_start} none="Unknown" />
          <DetailsEnd name="Period end" at={subscription.current_billing_period_end} />
          <NextPayment status={status} at={subscription.next_payment_date} />
          <DetailsItem name="Subscription ID">
            <span className="font-mono text-xs">{subscription.paddle_subscription_id}</span>
          </DetailsItem>
        </>
      }
    >
      <SubscriptionNotices subscription={subscription} hasBanner />
      <ChangeButtons subscription={subscription} onChanged={() => setChanges((count) => count + 1)} />
    </SubscriptionCard>
  );
}

/** Lists what premium access includes. */
function Benefits() {
  return (
    <section aria-labelledby="benefits">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="benefits" className="text-lg">
          Premium benefits
        </h2>
        <ButtonLink to={paths.swingSignals} variant="secondary" size="small">
          View premium signals
        </ButtonLink>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {BENEFITS.map((benefit) => (
          <li key={benefit} className="flex items-start gap-3 py-2">
            <CheckIcon className="mt-1 size-4 shrink-0 text-accent" />
            <span>{benefit}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        A signal is an opinion, not personal advice. Results are not guaranteed.
      </p>
    </section>
  );
}

const BENEFITS = [...PREMIUM_CONTENT, 'All intraday signals, which are always free'];
