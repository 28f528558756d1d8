import { useEffect, useRef, useState } from 'react';
import { INTERVAL_NAMES } from '#contract/billing/format-price.ts';
import type { MySubscription } from '#contract/billing/subscriptions.ts';
import { getSubscriptionPath } from '#contract/paths.ts';
import { ChangeButtons } from '#web/routes/subscriptions/change-buttons.tsx';
import {
  DetailsDate,
  DetailsEnd,
  DetailsItem,
  DetailsList,
} from '#web/routes/subscriptions/details-list.tsx';
import { StatusBadge } from '#web/routes/subscriptions/status-badge.tsx';
import { SubscriptionNotices } from '#web/routes/subscriptions/subscription-notices.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

interface ActiveSubscriptionProps {
  subscription: MySubscription['active_subscriptions'][number];
}

/** Shows one subscription that gives premium access. A scheduled cancellation or pause can be reverted here. */
export function ActiveSubscription({ subscription }: ActiveSubscriptionProps) {
  const { id, product_name, plan_type, status, billing_interval, actions } = subscription;
  const heading = useRef<HTMLHeadingElement>(null);
  const [changes, setChanges] = useState(0);
  // After the dialog closes, the button that opened it disappears.
  useEffect(() => {
    if (changes > 0) heading.current?.focus({ preventScroll: true });
  }, [changes]);
  return (
    <li className="flex min-w-0 flex-col rounded-box border border-line-strong bg-surface">
      <div className="px-4 pt-3 pb-2 sm:px-5">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h3 ref={heading} tabIndex={-1} className="min-w-0 text-base wrap-anywhere">
            {product_name}
          </h3>
          <StatusBadge status={status} text={subscription.get_status_display} />
        </div>
        <DetailsList>
          <DetailsItem name="Plan type">{plan_type}</DetailsItem>
          <DetailsItem name="Billing interval">{INTERVAL_NAMES[billing_interval]}</DetailsItem>
          <DetailsDate name="Period start" at={subscription.current_billing_period_start} none="Unknown" />
          <DetailsEnd name="Period end" at={subscription.current_billing_period_end} />
          <DetailsDate name="Next payment" at={subscription.next_payment_date} none="None" />
          <DetailsItem name="Subscription ID">
            <span className="font-mono text-xs">{subscription.paddle_subscription_id}</span>
          </DetailsItem>
        </DetailsList>
      </div>
      <SubscriptionNotices subscription={subscription} />
      {/* Pausing and canceling are offered on the page of the subscription. */}
      {actions.includes('resume') && (
        <ChangeButtons subscription={subscription} onChanged={() => setChanges((count) => count + 1)} />
      )}
      <div className="mt-auto border-t border-line px-4 py-3 sm:px-5">
        <ButtonLink to={getSubscriptionPath(id)} variant="secondary" wide>
          Manage Billing <span className="sr-only">of {product_name}</span>
        </ButtonLink>
      </div>
    </li>
  );
}
