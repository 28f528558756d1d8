import type { ReactNode } from 'react';
import { formatEndDate, formatKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { getNow } from '#core/web/api/server-clock.ts';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import type { Subscription } from '#features/billing/contract/subscriptions.ts';

/** Where customers who pay by bank transfer order the same plan again. */
export const RENEWAL_PATH = `${paths.order}?renew=1`;

interface SubscriptionNoticesProps {
  subscription: Subscription;
  /** The banner of the page says that a payment failed. */
  hasBanner?: boolean;
}

/** Notices about a failed payment, a scheduled change, and a paused or canceled subscription. */
export function SubscriptionNotices({ subscription, hasBanner = false }: SubscriptionNoticesProps) {
  const notices = [
    !hasBanner && renderOverdue(subscription),
    subscription.provider === 'bank_transfer' ? renderLocalStop(subscription) : renderScheduled(subscription),
    renderStopped(subscription),
  ].filter(Boolean);
  return notices.length > 0 && <div className="grid gap-3 px-4 pb-4 sm:px-5">{notices}</div>;
}

function renderOverdue(subscription: Subscription): ReactNode {
  if (subscription.status !== 'past_due') return null;
  return (
    <Notice
      key="overdue"
      tone="danger"
      title={
        subscription.provider === 'bank_transfer' ? 'Your paid time has ended' : 'Your last payment failed'
      }
    >
      {describeOverdue(subscription)}
    </Notice>
  );
}

/** Nothing is charged automatically, so that there are only reminders to stop. */
function renderLocalStop({ scheduled_change }: Subscription): ReactNode {
  if (!scheduled_change) return null;
  return (
    <Notice
      key="ends"
      tone="warning"
      title={`Premium access ends on ${formatEndDate(scheduled_change.effective_at)}`}
    >
      We do not remind you to pay again. Resume brings the reminders back.
    </Notice>
  );
}

/** Describes what happens after a failed payment, and until when, or since when there is no premium access. */
export const describeOverdue = (
  { grace_ends_at, provider }: Pick<Subscription, 'grace_ends_at' | 'provider'>,
  now = getNow(),
): string => {
  if (provider === 'bank_transfer')
    return `Pay again to keep premium access.${grace_ends_at ? ` Without a payment it ends on ${formatEndDate(grace_ends_at)}.` : ''}`;
  const text = 'Paddle retries it over the next few days. Update your payment method.';
  if (!grace_ends_at) return text;
  const date = formatEndDate(grace_ends_at);
  return Date.parse(grace_ends_at) > now.getTime()
    ? `${text} Without a payment, premium access ends on ${date}.`
    : `Premium access ended on ${date} and returns with a payment. Update your payment method.`;
};

function renderScheduled({ scheduled_change }: Subscription): ReactNode {
  if (!scheduled_change) return null;
  const { action, effective_at } = scheduled_change;
  const date = action === 'resume' ? formatKarachiDate(effective_at) : formatEndDate(effective_at);
  switch (action) {
    case 'cancel':
      return (
        <Notice key="cancel" tone="warning" title={`This subscription ends on ${date}`}>
          You are not charged again. Until then you can revert the cancellation with Resume.
        </Notice>
      );
    case 'pause':
      return (
        <Notice key="pause" tone="warning" title={`This subscription pauses on ${date}`}>
          After that you are not charged and cannot see premium signals. Until then you can revert the pause
          with Resume.
        </Notice>
      );
    case 'resume':
      return (
        <Notice key="resume" title={`This subscription resumes on ${date}`}>
          Paddle then charges it, and premium signals are unlocked.
        </Notice>
      );
  }
}

function renderStopped({ status, paused_at }: Subscription): ReactNode {
  if (status === 'paused') {
    return (
      <Notice
        key="paused"
        title={paused_at ? `Paused since ${formatKarachiDate(paused_at)}` : 'This subscription is paused'}
      >
        You are not charged and cannot see premium signals. Resume restarts it, Cancel ends it.
      </Notice>
    );
  }
  if (status !== 'canceled') return null;
  return (
    <Notice
      key="canceled"
      title="This subscription has ended"
      action={
        <ButtonLink to={paths.pricing} variant="secondary">
          View Plans
        </ButtonLink>
      }
    >
      You are not charged again. To see premium signals, choose a plan.
    </Notice>
  );
}
