import { useMutation } from '@tanstack/react-query';
import { api } from '#core/web/api/api.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { Button } from '#core/web/ui/button.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { Figure } from '#core/web/ui/figure.tsx';
import { PakistanDate } from '#core/web/ui/times/pakistan-time.tsx';
import { useAccountQuery } from '#features/accounts/web/public/account/account-queries.ts';
import { formatPrice } from '#features/billing/contract/format-price.ts';
import {
  listSubscriptionPayments,
  readReceipt,
  type SubscriptionPayment,
} from '#features/billing/contract/subscriptions.ts';
import { useSubscriptionKey } from '#features/billing/web/public/subscriptions/subscription-queries.ts';

/** Lists the payments of a subscription, with their receipts. */
export function Payments({ subscriptionId }: { subscriptionId: string }) {
  const { data, error, isFetching, refetch } = usePayments(subscriptionId);
  return (
    <section aria-labelledby="payments" className="mt-8">
      <h2 id="payments" className="mb-3 text-lg">
        Payments
      </h2>
      {data ? (
        <PaymentList subscriptionId={subscriptionId} payments={data} />
      ) : !error ? (
        <Skeleton shape="few">Loading your payments...</Skeleton>
      ) : (
        <LoadFailure
          title="The payments could not be loaded"
          isBusy={isFetching}
          onRetry={() => void refetch()}
        >
          {getErrorMessage(error)}
        </LoadFailure>
      )}
    </section>
  );
}

interface PaymentListProps {
  subscriptionId: string;
  payments: readonly SubscriptionPayment[];
}

function PaymentList({ subscriptionId, payments }: PaymentListProps) {
  const { mutate, variables, isPending } = useReceipt(subscriptionId);
  if (payments.length === 0) return <p className="text-sm text-muted">There are no payments yet.</p>;
  return (
    <ul className="divide-y divide-line rounded-box border border-line-strong bg-surface text-sm">
      {payments.map(({ id, billed_at, kind, total, currency, state, has_receipt }) => (
        <li key={id} className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 sm:px-5">
          <span className="min-w-24">{billed_at ? <PakistanDate at={billed_at} /> : 'Not billed'}</span>
          <span className="flex-1">
            <Figure className="font-semibold">{formatPrice({ price: total, currency })}</Figure>
            {kind !== 'charge' && <span className="text-muted">{` ${KIND_NAMES[kind]}`}</span>}
          </span>
          {has_receipt ? (
            <Button
              variant="secondary"
              size="small"
              busy={isPending && variables === id}
              onClick={() => mutate(id)}
            >
              Receipt <span className="sr-only">{`of ${formatPrice({ price: total, currency })} (PDF)`}</span>
            </Button>
          ) : state === 'completed' ? (
            kind !== 'credit' && <span className="text-muted">{`Receipt ${id}, by email`}</span>
          ) : (
            <Badge variant={state === 'overdue' ? 'danger' : 'muted'}>{STATE_NAMES[state]}</Badge>
          )}
        </li>
      ))}
    </ul>
  );
}

const STATE_NAMES = { processing: 'Processing', overdue: 'Overdue', refunded: 'Refunded' } as const;

/** Paddle issues no receipt for credit that a plan change adds. */
const KIND_NAMES = { credit: 'credited', covered: 'paid with credit' } as const;

const usePayments = (id: string) =>
  useAccountQuery(
    [...useSubscriptionKey(id), 'payments'],
    async () => (await api(listSubscriptionPayments, { params: { id } })).payments,
  );

/** Downloads a receipt. Its URL expires, so it is fetched when the customer asks for it. */
const useReceipt = (id: string) =>
  useMutation({
    mutationFn: (paymentId: string) => api(readReceipt, { params: { id, paymentId } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => notify.error('The receipt could not be opened', getErrorMessage(error)),
  });
