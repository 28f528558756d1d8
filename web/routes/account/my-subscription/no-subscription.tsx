import type { MySubscription } from '#contract/billing/subscriptions.ts';
import { paths } from '#contract/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

export function NoSubscription({ mine: { subscription_status } }: { mine: MySubscription }) {
  // A customer whose subscription can be resumed would otherwise pay for a second one.
  const canResume = subscription_status === 'paused' || subscription_status === 'past_due';
  return (
    <EmptyState
      title="No Active Subscription"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {canResume && <ButtonLink to={paths.subscriptions}>Manage Subscription</ButtonLink>}
          <ButtonLink to={paths.pricing} variant={canResume ? 'secondary' : 'primary'}>
            View Premium Plans
          </ButtonLink>
        </div>
      }
    >
      {subscription_status === 'paused' &&
        'Your subscription is paused. Resume it to unlock Swing and Investment signals again.'}
      {subscription_status === 'past_due' &&
        'A payment for your subscription is overdue. Update your payment method to unlock Swing and Investment signals again.'}
      {!canResume && 'Intraday signals are free. A plan unlocks Swing and Investment signals.'}
    </EmptyState>
  );
}
