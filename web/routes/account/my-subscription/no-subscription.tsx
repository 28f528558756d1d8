import type { MySubscription } from '#contract/billing/subscriptions.ts';
import { paths } from '#contract/paths.ts';
import { UnlessPaused } from '#web/routes/subscriptions/unless-paused.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

export function NoSubscription({ mine: { subscription_status } }: { mine: MySubscription }) {
  // A customer whose payment is overdue would otherwise pay for a second subscription.
  const isOverdue = subscription_status === 'past_due';
  return (
    <UnlessPaused>
      <EmptyState
        title="No Active Subscription"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {isOverdue && <ButtonLink to={paths.subscriptions}>Manage Subscription</ButtonLink>}
            <ButtonLink to={paths.pricing} variant={isOverdue ? 'secondary' : 'primary'}>
              View Premium Plans
            </ButtonLink>
          </div>
        }
      >
        {isOverdue
          ? 'A payment for your subscription is overdue. Update your payment method to unlock Swing and Investment signals again.'
          : 'Intraday signals are free. A plan unlocks Swing and Investment signals.'}
      </EmptyState>
    </UnlessPaused>
  );
}
