import { Link } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import type { Subscription } from '#features/billing/contract/subscriptions.ts';
import { toPlanPrices } from '#features/billing/web/pricing/plans.ts';
import { usePricing } from '#features/billing/web/pricing/use-pricing.ts';
import { ChangePlanButton } from './change-plan-button.tsx';

interface PlanListProps {
  subscription: Subscription;
  onChanged: () => void;
}

/** The plans to which a subscription can be changed. */
export function PlanList({ subscription, onChanged }: PlanListProps) {
  const { data, error, isFetching, refetch } = usePricing(null);
  const plans = data ? toPlanPrices(data.product_groups) : [];
  if (data && plans.length === 0) return null;
  return (
    <section aria-labelledby="change-plan" className="border-t border-line px-4 py-3 sm:px-5">
      <h3 id="change-plan" className="font-semibold">
        Plan
      </h3>
      {!data && !error && <Skeleton shape="few">Loading pricing plans...</Skeleton>}
      {!data && error && (
        <LoadFailure
          title="The plans could not be loaded"
          isBusy={isFetching}
          onRetry={() => void refetch()}
          className="mt-2"
        >
          {error.message}
        </LoadFailure>
      )}
      {data && (
        <>
          <p className="text-sm text-muted">
            The amounts are shown before you confirm.{' '}
            <Link to={paths.pricing} className="link">
              Compare plans
            </Link>
          </p>
          <ul className="mt-1 divide-y divide-line">
            {plans.map(({ priceId, name }) => (
              <li key={priceId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                <span className="min-w-0 text-sm wrap-anywhere">{name}</span>
                {priceId === subscription.price_id ? (
                  <Badge variant="active">Current plan</Badge>
                ) : (
                  <ChangePlanButton
                    subscription={subscription}
                    priceId={priceId}
                    name={name}
                    onChanged={onChanged}
                    isShort
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
