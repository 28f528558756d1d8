import { Link } from 'react-router';
import { formatEndDate } from '#core/contract/dates.ts';
import { getSubscriptionPath } from '#core/contract/paths.ts';
import type { Subscription } from '#features/billing/contract/subscriptions.ts';

interface SubscribedProps {
  current: Subscription | null;
  ending: Subscription | null;
}

/** What customers with a subscription should know before they choose a plan. */
export function Subscribed({ current, ending }: SubscribedProps) {
  return (
    <>
      {current && <AlreadySubscribed current={current} />}
      {ending && <EndingSubscription ending={ending} />}
    </>
  );
}

function AlreadySubscribed({ current }: { current: Subscription }) {
  if (current.provider === 'bank_transfer')
    return (
      <p key="transfer">
        <span>
          {`You have paid for ${current.product.name} by bank transfer${current.paid_until ? ` until ${formatEndDate(current.paid_until)}` : ''}.`}
        </span>{' '}
        <span>Another transfer adds to that time, so that you do not pay twice.</span>
      </p>
    );
  // The notice of a paused subscription names it, with Resume and Cancel.
  if (current.status === 'paused') return <p>{getChangeHint(current)}</p>;
  return (
    <p key="subscribed">
      You are subscribed to <span>{current.product.name}</span>: <span>{current.get_status_display}</span>.{' '}
      <span>{getChangeHint(current)}</span>{' '}
      <Link to={getSubscriptionPath(current.id)} className="link">
        Manage Subscription
      </Link>
    </p>
  );
}

function getChangeHint({ status, scheduled_change, can_change_plan }: Subscription): string {
  if (can_change_plan) return 'You can change to another plan here.';
  if (status === 'past_due') return 'You can change plans once your payment succeeds.';
  return status === 'paused' || scheduled_change ? 'To change plans, resume it first.' : '';
}

/** Shows customers who have canceled how to keep their plan without paying twice. */
function EndingSubscription({ ending }: { ending: Subscription }) {
  return (
    <p>
      You are subscribed to <span>{ending.product.name}</span>: <span>{ending.get_status_display}</span>. A
      new plan starts and is charged immediately. To keep your current plan, revert the cancellation on{' '}
      <Link to={getSubscriptionPath(ending.id)} className="link">
        its page
      </Link>
      .
    </p>
  );
}
