import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { getSubscriptionPath } from '#contract/paths.ts';
import { Bell } from '#web/alerts/bell.tsx';
import { OfflineApp } from '#web/offline/offline-app.tsx';
import { useRiskAcceptance } from '#web/risk-statement/use-risk-acceptance.ts';
import { useSubscriptionsOnce } from '#web/routes/subscriptions/subscription-queries.ts';
import { loadAfterIdle } from '#web/ui/lazy/after-idle.tsx';

/** Few customers see these two. */
const RiskPrompt = loadAfterIdle(
  async () => (await import('#web/risk-statement/risk-prompt.tsx')).RiskPrompt,
);
const PaymentBanner = loadAfterIdle(
  async () => (await import('#web/routes/subscriptions/payment-banner.tsx')).PaymentBanner,
);

/**
 * What customers must know on every page: that a payment failed, above its content, and that they have not accepted the risk
 * statement, at the bottom of the window. The payment is asked for after the
 * statement: the first call finds out whether the session has ended.
 */
export function CustomerNotices() {
  const { isSettled, isNeeded } = useRiskAcceptance();
  return (
    <>
      <OfflineApp />
      {isSettled && <PaymentBanners />}
      {isSettled && <Bell />}
      {isNeeded && createPortal(<RiskPrompt />, document.body)}
    </>
  );
}

/** The failed payments. The page of the subscription says so itself. */
function PaymentBanners() {
  const { pathname } = useLocation();
  const { data = [] } = useSubscriptionsOnce();
  const overdue = data.filter(
    ({ id, status }) => status === 'past_due' && getSubscriptionPath(id) !== pathname,
  );
  return overdue.map((subscription) => <PaymentBanner key={subscription.id} subscription={subscription} />);
}
