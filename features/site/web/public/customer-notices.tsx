import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { getSubscriptionPath } from '#core/contract/paths.ts';
import { loadAfterIdle } from '#core/web/ui/lazy/after-idle.tsx';
import { useRiskAcceptance } from '#features/accounts/web/public/risk-statement/use-risk-acceptance.ts';
import { Bell } from '#features/alerts/web/public/bell.tsx';
import { useSubscriptionsOnce } from '#features/billing/web/public/subscriptions/subscription-queries.ts';
import { OfflineApp } from '#features/site/web/public/offline/offline-app.tsx';

/** Few customers see these two. */
const RiskPrompt = loadAfterIdle(
  async () => (await import('#features/accounts/web/public/risk-statement/risk-prompt.tsx')).RiskPrompt,
);
const PaymentBanner = loadAfterIdle(
  async () => (await import('#features/billing/web/public/subscriptions/payment-banner.tsx')).PaymentBanner,
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
