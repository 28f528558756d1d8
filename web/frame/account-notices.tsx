import { useLocation } from 'react-router';
import { formatEndDate } from '#contract/dates.ts';
import { getSubscriptionPath, paths } from '#contract/paths.ts';
import { RiskPrompt } from '#web/risk-statement/risk-prompt.tsx';
import { useSubscriptions } from '#web/routes/subscriptions/subscription-queries.ts';
import { ButtonLink } from '#web/ui/button.tsx';

/** What a customer must act on, on every page at the bottom of the window: there it moves no content when it appears. */
export function AccountNotices() {
  return (
    <>
      <PaymentNotice />
      <RiskPrompt />
    </>
  );
}

/** Tells that a payment failed, until when premium access lasts, and where to update the payment method. */
function PaymentNotice() {
  const { pathname } = useLocation();
  const { data = [] } = useSubscriptions({ pollMs: false });
  const overdue = data.find(({ status }) => status === 'past_due');
  // The pages of subscriptions explain it themselves.
  const isExplained = pathname.startsWith(paths.subscriptions) || pathname === paths.mySubscription;
  if (!overdue || isExplained) return null;
  const { id, product, grace_ends_at } = overdue;
  return (
    <aside
      aria-label="Payment overdue"
      className="no-print sticky bottom-0 z-10 border-t border-danger bg-danger-soft text-danger"
    >
      <div className="container-page flex flex-wrap items-center gap-x-6 gap-y-2 py-2 text-sm">
        <p className="min-w-0 flex-1 basis-64">
          <strong className="font-semibold">{`The payment for ${product.name} failed.`}</strong>{' '}
          {grace_ends_at
            ? `Premium access ends on ${formatEndDate(grace_ends_at)} unless it is paid.`
            : 'Paddle retries it over the next few days.'}
        </p>
        <ButtonLink to={getSubscriptionPath(id)} size="small">
          Update payment
        </ButtonLink>
      </div>
    </aside>
  );
}
