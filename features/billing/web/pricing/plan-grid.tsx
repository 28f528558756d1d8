import { useEffect, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { Button, ButtonLink } from '#core/web/ui/button.tsx';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { lazyWithPreload, useLazyCode } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { formatPrice } from '#features/billing/contract/format-price.ts';
import { type PaddleProductData, startCheckout } from '#features/billing/contract/pricing.ts';
import type { Subscription } from '#features/billing/contract/subscriptions.ts';
import {
  isNotCanceled,
  useSubscriptions,
} from '#features/billing/web/public/subscriptions/subscription-queries.ts';
import { UnlessPaused } from '#features/billing/web/public/subscriptions/unless-paused.tsx';
import { clearPayment, hasRecentPayment, recordPayment } from './checkout/recent-payment.ts';
import { Subscribe, type SubscriptionsState } from './checkout/subscribe.tsx';
import { loadPaddle, usePrices } from './paddle.ts';
import { PlanCard } from './plan-card.tsx';
import { type Billing, parseBilling, toPricedPlans } from './plans.ts';

const Subscribed = lazyWithPreload(async () => (await import('./checkout/subscribed.tsx')).Subscribed);

/** The plans with localized prices. */
export function PlanGrid({ pricing }: { pricing: PaddleProductData }) {
  const [search] = useSearchParams();
  const [billing, setBilling] = useBilling();
  const plans = toPricedPlans(pricing.product_groups, billing);
  const prices = usePrices(
    pricing,
    plans.flatMap(({ priceId }) => (priceId === '' ? [] : priceId)),
  );
  const { current, ending, state, recheck } = useCurrentSubscription();
  const { isLoaded: isSubscribedLoaded } = useLazyCode(Subscribed, Boolean(current ?? ending));
  const checkout = useCheckout(pricing, recheck);

  if (plans.length === 0) return <NoPlans />;
  return (
    <>
      {pricing.is_simulated && (
        <Notice className="mb-6 max-w-4xl">Payments are simulated: you are not charged.</Notice>
      )}
      <UnlessPaused className="mb-6 max-w-4xl" />
      {state === 'failed' && (
        <LoadFailure onRetry={recheck} className="mb-6 max-w-4xl">
          Failed to load your subscriptions. Plans can be bought when they are loaded, so that you do not pay
          twice.
        </LoadFailure>
      )}
      <div className="mb-4 flex max-w-4xl flex-wrap items-center gap-x-6 gap-y-2">
        <BillingToggle billing={billing} onChange={setBilling} />
        <div role="status" className="min-w-0 flex-1 basis-72 text-sm">
          {!current && prices.isError && !prices.data && (
            <p>Prices could not be loaded. The checkout shows them before you pay.</p>
          )}
          {isSubscribedLoaded && <Subscribed current={current} ending={ending} />}
        </div>
      </div>
      <ul className="grid max-w-4xl gap-4 md:grid-cols-2">
        {plans.map((plan) => (
          <PlanCard
            key={plan.key}
            plan={plan}
            billing={billing}
            price={
              plan.priceId === '' && plan.transferPrice !== null
                ? formatPrice({ price: plan.transferPrice, currency: 'PKR' })
                : (prices.data?.get(plan.priceId) ?? null)
            }
            isSelected={search.get('plan') === plan.key}
          >
            <Subscribe
              plan={plan}
              billing={billing}
              current={current}
              state={state}
              isOpening={checkout.openingPriceId === plan.priceId}
              error={checkout.failure?.priceId === plan.priceId ? checkout.failure.text : null}
              onOpen={() => void checkout.open(plan.priceId)}
            />
          </PlanCard>
        ))}
      </ul>
      <Terms hasPaddle={plans.some(({ priceId }) => priceId !== '')} />
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

interface CurrentSubscription {
  /** The subscription that will renew; `null` for none or if they are not loaded. The server rejects a second one. */
  current: Subscription | null;
  /** A paid subscription that is scheduled for cancellation, which can be reverted for free. */
  ending: Subscription | null;
  state: SubscriptionsState;
  recheck: () => void;
}

function useCurrentSubscription(): CurrentSubscription {
  const { data, isError, refetch } = useSubscriptions({ pollMs: false });
  const current = data?.find(isNotCanceled) ?? data?.find(isPaidByTransfer) ?? null;
  const ending =
    data?.find(({ status, scheduled_change }) => status !== 'canceled' && scheduled_change) ?? null;
  useEffect(() => {
    if (current) clearPayment();
  }, [current]);
  // After a failed refresh, an older list without a subscription may miss one that was just bought.
  const state = isError && !current ? 'failed' : data ? 'loaded' : 'loading';
  return { current, ending: current ? null : ending, state, recheck: () => void refetch() };
}

/** Without reminders too, the time is paid for, and the server rejects a subscription for it. */
const isPaidByTransfer = ({ provider, status }: Subscription) =>
  provider === 'bank_transfer' && status === 'active';

/** The conditions that customers should read before they pay. */
function Terms({ hasPaddle }: { hasPaddle: boolean }) {
  return (
    <div className="prose mt-6 text-sm text-muted">
      {hasPaddle ? (
        <p key="paddle">
          Prices do not include taxes; the checkout shows the total before you pay. Paddle sells the
          subscription, takes the payment and refunds it on request within 14 days.
        </p>
      ) : (
        <p>
          You pay by bank transfer or Raast, and nothing is charged automatically. Subscriptions are digital
          products and are not refunded.
        </p>
      )}
      <p>
        Results are not guaranteed: signals are opinions of analysts, and trading can lose money. See the{' '}
        <Link to={paths.terms}>Terms &amp; Conditions</Link> and the{' '}
        <Link to={paths.refund}>Refund Policy</Link>.
      </p>
    </div>
  );
}

/** Returns the billing period of the URL and a setter. A change is reflected immediately, before navigation completes. */
function useBilling(): [Billing, (billing: Billing) => void] {
  const location = useLocation();
  const [search, setSearch] = useSearchParams();
  const [pending, setPending] = useState<Billing | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a navigation completes, to this URL or another one
  useEffect(() => setPending(null), [location]);

  const setBilling = (billing: Billing) => {
    setPending(billing);
    const changed = new URLSearchParams(search);
    if (billing === 'yearly') changed.set('billing', billing);
    else changed.delete('billing');
    setSearch(changed, { replace: true, preventScrollReset: true });
  };
  return [pending ?? parseBilling(search), setBilling];
}

const LABELS: Record<Billing, string> = { monthly: 'Monthly', yearly: 'Yearly (Save 20%)' };

interface BillingToggleProps {
  billing: Billing;
  onChange: (billing: Billing) => void;
}

/** Switches between monthly and yearly prices. Without scripts it is a form. */
function BillingToggle({ billing: current, onChange }: BillingToggleProps) {
  return (
    <form action={paths.pricing} className="flex flex-wrap items-center gap-3">
      <fieldset className="flex overflow-clip rounded-box border border-line-strong bg-surface">
        <legend className="sr-only">Billing</legend>
        {(['monthly', 'yearly'] as const).map((billing) => (
          <label
            key={billing}
            className="relative flex min-h-10 cursor-pointer items-center px-4 text-sm font-semibold text-muted select-none has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:-outline-offset-4 has-focus-visible:outline-current"
          >
            <input
              type="radio"
              name="billing"
              value={billing}
              checked={billing === current}
              onChange={() => onChange(billing)}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            <span>{LABELS[billing]}</span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" variant="secondary" className="without-scripts">
        Show
      </Button>
    </form>
  );
}

interface CheckoutFailure {
  priceId: string;
  text: string;
}

/** Opens Paddle's checkout for the signed-in customer, who is identified by the checkout's custom data. */
function useCheckout(pricing: PaddleProductData, onFailed: () => void) {
  const [openingPriceId, setOpeningPriceId] = useState<string | null>(null);
  const [failure, setFailure] = useState<CheckoutFailure | null>(null);

  const fail = (priceId: string, text: string) => {
    setFailure({ priceId, text });
    notify.error('Checkout did not open', text);
    onFailed();
  };

  const open = async (priceId: string) => {
    if (hasRecentPayment()) return fail(priceId, JUST_PAID);
    setOpeningPriceId(priceId);
    setFailure(null);
    try {
      const paddle = await loadPaddle(pricing).catch(() => null);
      if (!paddle?.Initialized) {
        // biome-ignore lint/suspicious/noConsole: required by the error catalog in docs/product.md
        console.error('Paddle not initialized');
        return fail(priceId, NOT_INITIALIZED);
      }
      const checkout = await api(startCheckout, { body: { price_id: priceId } });
      paddle.Update({
        eventCallback: ({ name }) => {
          if (String(name) === 'checkout.completed') recordPayment();
        },
      });
      paddle.Checkout.open({
        items: [{ priceId, quantity: 1 }],
        customer: { email: checkout.customer_email },
        customData: checkout.custom_data,
        settings: {
          displayMode: 'overlay',
          theme: getPageTheme(),
          allowLogout: false,
          successUrl: `${location.origin}${paths.subscriptions}?checkout=done`,
        },
      });
    } catch (error) {
      fail(priceId, getErrorMessage(error));
    } finally {
      setOpeningPriceId(null);
    }
  };

  return { open, openingPriceId, failure };
}

const NOT_INITIALIZED =
  'The checkout of our payment provider Paddle could not be loaded. Check your connection and your content blocker, then try again.';

const JUST_PAID =
  'You have just paid for a plan. The payment is being confirmed and will soon appear on My Subscriptions.';

function getPageTheme(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
