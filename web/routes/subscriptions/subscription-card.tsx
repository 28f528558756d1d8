import { formatPrice, INTERVAL_NAMES } from '#contract/billing/format-price.ts';
import type { Subscription } from '#contract/billing/subscriptions.ts';
import { getSubscriptionPath } from '#contract/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { DetailsDate, DetailsItem, DetailsList } from './details-list.tsx';
import { StatusBadge } from './status-badge.tsx';

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
