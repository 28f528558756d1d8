import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { getSubscriptionPath } from '#contract/paths.ts';
import { RiskPrompt } from '#web/risk-statement/risk-prompt.tsx';
import { useRiskAcceptance } from '#web/risk-statement/use-risk-acceptance.ts';
import { describeOverdue } from '#web/routes/subscriptions/subscription-notices.tsx';
import { useSubscriptionsOnce } from '#web/routes/subscriptions/subscription-queries.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { loadAfterIdle } from '#web/ui/lazy/after-idle.tsx';

const OfflineApp = loadAfterIdle(async () => (await import('#web/offline/offline-app.tsx')).OfflineApp);
const Bell = loadAfterIdle(async () => (await import('#web/alerts/bell.tsx')).Bell);

/**
 * What customers must know on every page: that a payment failed, above its content, and that they have not accepted the risk
 * statement, at the bottom of the window. The payment is asked for after the
 * statement: the first call finds out whether the session has ended.
 */
export function CustomerNotices() {
  const { isSettled } = useRiskAcceptance();
  return (
    <>
      <OfflineApp />
      {isSettled && <PaymentBanner />}
      {isSettled && <Bell />}
      {createPortal(<RiskPrompt />, document.body)}
    </>
  );
}

/**
 * Tells a customer that a payment failed, until when premium access lasts, and where to update the payment method. The page of the
 * subscription says so itself.
 */
function PaymentBanner() {
  const { pathname } = useLocation();
  const { data = [] } = useSubscriptionsOnce();
  const overdue = data.filter(
    ({ id, status }) => status === 'past_due' && getSubscriptionPath(id) !== pathname,
  );
  return overdue.map((subscription) => (
    <section key={subscription.id} aria-label="Payment" className="no-print container-page pt-3 sm:pt-4">
      <Notice
        tone="danger"
        role="status"
        title={`The payment for ${subscription.product.name} failed`}
        action={<ButtonLink to={getSubscriptionPath(subscription.id)}>Update payment</ButtonLink>}
      >
        {describeOverdue(subscription)}
      </Notice>
    </section>
  ));
}
