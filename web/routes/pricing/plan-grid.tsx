import { useSearchParams } from 'react-router';
import type { PaddleProductData } from '#contract/billing/pricing.ts';
import { paths } from '#contract/paths.ts';
import { UnlessPaused } from '#web/routes/subscriptions/paused/unless-paused.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { BillingToggle } from './billing-toggle.tsx';
import { AlreadySubscribed, EndingSubscription, Subscribe } from './checkout/subscribe.tsx';
import { useCheckout } from './checkout/use-checkout.ts';
import { useCurrentSubscription } from './checkout/use-current-subscription.ts';
import { usePrices } from './paddle/use-prices.ts';
import { PlanCard } from './plan-card.tsx';
import { toPricedPlans } from './plans.ts';
import { Terms } from './terms.tsx';
import { useBilling } from './use-billing.ts';

/** The plans with localized prices. */
export function PlanGrid({ pricing }: { pricing: PaddleProductData }) {
  const [search] = useSearchParams();
  const [billing, setBilling] = useBilling();
  const plans = toPricedPlans(pricing.product_groups, billing);
  const prices = usePrices(
    pricing,
    plans.map(({ priceId }) => priceId),
  );
  const { current, ending, recheck } = useCurrentSubscription();
  const checkout = useCheckout(pricing, recheck);

  if (plans.length === 0) return <NoPlans />;
  return (
    <>
      {pricing.is_simulated && (
        <Notice className="mb-6 max-w-4xl">Payments are simulated: you are not charged.</Notice>
      )}
      <UnlessPaused className="mb-6 max-w-4xl" />
      <div className="mb-4 flex max-w-4xl flex-wrap items-center gap-x-6 gap-y-2">
        <BillingToggle billing={billing} onChange={setBilling} />
        <div role="status" className="min-w-0 flex-1 basis-72 text-sm">
          {current ? (
            <AlreadySubscribed current={current} />
          ) : (
            prices.isError &&
            !prices.data && <p>Prices could not be loaded. The checkout shows them before you pay.</p>
          )}
          {ending && <EndingSubscription ending={ending} />}
        </div>
      </div>
      <ul className="grid max-w-4xl gap-4 md:grid-cols-2">
        {plans.map((plan) => (
          <PlanCard
            key={plan.key}
            plan={plan}
            billing={billing}
            price={prices.data?.get(plan.priceId) ?? null}
            isSelected={search.get('plan') === plan.key}
          >
            <Subscribe
              plan={plan}
              billing={billing}
              current={current}
              isOpening={checkout.openingPriceId === plan.priceId}
              error={checkout.failure?.priceId === plan.priceId ? checkout.failure.text : null}
              onOpen={() => void checkout.open(plan.priceId)}
            />
          </PlanCard>
        ))}
      </ul>
      <Terms />
    </>
  );
}

function NoPlans() {
  return (
    <EmptyState
      title="No pricing plans available at the moment."
      action={
        <ButtonLink to={paths.intradaySignals} variant="secondary">
          View intraday signals
        </ButtonLink>
      }
    >
      Intraday signals are free.
    </EmptyState>
  );
}
