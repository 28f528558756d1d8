import { paths } from '#contract/paths.ts';
import { ApiError } from '#web/api/call.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

interface SubscriptionNotFoundProps {
  error: Error;
  isBusy: boolean;
  onRetry: () => void;
}

/** Replaces a subscription that failed to load. Shows the error and a retry button if the subscription may exist. */
export function SubscriptionNotFound({ error, isBusy, onRetry }: SubscriptionNotFoundProps) {
  const isMissing = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return (
    <div role="alert">
      <EmptyState
        title="Subscription Not Found"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {!isMissing && (
              <Button busy={isBusy} onClick={onRetry}>
                Retry
              </Button>
            )}
            <ButtonLink to={paths.subscriptions} variant="secondary">
              Back to My Subscriptions
            </ButtonLink>
          </div>
        }
      >
        {isMissing
          ? 'Your account has no subscription with this ID.'
          : `It could not be loaded. ${getErrorMessage(error)}`}
      </EmptyState>
    </div>
  );
}
