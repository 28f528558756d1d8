import { Link } from 'react-router';
import type { Subscription } from '#contract/billing/subscriptions.ts';
import { paths } from '#contract/paths.ts';
import { toPlanPrices } from '#web/routes/pricing/plans.ts';
import { usePricing } from '#web/routes/pricing/use-pricing.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ChangePlanButton } from './change-plan-button.tsx';

interface ChangePlanProps {
  subscription: Subscription;
  onChanged: () => void;
}

/** The plans to which a subscription can be changed, if it can. */
export function ChangePlan(props: ChangePlanProps) {
  return props.subscription.can_change_plan && <PlanList {...props} />;
}

function PlanList({ subscription, onChanged }: ChangePlanProps) {
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
