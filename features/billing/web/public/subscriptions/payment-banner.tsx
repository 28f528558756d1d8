import { getSubscriptionPath } from '#core/contract/paths.ts';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import type { Subscription } from '#features/billing/contract/subscriptions.ts';
import { describeOverdue, RENEWAL_PATH } from '#features/billing/web/subscriptions/subscription-notices.tsx';

/** Tells a customer that a payment failed, until when premium access lasts, and where to update the payment method. */
export const PaymentBanner = ({ subscription }: { subscription: Subscription }) => (
  <section aria-label="Payment" className="no-print container-page pt-3 sm:pt-4">
    <Notice
      tone="danger"
      role="status"
      title={
        subscription.provider === 'bank_transfer'
          ? `What you paid for ${subscription.product.name} has ended`
          : `The payment for ${subscription.product.name} failed`
      }
      action={
        subscription.provider === 'bank_transfer' ? (
          <ButtonLink to={RENEWAL_PATH}>Pay again</ButtonLink>
        ) : (
          <ButtonLink to={getSubscriptionPath(subscription.id)}>Update payment</ButtonLink>
        )
      }
    >
      {describeOverdue(subscription)}
    </Notice>
  </section>
);
