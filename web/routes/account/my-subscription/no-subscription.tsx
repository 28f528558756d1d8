import type { MySubscription } from '#contract/billing/subscriptions.ts';
import { paths } from '#contract/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

export function NoSubscription({ mine: { subscription_status } }: { mine: MySubscription }) {
  // Whoever has one that can go on would pay a second one.
  const canGoOn = subscription_status === 'paused' || subscription_status === 'past_due';
  return (
    <EmptyState
      title="No Active Subscription"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {canGoOn && <ButtonLink to={paths.subscriptions}>Manage Subscription</ButtonLink>}
          <ButtonLink to={paths.pricing} variant={canGoOn ? 'secondary' : 'primary'}>
            View Premium Plans
          </ButtonLink>
        </div>
      }
    >
      {subscription_status === 'paused' &&
        'Your subscription is paused. Resume it to open Swing and Investment signals again.'}
      {subscription_status === 'past_due' &&
        'A payment of your subscription is overdue. Change your payment method to open Swing and Investment signals again.'}
      {!canGoOn && 'Intraday signals are free. A plan opens Swing and Investment signals as well.'}
    </EmptyState>
  );
}
