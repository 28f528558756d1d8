import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatTimestamp } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { ApiError } from '#core/web/api/call.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { getNow } from '#core/web/api/server-clock.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import type { PageHandle } from '#core/web/document/page-query.ts';
import { useSession } from '#core/web/session/session.ts';
import { Badge, type BadgeVariant } from '#core/web/ui/badge.tsx';
import { Button, ButtonLink, getButtonClass } from '#core/web/ui/button.tsx';
import { ConfirmDialog } from '#core/web/ui/dialogs/confirm-dialog.tsx';
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
import { getOrderPath } from '#features/billing/contract/pricing.ts';
import { usePricing } from '#features/billing/web/pricing/use-pricing.ts';
import { useSubscriptionsRefresh } from '#features/billing/web/public/subscriptions/subscription-queries.ts';
import { DetailsItem, DetailsList } from '#features/billing/web/subscriptions/details-list.tsx';

export const meta = createPageMeta({
  title: 'Pay by Bank Transfer',
  description: 'Your order for a bank transfer or Raast, with its amount and the account.',
  noindex: true,
});

export const handle: PageHandle = {
  query: ['plan', 'interval', 'renew'],
  canonicalQuery: (search) => {
    const choice = parseChoice(search);
    if (choice) return new URLSearchParams({ ...choice });
    return new URLSearchParams(search.has('renew') ? { renew: '1' } : {});
  },
  hasFewValues: true,
};

type Choice = Pick<Order, 'plan' | 'interval'>;

function parseChoice(search: URLSearchParams): Choice | null {
  const plan = PLAN_KEYS.find((key) => key === search.get('plan'));
  return plan ? { plan, interval: search.get('interval') === 'year' ? 'year' : 'month' } : null;
}

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
  const [search, setSearch] = useSearchParams();
  const refresh = useEffectEvent(useSubscriptionsRefresh());
  const { data, error, refetch } = orders;
  const [newest] = data?.orders ?? [];
  const paidId = newest?.status === 'paid' ? newest.id : null;
  useEffect(() => {
    if (paidId) void refresh();
  }, [paidId]);
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
  return (
    <div className="grid grid-cols-1 gap-8">
      <div role="status" className="empty:hidden">
        {newest?.status === 'paid' && newest.payment && (
          <Notice
            title="Your payment is confirmed"
            action={<ButtonLink to={paths.swingSignals}>View premium signals</ButtonLink>}
          >
            You have paid until <EndDate at={newest.payment.period_end} />. The receipt is in your email.
          </Notice>
        )}
      </div>
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
        <OpenOrder key={open.id} order={open} onChanged={refetch} />
      ) : (
        !data.paddle_renews_at && (
          <NewOrder
            choice={parseChoice(search) ?? (search.has('renew') ? findRenewed(rest) : null)}
            orders={rest}
            accessUntil={data.next_period_starts_at}
            onPlaced={async () => {
              await refetch();
              // Once it is paid, the page offers no other one.
              setSearch({}, { replace: true });
            }}
          />
        )
      )}
      {rest.length > 0 && <EarlierOrders orders={rest} />}
      {(open || rest.length > 0) && (
        <p className="text-sm text-muted">All dates are in Pakistan time (PKT).</p>
      )}
    </div>
  );
}

/** Returns the order whose time a customer continues: the last paid one. */
const findRenewed = (orders: readonly Order[]): Order | null =>
  orders.find(({ status }) => status === 'paid') ?? orders[0] ?? null;

interface NewOrderProps {
  /** Comes from the pricing page, a reminder, or a subscription. */
  choice: Choice | null;
  /** The earlier orders, newest first. */
  orders: readonly Order[];
  /** The end of the access that the customer has; `null` without any. */
  accessUntil: string | null;
  onPlaced: () => Promise<void>;
}

