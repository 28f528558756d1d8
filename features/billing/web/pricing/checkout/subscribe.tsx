import { useEffect, useState } from 'react';
import { addNext, getSubscriptionPath, paths } from '#core/contract/paths.ts';
import { Button, ButtonLink } from '#core/web/ui/button.tsx';
import { SignedIn, SignedOut } from '#core/web/ui/signed-in.tsx';
import { formatPrice } from '#features/billing/contract/format-price.ts';
import { getOrderPath } from '#features/billing/contract/pricing.ts';
import type { Subscription } from '#features/billing/contract/subscriptions.ts';
import { getPlanElementId } from '#features/billing/web/pricing/plan-card.tsx';
import {
  BILLING_LABELS,
  type Billing,
  PERIODS,
  type PricedPlan,
} from '#features/billing/web/pricing/plans.ts';
import { ChangePlanButton } from '#features/billing/web/subscriptions/plan-change/change-plan-button.tsx';

/** Of the customer's subscriptions. A plan is sold only if they are loaded. */
export type SubscriptionsState = 'loading' | 'loaded' | 'failed';

interface SubscribeProps {
  plan: PricedPlan;
  billing: Billing;
  current: Subscription | null;
  state: SubscriptionsState;
  isOpening: boolean;
  /** The reason why the checkout did not open. */
  error: string | null;
  onOpen: () => void;
}

/** The button of a plan: visitors sign up first, customers open the checkout or manage their subscription. */
export function Subscribe({ plan, billing, current, state, isOpening, error, onOpen }: SubscribeProps) {
  const label = BILLING_LABELS[billing];
  const isPaidByTransfer = current?.provider === 'bank_transfer';
  const transfer = plan.transferPrice !== null && {
    to: getOrderPath({ plan: plan.key, interval: PERIODS[billing] }),
    price: plan.transferPrice,
    isOnly: plan.priceId === '',
  };
  return (
    <>
      <SignedOut>
        {plan.priceId !== '' && (
          <ButtonLink wide to={addNext(paths.signUp, getPlanUrl(plan.key, billing))}>
            {`Sign Up & Subscribe ${label}`}
          </ButtonLink>
        )}
        {transfer && <TransferLink {...transfer} to={addNext(paths.signUp, transfer.to)} />}
      </SignedOut>
      <SignedIn only="customer">
        {isPaidByTransfer ? null : current ? (
          <PlanOfSubscriber plan={plan} label={label} current={current} />
        ) : plan.priceId === '' ? null : state === 'loaded' ? (
          <Button wide busy={isOpening} onClick={onOpen} className="needs-script">
            {`Get Started ${label}`}
          </Button>
        ) : (
          <Unavailable>
            {state === 'loading' ? 'Loading your subscriptions...' : 'Your subscriptions are not loaded'}
          </Unavailable>
        )}
        {transfer && (!current || isPaidByTransfer) && (
          <TransferLink {...transfer} isOnly={transfer.isOnly || isPaidByTransfer} />
        )}
        {error && (
          <p role="alert" className="text-sm text-danger">
            {error}
          </p>
        )}
      </SignedIn>
      <SignedIn only="admin">
        <Unavailable>Plans are for customers</Unavailable>
      </SignedIn>
    </>
  );
}

/** Leads to the order. `isOnly` if the plan can be paid in no other way. */
function TransferLink({ to, price, isOnly }: { to: string; price: string; isOnly: boolean }) {
  const rupees = formatPrice({ price, currency: 'PKR' }).replace('PKR ', '').replace(/\.00$/, '');
  return (
    <ButtonLink wide variant={isOnly ? 'primary' : 'secondary'} to={to}>
      {`Pay by bank transfer (Rs ${rupees})`}
    </ButtonLink>
  );
}

/** Takes the place of the button. */
const Unavailable = ({ children }: { children: string }) => (
  <p className="flex min-h-10 items-center justify-center rounded-box border border-line bg-sunken px-4 text-sm text-muted">
    {children}
  </p>
);

/** For customers with a subscription, which must not be paid for twice: their plan, or the change to another one. */
function PlanOfSubscriber({
  plan,
  label,
  current,
}: Pick<SubscribeProps, 'plan'> & { label: string; current: Subscription }) {
  const [changes, setChanges] = useState(0);
  // The button that opened the dialog is replaced.
  useEffect(() => {
    if (changes > 0) document.getElementById(getPlanElementId(plan.key))?.focus({ preventScroll: true });
  }, [changes, plan.key]);
  if (plan.priceId === current.price_id) {
    return (
      <p className="flex min-h-10 items-center justify-center rounded-box border border-line bg-sunken px-4 text-sm font-semibold">
        Current plan
      </p>
    );
  }
  if (current.can_change_plan) {
    return (
      <ChangePlanButton
        wide
        subscription={current}
        priceId={plan.priceId}
        name={`${plan.name} ${label}`}
        onChanged={() => setChanges((count) => count + 1)}
      />
    );
  }
  return (
    <ButtonLink wide variant="secondary" to={getSubscriptionPath(current.id)}>
      Manage Subscription
    </ButtonLink>
  );
}

/** Returns the URL to which a visitor returns after signing up for the plan. */
function getPlanUrl(key: string, billing: Billing): string {
  const search = new URLSearchParams({ ...(billing === 'yearly' ? { billing } : {}), plan: key });
  return `${paths.pricing}?${search}#${getPlanElementId(key)}`;
}
