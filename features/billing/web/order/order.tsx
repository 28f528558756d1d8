import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatTimestamp } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { ApiError } from '#core/web/api/call.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { getNow } from '#core/web/api/server-clock.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import type { PageHandle } from '#core/web/document/page-query.ts';
import { Badge, type BadgeVariant } from '#core/web/ui/badge.tsx';
import { Button, ButtonLink } from '#core/web/ui/button.tsx';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { Figure } from '#core/web/ui/figure.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { QrCode } from '#core/web/ui/qr-code.tsx';
import { EndDate, PakistanDate } from '#core/web/ui/times/pakistan-time.tsx';
import { useAccountKey, useAccountQuery } from '#features/accounts/web/public/account/account-queries.ts';
import { AdminNotAllowed, RequireCustomer } from '#features/accounts/web/public/account/require-customer.tsx';
import { formatPrice } from '#features/billing/contract/format-price.ts';
import {
  cancelOrder,
  listOrders,
  MAX_RECEIPT_BYTES,
  MAX_RECEIPTS,
  type Order,
  PLAN_KEYS,
  placeOrder,
  uploadReceipt,
} from '#features/billing/contract/orders.ts';
import { usePricing } from '#features/billing/web/pricing/use-pricing.ts';
import { useSubscriptionsRefresh } from '#features/billing/web/public/subscriptions/subscription-queries.ts';
import { DetailsItem, DetailsList } from '#features/billing/web/subscriptions/details-list.tsx';

export const meta = createPageMeta({
  title: 'Pay by Bank Transfer',
  description: 'Your order for a bank transfer or Raast, with its amount and the account.',
  noindex: true,
});

export const handle: PageHandle = {
  query: ['plan', 'interval'],
  canonicalQuery: () => new URLSearchParams(),
};

export default function OrderPage() {
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Pay by Bank Transfer"
        description="Transfer the exact amount from your bank or wallet. Access starts when we have seen the money."
      />
      <RequireCustomer>
        <Orders />
      </RequireCustomer>
    </div>
  );
}

/** Until the payment is confirmed, the page looks for it. */
const POLL_MS = 30_000;

function Orders() {
  const orders = useAccountQuery(useAccountKey('orders'), () => api(listOrders, {}), {
    refetchInterval: POLL_MS,
  });
  const [search] = useSearchParams();
  const refresh = useSubscriptionsRefresh();
  const { data, error, refetch } = orders;
  if (error instanceof ApiError && error.status === 403) return <AdminNotAllowed />;
  if (!data)
    return error ? (
      <LoadFailure title="Your orders could not be loaded" onRetry={() => void refetch()}>
        {getErrorMessage(error)}
      </LoadFailure>
    ) : (
      <Skeleton>Loading your orders...</Skeleton>
    );
  const open = data.orders.find(({ status }) => status === 'open');
  const rest = data.orders.filter((order) => order !== open);
  const reload = async () => {
    await refetch();
    await refresh();
  };
  return (
    <div className="grid gap-8">
      {data.paddle_renews_at && (
        <Notice tone="warning" title="You have a subscription that renews">
          Paddle charges it on <PakistanDate at={data.paddle_renews_at} />. Cancel it on{' '}
          <Link to={paths.subscriptions} className="link">
            My Subscriptions
          </Link>{' '}
          before you pay in another way, so that you do not pay twice.
        </Notice>
      )}
      {open ? (
        <OpenOrder key={open.id} order={open} onChanged={reload} />
      ) : (
        <NewOrder
          plan={PLAN_KEYS.find((key) => key === search.get('plan')) ?? null}
          interval={search.get('interval') === 'year' ? 'year' : 'month'}
          payerName={data.orders[0]?.payer_name ?? ''}
          onPlaced={reload}
        />
      )}
      {rest.length > 0 && <EarlierOrders orders={rest} />}
      <p className="text-sm text-muted">All dates are in Pakistan time (PKT).</p>
    </div>
  );
}

interface NewOrderProps {
  plan: Order['plan'] | null;
  interval: Order['interval'];
  /** Of the last order. */
  payerName: string;
  onPlaced: () => Promise<void>;
}