/** The form of an order. What was typed outlasts the session. */
function NewOrder({ choice, orders, accessUntil, onPlaced }: NewOrderProps) {
  const { data: pricing } = usePricing(null);
  const [last] = orders;
  const nameKey = `tezi:payer-name:${useSession()?.id}`;
  const [name, setName] = useState(() => readTyped(nameKey) ?? last?.payer_name ?? '');
  const placing = useMutation({
    mutationFn: ({ plan, interval }: Choice) =>
      api(placeOrder, { body: { plan, interval, payer_name: name } }),
    onSuccess: onPlaced,
  });
  const group = choice && pricing?.product_groups[choice.plan];
  const price = group?.[choice?.interval === 'year' ? 'yearly' : 'monthly'].bank_transfer_price;
  if (!choice || (pricing && !price)) return <NoOrder renewed={findRenewed(orders)} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!placing.isPending) placing.mutate(choice);
  };
  return (
    <section aria-labelledby="order" className="rounded-box border border-line-strong bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-3 sm:px-5">
        <h2 id="order" className="text-lg">
          {`${group?.display_name ?? 'Plan'}, one ${choice.interval}`}
        </h2>
        <Figure className="text-lg font-semibold">
          {price ? formatPrice({ price, currency: 'PKR' }) : '--'}
        </Figure>
      </header>
      <form onSubmit={submit} className="grid grid-cols-1 gap-4 px-4 py-4 sm:px-5">
        {accessUntil && (
          <p className="text-sm">
            You have access until <EndDate at={accessUntil} />.{' '}
            <span>{`The new ${choice.interval} starts after that, so that you lose no day.`}</span>
          </p>
        )}
        <TextField
          label="Name on the sending account"
          name="payer_name"
          value={name}
          required
          minLength={2}
          maxLength={100}
          autoComplete="name"
          hint="As your bank or wallet has it. We find your payment by it. If someone else pays for you, enter that name."
          onChange={({ target }) => {
            setName(target.value);
            storeTyped(nameKey, target.value);
          }}
          className="max-w-md"
        />
        <Notice tone="danger" role="alert">
          {placing.error && getErrorMessage(placing.error, 'The order was not placed')}
        </Notice>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" busy={placing.isPending}>
            {placing.isPending ? 'Placing the order…' : 'Place order'}
          </Button>
          <Link to={paths.pricing} className="link py-1 text-sm">
            Choose another plan
          </Link>
        </div>
        <p className="text-sm text-muted">
          You then get the account and your amount: a few rupees less than the price, and no one else's, so
          that we recognize your payment. Nothing is charged automatically.
        </p>
      </form>
    </section>
  );
}

function readTyped(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function storeTyped(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Without storage it lasts as long as the page.
  }
}

function NoOrder({ renewed }: { renewed: Order | null }) {
  return (
    <EmptyState
      title="You have no open order."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {renewed && (
            <ButtonLink to={getOrderPath(renewed)}>
              {`Order ${renewed.plan_name}, one ${renewed.interval}`}
            </ButtonLink>
          )}
          <ButtonLink to={paths.pricing} variant={renewed ? 'secondary' : 'primary'}>
            View Plans
          </ButtonLink>
        </div>
      }
    >
      Choose a plan that can be paid by bank transfer.
    </EmptyState>
  );
}

