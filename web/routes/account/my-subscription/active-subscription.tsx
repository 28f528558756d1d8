import type { MySubscription } from '#contract/billing/subscriptions.ts';
import { getSubscriptionPath } from '#contract/paths.ts';
import { DetailsDate, DetailsItem, DetailsList } from '#web/routes/subscriptions/details-list.tsx';
import { INTERVAL_NAMES } from '#web/routes/subscriptions/format-price.ts';
import { StatusBadge } from '#web/routes/subscriptions/status-badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

interface ActiveSubscriptionProps {
  subscription: MySubscription['active_subscriptions'][number];
}

/** Shows one subscription that gives premium access. */
export function ActiveSubscription({ subscription }: ActiveSubscriptionProps) {
  const { id, product_name, plan_type, status, billing_interval } = subscription;
  return (
    <li className="flex min-w-0 flex-col rounded-box border border-line-strong bg-surface px-4 pt-3 pb-4 sm:px-5">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 text-base wrap-anywhere">{product_name}</h3>
        <StatusBadge status={status} />
      </div>
      <DetailsList>
        <DetailsItem name="Plan type">{plan_type}</DetailsItem>
        <DetailsItem name="Billing interval">{INTERVAL_NAMES[billing_interval]}</DetailsItem>
        <DetailsDate name="Period start" at={subscription.current_billing_period_start} none="Unknown" />
        <DetailsDate name="Period end" at={subscription.current_billing_period_end} none="Unknown" />
        <DetailsDate name="Next payment" at={subscription.next_payment_date} none="None" />
        <DetailsItem name="Subscription ID">
          <span className="font-mono text-xs">{subscription.paddle_subscription_id}</span>
        </DetailsItem>
      </DetailsList>
      <div className="mt-auto pt-3">
        <ButtonLink to={getSubscriptionPath(id)} variant="secondary" wide>
          Manage Billing <span className="sr-only">of {product_name}</span>
        </ButtonLink>
      </div>
    </li>
  );
}