/** The form of an order. Its plan comes from the pricing page or a reminder. */
function NewOrder({ plan, interval, payerName, onPlaced }: NewOrderProps) {
  const { data: pricing } = usePricing(null);
  const [name, setName] = useState(payerName);
  const placing = useMutation({
    mutationFn: (chosen: Order['plan']) =>
      api(placeOrder, { body: { plan: chosen, interval, payer_name: name } }),
    onSuccess: onPlaced,
  });
  const group = plan && pricing?.product_groups[plan];
  const price = group?.[interval === 'year' ? 'yearly' : 'monthly'].bank_transfer_price;
  if (!plan || (pricing && !price))
    return (
      <EmptyState
        title="You have no open order."
        action={<ButtonLink to={paths.pricing}>View Plans</ButtonLink>}
      >
        Choose a plan that can be paid by bank transfer.
      </EmptyState>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!placing.isPending) placing.mutate(plan);
  };
  return (
    <form onSubmit={submit} className="grid max-w-md gap-4">
      <p>
        <span>{`${group?.display_name ?? 'Plan'}, one ${interval}: `}</span>
        <Figure className="font-semibold">{price ? formatPrice({ price, currency: 'PKR' }) : '--'}</Figure>
      </p>
      <TextField
        label="Name on the sending account"
        name="payer_name"
        value={name}
        required
        minLength={2}
        maxLength={100}
        autoComplete="name"
        hint="As your bank or wallet has it. We find your payment by it. If someone else pays for you, enter that name."
        onChange={({ target }) => setName(target.value)}
      />
      <Notice tone="danger" role="alert">
        {placing.error && getErrorMessage(placing.error)}
      </Notice>
      <Button type="submit" busy={placing.isPending} className="w-fit">
        {placing.isPending ? 'Placing the order…' : 'Place order'}
      </Button>
      <p className="text-sm text-muted">
        You get an amount of a few rupees less than the price. It is yours alone, so that we recognize your
        payment.
      </p>
    </form>
  );
}

function OpenOrder({ order, onChanged }: { order: Order; onChanged: () => Promise<void> }) {
  const canceling = useMutation({
    mutationFn: () => api(cancelOrder, { params: { id: order.id } }),
    onSuccess: onChanged,
    onError: (error) => notify.error('The order was not canceled', getErrorMessage(error)),
  });
  const amount = order.amount.replace(/\.00$/, '');
  return (
    <section aria-labelledby="order" className="rounded-box border border-line-strong bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-3 sm:px-5">
        <h2 id="order" className="text-lg">
          {`${order.plan_name}, one ${order.interval}`}
        </h2>
        <Countdown until={order.expires_at} />
      </header>
      <div className="grid gap-4 px-4 py-3 sm:px-5">
        <p>
          Transfer exactly{' '}
          <Figure className="text-xl font-semibold">
            {formatPrice({ price: order.amount, currency: 'PKR' })}
          </Figure>{' '}
          from the account of <span className="font-semibold">{order.payer_name}</span>.
        </p>
        <dl className="divide-y divide-line text-sm">
          <Copied name="Amount" text={amount} />
          <Copied name="Account title" text={order.account_title} />
          <Copied name="IBAN" text={order.iban} shown={order.iban.replace(/(.{4})(?=.)/g, '$1 ')} />
          <Copied name="Bank" text={order.bank} />
          {order.raast_id && <Copied name="Raast ID" text={order.raast_id} />}
          <Copied name="Code for the note" text={order.code} />
        </dl>
        {order.qr && (
          <figure className="grid justify-items-start gap-2">
            <QrCode
              text={order.qr}
              label="Raast QR code with the account and the amount"
              className="size-52"
            />
            <figcaption className="text-sm text-muted">
              Scan it with your banking app. Check that the app shows the account title and the amount.
            </figcaption>
          </figure>
        )}
        <ul className="list-disc ps-5 text-sm text-muted">
          <li>
            Another amount cannot be recognized: we then look for your payment by hand, which takes longer.
          </li>
          <li>
            We confirm payments with the statement of our bank, usually on the same or the next working day.
          </li>
          <li>A payment after the order has expired is not lost, but is checked by hand.</li>
        </ul>
        <Receipts order={order} onChanged={onChanged} />
      </div>
      <div className="border-t border-line px-4 py-3 sm:px-5">
        <Button variant="secondary" busy={canceling.isPending} onClick={() => canceling.mutate()}>
          Cancel order
        </Button>
      </div>
    </section>
  );
}