function OpenOrder({ order, onChanged }: { order: Order; onChanged: () => Promise<unknown> }) {
  const [isAsking, setAsking] = useState(false);
  const canceling = useMutation({
    mutationFn: () => api(cancelOrder, { params: { id: order.id } }),
    onSuccess: onChanged,
  });
  return (
    <section aria-labelledby="order" className="rounded-box border border-line-strong bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-3 sm:px-5">
        <h2 id="order" className="text-lg">
          {`${order.plan_name}, one ${order.interval}`}
        </h2>
        <Countdown until={order.expires_at} />
      </header>
      <div className="grid grid-cols-1 gap-4 px-4 py-3 sm:px-5">
        <p>
          Transfer exactly this amount from the account of{' '}
          <span className="font-semibold">{order.payer_name}</span>, in the app of your bank or wallet.
        </p>
        <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 sm:grid-cols-[minmax(0,1fr)_auto]">
          <dl className="divide-y divide-line border-y border-line text-sm">
            <Copied
              name="Amount"
              text={order.amount.replace(/\.00$/, '')}
              shown={formatPrice({ price: order.amount, currency: 'PKR' })}
              className="text-xl font-semibold"
            />
            {/* Apps ask for the number as it is dialed in Pakistan. */}
            {order.raast_id && <Copied name="Raast ID" text={order.raast_id.replace(/^\+92/, '0')} />}
            <Copied name="IBAN" text={order.iban} shown={order.iban.replace(/(.{4})(?=.)/g, '$1 ')} />
            <Copied name="Account title" text={order.account_title} />
            <Copied name="Bank" text={order.bank} />
            <Copied name="Note, if the app has one" text={order.code} />
          </dl>
          {order.qr && (
            <figure className="grid max-w-52 gap-2">
              <QrCode
                text={order.qr}
                label="Raast QR code with the account and the amount"
                className="size-52 rounded-box border border-line"
              />
              <figcaption className="text-sm text-muted">
                Or scan it with your banking app, and check the account title and the amount there.
              </figcaption>
            </figure>
          )}
        </div>
        <ul className="list-disc ps-5 text-sm text-muted">
          <li>
            We confirm payments with the statement of our bank, usually on the same or the next working day.
            Premium access starts then, and the receipt comes by email.
          </li>
          <li>Another amount cannot be recognized: we look for it by hand, which takes longer.</li>
          <li>A payment after the order has expired is not lost, but is checked by hand.</li>
        </ul>
      </div>
      <Receipts order={order} onChanged={onChanged} />
      <div className="border-t border-line px-4 py-3 sm:px-5">
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Cancel order
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Cancel order ${order.code}`}
          confirmLabel="Cancel order"
          cancelLabel="Keep it"
          isPending={canceling.isPending}
          error={canceling.error && getErrorMessage(canceling.error)}
          onConfirm={() => canceling.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>Keep the order if you have transferred the money: it is how we recognize the payment.</p>
        </ConfirmDialog>
      )}
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

interface CopiedProps {
  name: string;
  text: string;
  shown?: string;
  className?: string;
}

/** A value with a button that copies it. */
function Copied({ name, text, shown = text, className = '' }: CopiedProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify.copied('Copied', `${name}: ${text}`);
    } catch {
      notify.error('Not copied', 'The browser blocked access to the clipboard. Select the text instead.');
    }
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2">
      <dt className="text-muted">{name}</dt>
      <dd className={`wrap-anywhere ${className}`} translate="no">
        {shown}
      </dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <Button variant="secondary" size="small" onClick={() => void copy()}>
          Copy <span className="sr-only">{name}</span>
        </Button>
      </dd>
    </div>
  );
}

/** Uploads a receipt. It helps to find the payment and proves nothing alone. */
function Receipts({ order, onChanged }: { order: Order; onChanged: () => Promise<unknown> }) {
  const field = useId();
  const uploading = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_RECEIPT_BYTES)
        throw new UnreadableFile(
          `${file.name} is larger than 5 MB. Choose a smaller one, such as a screenshot.`,
        );
      return api(uploadReceipt, { params: { id: order.id }, body: { content: await toBase64(file) } });
    },
    onSuccess: onChanged,
  });
  const { error, isPending, isSuccess } = uploading;
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file && !isPending) uploading.mutate(file);
    target.value = '';
  };
  return (
    <div className="grid grid-cols-1 gap-2 border-t border-line px-4 py-3 sm:px-5">
      <h3 className="font-semibold">Receipt</h3>
      <p className="text-sm text-muted">
        After the transfer you can upload its receipt: an image or a PDF of at most 5 MB. It helps us to find
        your payment. Only our administrators see it.
      </p>
      <p role="status" className="text-sm font-semibold empty:hidden">
        {isPending
          ? 'Uploading…'
          : order.receipts > 0 &&
            `${isSuccess ? 'Thank you. ' : ''}${order.receipts} of ${MAX_RECEIPTS} receipts uploaded.`}
      </p>
      {order.receipts < MAX_RECEIPTS && (
        <div>
          <input
            id={field}
            type="file"
            accept="image/jpeg,image/png,image/webp,application/pdf"
            onChange={choose}
            className="peer sr-only"
          />
          <label
            htmlFor={field}
            className={getButtonClass(
              { variant: 'secondary' },
              'cursor-pointer hover:bg-sunken peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent',
            )}
          >
            {order.receipts > 0 ? 'Upload another receipt' : 'Upload a receipt'}
          </label>
        </div>
      )}
      <Notice tone="danger" role="alert">
        {error && (error instanceof UnreadableFile ? error.message : getErrorMessage(error))}
      </Notice>
    </div>
  );
}

/** Its message is for the customer. */
class UnreadableFile extends Error {}

async function toBase64(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new UnreadableFile('The file could not be read. Choose it again.'));
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
