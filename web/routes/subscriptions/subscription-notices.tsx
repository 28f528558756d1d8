import type { ReactNode } from 'react';
import type { Subscription } from '#contract/billing/subscriptions.ts';
import { formatShortDate, toKarachiDate } from '#contract/dates.ts';
import { paths } from '#contract/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** What is out of the ordinary about a subscription and what it means for its customer. */
export function SubscriptionNotices({ subscription }: { subscription: Subscription }) {
  const notices = [overdue(subscription), scheduled(subscription), stopped(subscription)].filter(Boolean);
  return notices.length > 0 && <div className="grid gap-3 px-4 pb-4 sm:px-5">{notices}</div>;
}

function overdue({ status }: Subscription): ReactNode {
  if (status !== 'past_due') return null;
  return (
    <Notice key="overdue" tone="danger" title="Your last payment failed">
      Paddle tries it again over the next days. Premium access stays open for 7 days from the day on which the
      payment was due. Change your payment method to keep it.
    </Notice>
  );
}

function scheduled({ scheduled_change }: Subscription): ReactNode {
  if (!scheduled_change) return null;
  const day = formatShortDate(toKarachiDate(new Date(scheduled_change.effective_at)));
  switch (scheduled_change.action) {
    case 'cancel':
      return (
        <Notice key="cancel" tone="warning" title={`This subscription ends on ${day}`}>
          Nothing more is charged. Until that day you can take the cancellation back with Resume.
        </Notice>
      );
    case 'pause':
      return (
        <Notice key="pause" tone="warning" title={`This subscription pauses on ${day}`}>
          From then on nothing is charged and premium signals are closed. Until that day you can take the
          pause back with Resume.
        </Notice>
      );
    case 'resume':
      return (
        <Notice key="resume" title={`This subscription resumes on ${day}`}>
          Paddle charges it then, and premium signals open.
        </Notice>
      );
  }
}

function stopped({ status }: Subscription): ReactNode {
  if (status === 'paused') {
    return (
      <Notice key="paused" title="This subscription is paused">
        Nothing is charged, and it opens no premium signals. Resume starts it again.
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
      Nothing more is charged. For premium signals choose a plan anew.
    </Notice>
  );
}
