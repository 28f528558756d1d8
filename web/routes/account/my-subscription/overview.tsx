import { useEffect, useRef } from 'react';
import { ApiError } from '#web/api/call.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { useMySubscription } from '#web/routes/account/account-queries.ts';
import { AdminNotAllowed } from '#web/routes/account/admin-not-allowed.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { NoSubscription } from './no-subscription.tsx';
import { PremiumAccess } from './premium-access.tsx';

const FAILURE_TITLE = 'Failed to load subscription data';
const FAILURE = 'Failed to fetch subscription details';

/** Loads and shows the customer's premium access. */
export function Overview() {
  const { data: mine, error, refetch } = useMySubscription();
  const box = useRef<HTMLDivElement>(null);
  const failure = mine || !error ? null : error;
  const isForbidden = failure instanceof ApiError && failure.status === 403;
  useEffect(() => {
    if (failure && !isForbidden) notify.error(FAILURE_TITLE, getErrorMessage(failure, FAILURE));
  }, [failure, isForbidden]);
  if (isForbidden) return <AdminNotAllowed />;

  const retry = () => {
    // The pressed button is removed.
    box.current?.focus({ preventScroll: true });
    void refetch();
  };
  return (
    <div ref={box} tabIndex={-1}>
      {failure && (
        <LoadFailure title={FAILURE_TITLE} onRetry={retry}>
          {getErrorMessage(failure, FAILURE)}
        </LoadFailure>
      )}
      {!mine && !failure && <Loading>Loading your subscription...</Loading>}
      {mine &&
        (mine.has_active_subscription ? <PremiumAccess mine={mine} /> : <NoSubscription mine={mine} />)}
    </div>
  );
}