/** The time that is left, in hours and minutes. */
function Countdown({ until }: { until: string }) {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    setNow(getNow());
    const timer = setInterval(() => setNow(getNow()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const minutes = now && Math.max(0, Math.floor((Date.parse(until) - now.getTime()) / 60_000));
  return (
    <p className="text-sm text-muted">
      <span>{`Pay until ${formatTimestamp(until)}`}</span>
      {minutes !== null && (
        <span className="tabular-nums">{` (${Math.floor(minutes / 60)} h ${minutes % 60} min left)`}</span>
      )}
    </p>
  );
}

/** A value with a button that copies it. */
function Copied({ name, text, shown = text }: { name: string; text: string; shown?: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify.copied('Copied', `${name} is on the clipboard.`);
    } catch {
      notify.error('Not copied', 'The browser blocked access to the clipboard. Select the text instead.');
    }
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <dt className="text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center justify-end gap-3 wrap-anywhere">
        <span className="font-mono" translate="no">
          {shown}
        </span>
        <Button variant="secondary" size="small" onClick={() => void copy()}>
          Copy <span className="sr-only">{name}</span>
        </Button>
      </dd>
    </div>
  );
}

/** Uploads a receipt. It helps to find the payment and proves nothing alone. */
function Receipts({ order, onChanged }: { order: Order; onChanged: () => Promise<void> }) {
  const uploading = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_RECEIPT_BYTES) throw new Error('The file is larger than 5 MB.');
      return api(uploadReceipt, { params: { id: order.id }, body: { content: await toBase64(file) } });
    },
    onSuccess: async () => {
      notify.success('Receipt uploaded', 'It helps us to find your payment.');
      await onChanged();
    },
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) uploading.mutate(file);
    target.value = '';
  };
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">Receipt</h3>
      <p className="text-sm text-muted">
        {order.receipts === 0
          ? 'After the transfer you can upload its receipt, an image or a PDF of at most 5 MB. It helps us to find your payment; only our administrators see it.'
          : `${order.receipts} of ${MAX_RECEIPTS} receipts uploaded.`}
      </p>
      {order.receipts < MAX_RECEIPTS && (
        <label className="grid w-fit gap-1 text-sm font-semibold">
          <span>Upload a receipt</span>
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp,application/pdf"
            disabled={uploading.isPending}
            onChange={choose}
            className="max-w-full font-normal"
          />
        </label>
      )}
      <p role="status" className="text-sm">
        {uploading.isPending ? 'Uploading…' : ''}
      </p>
      <Notice tone="danger" role="alert">
        {uploading.error && getErrorMessage(uploading.error)}
      </Notice>
    </div>
  );
}

async function toBase64(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(',') + 1);
}

const STATUSES: Record<Order['status'], { name: string; variant: BadgeVariant; text: string }> = {
  open: { name: 'Open', variant: 'muted', text: '' },
  paid: { name: 'Paid', variant: 'active', text: '' },
  expired: {
    name: 'Expired',
    variant: 'outline',
    text: 'If you have paid, you need to do nothing: we check your payment by hand.',
  },
  canceled: {
    name: 'Canceled',
    variant: 'outline',
    text: 'If you have paid all the same, contact us: we confirm or return the money.',
  },
  refunded: {
    name: 'Refunded',
    variant: 'outline',
    text: 'We returned the money, and the access has ended.',
  },
};

function EarlierOrders({ orders }: { orders: readonly Order[] }) {
  return (
    <section aria-labelledby="orders">
      <h2 id="orders" className="mb-3 text-lg">
        Orders
      </h2>
      <ul className="grid gap-4">
        {orders.map((order) => {
          const { name, variant, text } = STATUSES[order.status];
          return (
            <li key={order.id} className="rounded-box border border-line bg-surface px-4 py-3 sm:px-5">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h3 className="text-base">{`${order.plan_name}, one ${order.interval}`}</h3>
                <Badge variant={variant}>{name}</Badge>
              </div>
              <DetailsList>
                <DetailsItem name="Code">{order.code}</DetailsItem>
                <DetailsItem name="Amount">
                  {formatPrice({ price: order.amount, currency: 'PKR' })}
                </DetailsItem>
                {order.payment && (
                  <>
                    <DetailsItem name="Paid">{describePaid(order.payment.amount, order.amount)}</DetailsItem>
                    <DetailsItem name="Receipt">{`${order.payment.receipt_number}, by email`}</DetailsItem>
                    <DetailsItem name="Period">
                      <PakistanDate at={order.payment.period_start} /> to{' '}
                      <EndDate at={order.payment.period_end} />
                    </DetailsItem>
                  </>
                )}
              </DetailsList>
              {text && <p className="text-sm text-muted">{text}</p>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function describePaid(paid: string, amount: string): string {
  const price = formatPrice({ price: paid, currency: 'PKR' });
  if (Number(paid) === Number(amount)) return price;
  return Number(paid) > Number(amount)
    ? `${price}, more than the amount: ask us to return the rest`
    : `${price}, less than the amount, accepted`;
}
