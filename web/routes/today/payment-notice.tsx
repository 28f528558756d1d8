import { formatEndDate } from '#contract/dates.ts';
import { getSubscriptionPath } from '#contract/paths.ts';
import { useSubscriptions } from '#web/routes/subscriptions/subscription-queries.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Tells a customer that a payment failed, until when premium access lasts, and where to update the payment method. */
export function PaymentNotice() {
  const { data = [] } = useSubscriptions({ pollMs: false });
  const overdue = data.find(({ status }) => status === 'past_due');
  if (!overdue) return null;
  const { id, product, grace_ends_at } = overdue;
  return (
    <Notice
      tone="danger"
      title={`The payment for ${product.name} failed`}
      className="mb-6"
      action={<ButtonLink to={getSubscriptionPath(id)}>Update payment</ButtonLink>}
    >
      {grace_ends_at
        ? `Premium access ends on ${formatEndDate(grace_ends_at)} unless it is paid.`
        : 'Paddle retries it over the next few days.'}
    </Notice>
  );
}
