import { useRef } from 'react';
import { formatPrice, INTERVAL_NAMES } from '#contract/billing/format-price.ts';
import type { PlanChangePreview } from '#contract/billing/plan-change.ts';
import type { Subscription } from '#contract/billing/subscriptions.ts';
import { formatKarachiDate } from '#contract/dates.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { DetailsItem, DetailsList } from '#web/routes/subscriptions/details-list.tsx';
import { getChangeErrorMessage } from '#web/routes/subscriptions/use-subscription-change.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { describePlanChange } from './describe-plan-change.ts';
import { usePlanChange, usePlanChangePreview } from './use-plan-change.ts';

export interface PlanChangeDialogProps {
  subscription: Subscription;
  priceId: string;
  /** The new plan and interval, such as `Pro Monthly`. */
  name: string;
  onClose: () => void;
  onChanged: () => void;
}

/** Confirms a change of the plan after showing what Paddle charges or credits. */
export function PlanChangeDialog({ subscription, priceId, name, onClose, onChanged }: PlanChangeDialogProps) {
  const { id } = subscription;
  const { data: preview, error, isFetching, refetch } = usePlanChangePreview(id, priceId);
  const change = usePlanChange({ id, name, priceId, onChanged });
  // A double click confirms twice before the pending state is rendered.
  const isSent = useRef(false);
  const confirm = (shown: PlanChangePreview) => {
    if (isSent.current) return;
    isSent.current = true;
    change.mutate(shown, {
      onError: () => {
        isSent.current = false;
      },
    });
  };
  const title = `Change to ${name}`;
  if (!preview) {
    return (
      <Dialog title={title} onClose={onClose}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {error ? (
            <LoadFailure
              title="The change could not be previewed"
              isBusy={isFetching}
              onRetry={() => void refetch()}
            >
              {getErrorMessage(error)}
            </LoadFailure>
          ) : (
            <p role="status" className="flex items-center gap-2 text-muted">
              <Spinner />
              Loading the amounts from Paddle...
            </p>
          )}
          <div className="flex justify-end">
            <Button variant="secondary" onClick={onClose} data-first-focus>
              Not now
            </Button>
          </div>
        </div>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={
        preview.charge_now === null ? 'Change plan' : `Pay ${format(preview, preview.charge_now)}`
      }
      pendingLabel="Changing…"
      cancelLabel="Not now"
      variant="primary"
      isPending={change.isPending}
      isLockedWhilePending
      error={change.error && getChangeErrorMessage(change.error)}
      onConfirm={() => confirm(preview)}
      onClose={onClose}
    >
      <Amounts preview={preview} />
      {describePlanChange(subscription, preview).map((sentence) => (
        <p key={sentence} className="text-sm text-muted">
          {sentence}
        </p>
      ))}
    </ConfirmDialog>
  );
}

function Amounts({ preview }: { preview: PlanChangePreview }) {
  const { charge_now, credit, next_payment, renewal_price, plan } = preview;
  return (
    <DetailsList>
      <DetailsItem name="Charged now">
        <span className="figures font-semibold">
          {charge_now === null ? 'Nothing' : format(preview, charge_now)}
        </span>
      </DetailsItem>
      {credit !== null && (
        <DetailsItem name="Credit">
          <span className="figures font-semibold">{format(preview, credit)}</span>
        </DetailsItem>
      )}
      {next_payment && (
        <DetailsItem name="Next payment">
          <span className="figures">{format(preview, next_payment.amount)}</span> on{' '}
          {formatKarachiDate(next_payment.date)}
        </DetailsItem>
      )}
      {renewal_price !== null && (
        <DetailsItem name="Regular price">
          <span className="figures">{format(preview, renewal_price)}</span> / {INTERVAL_NAMES[plan.interval]}
        </DetailsItem>
      )}
    </DetailsList>
  );
}

const format = ({ currency }: PlanChangePreview, price: string) => formatPrice({ price, currency });
