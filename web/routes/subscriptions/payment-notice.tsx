import { paths } from '#contract/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import type { PaymentState } from './use-awaited-payment.ts';

interface PaymentNoticeProps {
  payment: PaymentState;
  onRetry: () => void;
}

/** The state of a recent payment. The region is always rendered, so that screen readers announce changes. */
export function PaymentNotice({ payment, onRetry }: PaymentNoticeProps) {
  return (
    <div role="status" className={payment === 'none' ? '' : 'mb-6'}>
      {payment === 'waiting' && (
        <p className="flex gap-3 rounded-box border border-line bg-surface px-4 py-3 text-sm">
          <Spinner className="mt-0.5 size-4 shrink-0" />
          <span>
            Waiting for Paddle to confirm your payment… Your subscription appears here automatically, usually
            within a few seconds.
          </span>
        </p>
      )}
      {payment === 'overdue' && (
        <Notice
          tone="warning"
          title="Paddle has not confirmed your payment yet"
          action={
            <Button variant="secondary" onClick={onRetry}>
              Check again
            </Button>
          }
        >
          Please do not pay again. Confirmation can take a few minutes, and your subscription then starts
          automatically. If it is not here in an hour, send us the receipt that Paddle emailed to you. Our
          contact details are at the bottom of this page.
        </Notice>
      )}
      {payment === 'confirmed' && (
        <Notice
          title="Your payment is confirmed"
          action={<ButtonLink to={paths.swingSignals}>View premium signals</ButtonLink>}
        >
          Swing and Investment signals are now unlocked.
        </Notice>
      )}
    </div>
  );
}
