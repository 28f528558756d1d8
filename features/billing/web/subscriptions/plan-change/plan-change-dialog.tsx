import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { formatKarachiDate } from '#core/contract/dates.ts';
import { api } from '#core/web/api/api.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { Button } from '#core/web/ui/button.tsx';
import { ConfirmDialog } from '#core/web/ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '#core/web/ui/dialogs/dialog.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { Figure } from '#core/web/ui/figure.tsx';
import { useAccountKey } from '#features/accounts/web/public/account/account-queries.ts';
import { formatPrice, INTERVAL_NAMES } from '#features/billing/contract/format-price.ts';
import {
  changePlan,
  type PlanChangePreview,
  previewPlanChange,
  type Subscription,
} from '#features/billing/contract/subscriptions.ts';
import {
  useSubscriptionKey,
  useSubscriptionsRefresh,
} from '#features/billing/web/public/subscriptions/subscription-queries.ts';
import { DetailsItem, DetailsList } from '#features/billing/web/subscriptions/details-list.tsx';
import {
  getChangeErrorMessage,
  getErrorTitle,
} from '#features/billing/web/subscriptions/use-subscription-change.ts';

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
            <Skeleton shape="few">Loading the amounts from Paddle...</Skeleton>
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
        <Figure className="font-semibold">
          {charge_now === null ? 'Nothing' : format(preview, charge_now)}
        </Figure>
      </DetailsItem>
      {credit !== null && (
        <DetailsItem name="Credit">
          <Figure className="font-semibold">{format(preview, credit)}</Figure>
        </DetailsItem>
      )}
      {next_payment && (
        <DetailsItem name="Next payment">
          <Figure>{format(preview, next_payment.amount)}</Figure> on{' '}
          <span>{formatKarachiDate(next_payment.date)}</span>
        </DetailsItem>
      )}
      {renewal_price !== null && (
        <DetailsItem name="Regular price">
          <Figure>{format(preview, renewal_price)}</Figure> / <span>{INTERVAL_NAMES[plan.interval]}</span>
        </DetailsItem>
      )}
    </DetailsList>
  );
}

const format = ({ currency }: PlanChangePreview, price: string) => formatPrice({ price, currency });

type Current = Pick<Subscription, 'status' | 'product'>;

/** Explains the amounts of a preview. */
export function describePlanChange({ status, product }: Current, preview: PlanChangePreview): string[] {
  return [
    describeStart(status, product.interval, preview),
    ...(preview.charge_now === null ? [] : ['Paddle charges the payment method on file.']),
    ...(preview.credit === null
      ? []
      : ['Paddle keeps the credit and deducts it from your next payments. It is not paid out.']),
    'Amounts include taxes. Paddle calculates them to the minute.',
  ];
}

function describeStart(
  status: Subscription['status'],
  currentInterval: 'month' | 'year',
  preview: PlanChangePreview,
): string {
  if (status === 'trialing') {
    return 'The new plan starts immediately. Your trial continues, and nothing is charged until it ends.';
  }
  if (preview.plan.interval !== currentInterval) {
    return `The new plan starts immediately, and a new ${preview.plan.interval} begins today. The unused part of the current period is deducted.`;
  }
  return preview.charge_now === null && preview.credit !== null
    ? 'The new plan starts immediately. The unused part of your current plan is worth more than the new plan for the rest of the period, so you get the difference as credit.'
    : 'The new plan starts immediately. You pay its price for the rest of the period, less the unused part of your current plan.';
}

/** The amounts change with the unused time of the current period. */
const REFRESH_MS = 60_000;

/** Queries Paddle's preview of a change, also while the dialog is open. */
export function usePlanChangePreview(id: string, priceId: string) {
  const key = useAccountKey('subscriptions');
  return useQuery({
    // Not below the key of the subscription: its refresh would repeat the preview of a plan that was just chosen.
    queryKey: ['plan-change', ...key, id, priceId],
    queryFn: async () => {
      const { preview } = await api(previewPlanChange, { params: { id }, query: { price_id: priceId } });
      return preview;
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? false : REFRESH_MS),
    // A hidden tab does not refresh its preview.
    refetchOnWindowFocus: 'always',
  });
}

/** Changes the plan as previewed. Refreshes the page even after a failure, because the change may have been made. */
export function usePlanChange({ id, name, priceId, onChanged }: PlanChange) {
  const queries = useQueryClient();
  const listKey = useAccountKey('subscriptions');
  const queryKey = useSubscriptionKey(id);
  const refresh = useSubscriptionsRefresh();
  return useMutation({
    mutationFn: ({ basis }: PlanChangePreview) =>
      api(changePlan, { params: { id }, body: { price_id: priceId, basis } }),
    onSuccess: async ({ subscription }) => {
      await queries.cancelQueries({ queryKey: listKey });
      queries.setQueryData<Subscription[]>(listKey, (list) =>
        list?.map((each) => (each.id === id ? subscription : each)),
      );
      queries.setQueryData<Subscription>(queryKey, (shown) => ({
        ...subscription,
        // The next query returns Paddle's links.
        update_url: shown?.update_url ?? null,
        cancel_url: shown?.cancel_url ?? null,
      }));
      notify.success('Plan changed', `Your plan is now ${name}.`);
      onChanged();
    },
    onError: (error) => notify.error(getErrorTitle(error), getChangeErrorMessage(error)),
    onSettled: () => void refresh(),
  });
}

interface PlanChange {
  id: string;
  /** The new plan and interval, such as `Pro Monthly`. */
  name: string;
  priceId: string;
  onChanged: () => void;
}
