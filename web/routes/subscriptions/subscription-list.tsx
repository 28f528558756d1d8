import { useRef } from 'react';
import { paths } from '#contract/paths.ts';
import { ApiError } from '#web/api/call.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { AdminNotAllowed } from '#web/routes/account/admin-not-allowed.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { UnlessPaused } from './paused/unless-paused.tsx';
import { PaymentNotice } from './payment-notice.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import { useAwaitedPayment } from './use-awaited-payment.ts';

/** Does not show the empty state after a failure or while a payment is pending, so that customers do not pay twice. */
export function SubscriptionList() {
  const { list, payment, checkAgain } = useAwaitedPayment();
  const { data: subscriptions, error, refetch } = list;
  const container = useRef<HTMLDivElement>(null);
  if (error instanceof ApiError && error.status === 403) return <AdminNotAllowed />;

  const isWaiting = payment === 'waiting';
  const focusContainer = () => container.current?.focus({ preventScroll: true });
  const retry = () => {
    // The pressed button disappears.
    focusContainer();
    void refetch();
  };
  return (
    <div ref={container} tabIndex={-1}>
      <PaymentNotice
        payment={payment}
        onRetry={() => {
          focusContainer();
          checkAgain();
        }}
      />
      {error && !isWaiting && (
        <LoadFailure title="Your subscriptions could not be loaded" onRetry={retry} className="mb-6">
          {getErrorMessage(error)}
        </LoadFailure>
      )}
      {!subscriptions && !error && !isWaiting && <Loading>Loading your subscriptions...</Loading>}
      {subscriptions?.length === 0 && !error && payment === 'none' && (
        <EmptyState
          title="You don't have any active subscriptions."
          action={<ButtonLink to={paths.pricing}>View Plans</ButtonLink>}
        >
          Intraday signals are free. A plan also unlocks Swing and Investment signals.
        </EmptyState>
      )}
      {subscriptions && subscriptions.length > 0 && <UnlessPaused className="mb-6" />}
      {subscriptions && subscriptions.length > 0 && (
        <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
          {subscriptions.map((subscription) => (
            <SubscriptionCard key={subscription.id} subscription={subscription} />
          ))}
        </ul>
      )}
    </div>
  );
}
