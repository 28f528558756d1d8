import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { formatShortDate } from '#core/contract/dates.ts';
import type { SiteData } from '#core/contract/page-entry.ts';
import { paths } from '#core/contract/paths.ts';
import { useConfirmedAction } from '#core/web/admin/admin-forms.tsx';
import { AdminPage, createAdminMeta, forAdministrators } from '#core/web/admin/admin-page.tsx';
import { getAdminErrorMessage, useAdminQuery, useRefetch } from '#core/web/admin/admin-query.ts';
import { RowAction } from '#core/web/admin/row-action.tsx';
import { TableSection } from '#core/web/admin/table-section.tsx';
import { api } from '#core/web/api/api.ts';
import { getNow } from '#core/web/api/server-clock.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { Button, ButtonLink } from '#core/web/ui/button.tsx';
import { Dialog } from '#core/web/ui/dialogs/dialog.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { saveFile } from '#core/web/ui/save-file.ts';
import { EndDate, PakistanDate, PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  confirmTransfers,
  MAX_CONFIRMED_TOGETHER,
  readOrderReceipt,
  readTransfers,
  removeTransferPayment,
  type SettledRow,
  settleTransferRow,
  type TransferOrder,
  type TransferPayment,
  type TransferRow,
} from '#features/billing/contract/bank-transfers.ts';
import { formatPrice } from '#features/billing/contract/format-price.ts';
import { writeSampleStatement } from './sample-statement.ts';

export const meta = createAdminMeta(
  'Bank transfers',
  'Payments by bank transfer and the orders that wait for them.',
);

const KEY = ['admin-transfers'];
const formatRupees = (price: string) => formatPrice({ price, currency: 'PKR' });

export default forAdministrators('Bank transfers', function Transfers() {
  const transfers = useAdminQuery({ queryKey: KEY, queryFn: () => api(readTransfers, {}) });
  const isDemo = Boolean(useRouteLoaderData<SiteData>('root')?.demo);
  return (
    <AdminPage
      title="Bank transfers"
      description="Import the statement of the account, then confirm what it pays for. Access starts with the confirmation."
      actions={
        <ButtonLink to={`${paths.adminImports}?kind=bank-statement`} variant="secondary">
          Import statement
        </ButtonLink>
      }
      query={transfers}
    >
      <QueryResult query={transfers} loading="Loading bank transfers...">
        {(data) => {
          const orders = new Map(data.orders.map((order) => [order.id, order]));
          const certain = data.rows.filter((row) => row.certain);
          return (
            <div className="grid gap-8">
              {!data.is_enabled && (
                <Notice title="Bank transfers are off">
                  Customers cannot place orders. The BANK_TRANSFER_… settings turn them on.
                </Notice>
              )}
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
                <p>
                  {data.statement_until
                    ? `Statements are imported until ${formatShortDate(data.statement_until)}.`
                    : 'No statement is imported yet.'}
                </p>
                {isDemo && <SampleStatement orders={data.orders} />}
              </div>
              <Certain rows={certain} orders={orders} />
              <Doubtful
                rows={data.rows.filter((row) => !row.certain)}
                count={data.row_count - certain.length}
                orders={orders}
              />
              <Waiting orders={data.orders} />
              <Payments payments={data.payments} count={data.payment_count} />
              <Settled rows={data.settled} />
            </div>
          );
        }}
      </QueryResult>
    </AdminPage>
  );
});

/** The demo has no bank that prints one. */
function SampleStatement({ orders }: { orders: TransferOrder[] }) {
  const open = orders.filter(({ status }) => status === 'open');
  const save = () =>
    saveFile('sample-statement.csv', new Blob([writeSampleStatement(open, getNow())], { type: 'text/csv' }));
  return (
    <Button variant="secondary" size="small" onClick={save}>
      Download a sample statement
    </Button>
  );
}

type Orders = ReadonlyMap<string, TransferOrder>;

/** Lists the matches that need no decision, to confirm them together. */
function Certain({ rows, orders }: { rows: TransferRow[]; orders: Orders }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const reload = useRefetch(KEY);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const chosen = rows.filter(({ id }) => !left.has(id)).slice(0, MAX_CONFIRMED_TOGETHER);
  const confirming = useMutation({
    mutationFn: () =>
      api(confirmTransfers, {
        body: {
          matches: chosen.flatMap(({ id, certain }) => {
            const order = orders.get(certain?.order_id ?? '');
            return order ? [{ order_id: order.id, row_ids: [id], order_status: order.status }] : [];
          }),
        },
      }),
    onSuccess: ({ payments }) => {
      notify.success(
        'Payments confirmed',
        `${payments.length} ${payments.length === 1 ? 'customer has' : 'customers have'} access.`,
      );
      heading.current?.focus();
    },
    onError: (error) => notify.error('Nothing was confirmed', getAdminErrorMessage(error)),
    onSettled: reload,
  });
  return (
    <div className="grid gap-3">
      <TableSection
        title="Certain matches"
        description="The amount, the time and the payer fit one order. Confirm them together."
        emptyText="No payment waits for its confirmation."
        headingRef={heading}
        rows={rows}
        getKey={({ id }) => String(id)}
        numeric={['Amount']}
        columns={{
          Order: ({ id, certain }) => {
            const order = orders.get(certain?.order_id ?? '');
            return (
              <label className="flex items-start gap-3">
                <input
                  type="checkbox"
                  aria-label={`Confirm order ${order?.code}`}
                  checked={!left.has(id)}
                  onChange={() => setLeft((before) => toggle(before, id))}
                  className="size-5 shrink-0 accent-accent"
                />
                <OrderCell order={order} />
              </label>
            );
          },
          Received: (row) => <Received row={row} />,
          Amount: ({ amount }) => formatRupees(amount),
          Evidence: ({ certain }) => certain?.evidence.join(', ') ?? '',
        }}
      />
      {rows.length > 0 && (
        <Button
          className="w-fit"
          disabled={chosen.length === 0}
          busy={confirming.isPending}
          onClick={() => confirming.mutate()}
        >
          {confirming.isPending
            ? 'Confirming…'
            : `Confirm ${chosen.length} ${chosen.length === 1 ? 'payment' : 'payments'}`}
        </Button>
      )}
    </div>
  );
}

function toggle(before: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}

const REASON = { label: 'Reason (stored in the audit log)', name: 'reason', minLength: 3, maxLength: 500 };

interface Decision {
  row: TransferRow;
  order: TransferOrder;
  doubts: string[];
  /** The credit is a part of the payment that the order has. */
  isAddition: boolean;
}

/** Lists the credits that an administrator must decide about. */
function Doubtful({ rows, count, orders }: { rows: TransferRow[]; count: number; orders: Orders }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const reload = useRefetch(KEY);
  const confirmation = useConfirmedAction(
    ({ row, order, doubts, isAddition }: Decision) => ({
      title: isAddition ? `Add to the payment of ${order.code}` : `Confirm order ${order.code}`,
      description: isAddition
        ? `${formatRupees(row.amount)} is a part of what was paid for this order. The receipt is sent again with the sum; access stays as it is.`
        : `${formatRupees(row.amount)} for ${order.plan_name}, one ${order.interval}. ${doubts.join(' ')}`,
      confirmLabel: isAddition ? 'Add' : 'Confirm',
      pendingLabel: 'Confirming…',
      field: REASON,
      run: (reason: string) =>
        api(confirmTransfers, {
          body: {
            matches: [
              {
                order_id: order.id,
                row_ids: [row.id],
                adds_to_payment: isAddition,
                order_status: order.status,
                reason,
              },
            ],
          },
        }),
      success: [
        isAddition ? 'Credit added' : 'Payment confirmed',
        isAddition
          ? `It belongs to the payment of ${order.code}.`
          : `The customer of ${order.code} has access.`,
      ] as [string, string],
      onSuccess: () => void reload(),
    }),
    heading,
  );
  const settlement = useConfirmedAction(
    ({ row, as }: { row: TransferRow; as: 'returned' | 'unrelated' }) => ({
      title: as === 'returned' ? 'The money was returned' : 'Pays for no order',
      description: `${formatRupees(row.amount)} of ${formatShortDate(row.date)} is no longer listed.`,
      confirmLabel: 'Settle',
      pendingLabel: 'Settling…',
      field: REASON,
      run: (reason: string) =>
        api(settleTransferRow, { params: { id: String(row.id) }, body: { settled_as: as, reason } }),
      success: ['Credit settled', 'It is no longer listed.'] as [string, string],
      onSuccess: () => void reload(),
    }),
    heading,
  );
  return (
    <>
      <TableSection
        title="Doubtful credits"
        description="Decide what they pay for. The best candidates are first."
        emptyText="No credit waits for a decision."
        headingRef={heading}
        count={count}
        rows={rows}
        getKey={({ id }) => String(id)}
        numeric={['Amount']}
        columns={{
          Received: (row) => <Received row={row} />,
          Amount: ({ amount }) => formatRupees(amount),
          Candidates: (row) =>
            row.candidates.length === 0 ? (
              'No order fits.'
            ) : (
              <ul className="grid gap-2">
                {row.candidates.map(({ order_id, doubts, evidence }) => {
                  const order = orders.get(order_id);
                  return (
                    order && (
                      <li key={order_id} className="grid gap-1">
                        <OrderCell order={order} />
                        <span className="text-muted">
                          {[`Fits: ${evidence.join(', ')}.`, ...doubts].join(' ')}
                        </span>
                        <span className="flex flex-wrap gap-2">
                          {order.status === 'paid' && (
                            <RowAction
                              row={order.code}
                              onClick={() => confirmation.confirm({ row, order, doubts, isAddition: true })}
                            >
                              Add to its payment…
                            </RowAction>
                          )}
                          <RowAction
                            row={order.code}
                            onClick={() => confirmation.confirm({ row, order, doubts, isAddition: false })}
                          >
                            {order.status === 'paid' ? 'One more period…' : 'Confirm…'}
                          </RowAction>
                        </span>
                      </li>
                    )
                  );
                })}
              </ul>
            ),
        }}
        actions={(row) => (
          <>
            <RowAction row={String(row.id)} onClick={() => settlement.confirm({ row, as: 'returned' })}>
              Returned…
            </RowAction>
            <RowAction row={String(row.id)} onClick={() => settlement.confirm({ row, as: 'unrelated' })}>
              No order…
            </RowAction>
          </>
        )}
      />
      {confirmation.dialog}
      {settlement.dialog}
    </>
  );
}

function Received({ row }: { row: Pick<TransferRow, 'date' | 'time' | 'narration'> }) {
  return (
    <>
      <span className="block">{`${formatShortDate(row.date)}${row.time ? `, ${row.time.slice(0, 5)}` : ''}`}</span>
      <span className="block max-w-sm text-muted wrap-anywhere">{row.narration}</span>
    </>
  );
}

function OrderCell({ order }: { order: TransferOrder | undefined }) {
  if (!order) return null;
  return (
    <span className="block">
      <span className="font-semibold">{order.code}</span>{' '}
      <span>{`${formatRupees(order.amount)}, ${order.payer_name || 'deleted account'}`}</span>{' '}
      {order.status !== 'open' && <Badge>{STATUS_NAMES[order.status]}</Badge>}
      <span className="block text-muted wrap-anywhere">{order.customer_email}</span>
    </span>
  );
}

const STATUS_NAMES = {
  open: 'Open',
  paid: 'Paid',
  expired: 'Expired',
  canceled: 'Canceled',
  refunded: 'Refunded',
} as const;

/** Lists the orders without a confirmed payment, with their receipts. */
function Waiting({ orders }: { orders: TransferOrder[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const reload = useRefetch(KEY);
  const waiting = orders.filter(({ status }) => status === 'open' || status === 'expired');
  const grant = useConfirmedAction(
    (order: TransferOrder) => ({
      title: `Grant ${order.code} without a statement`,
      description:
        'A receipt can be forged. The customer gets access although no statement shows the money. Do this only if you have seen it in the account.',
      confirmLabel: 'Grant access',
      pendingLabel: 'Granting…',
      variant: 'danger' as const,
      field: REASON,
      run: (reason: string) =>
        api(confirmTransfers, {
          body: { matches: [{ order_id: order.id, row_ids: [], order_status: order.status, reason }] },
        }),
      success: ['Access granted', `The customer of ${order.code} has access.`] as [string, string],
      onSuccess: () => void reload(),
    }),
    heading,
  );
  return (
    <>
      <TableSection
        title="Orders that wait"
        emptyText="No order waits for its payment."
        headingRef={heading}
        rows={waiting}
        getKey={({ id }) => id}
        columns={{
          Order: (order) => <OrderCell order={order} />,
          Plan: ({ plan_name, interval }) => `${plan_name}, one ${interval}`,
          Placed: ({ created_at }) => <PakistanTime at={created_at} />,
          Expires: ({ expires_at }) => <PakistanTime at={expires_at} />,
          Receipts: ({ receipts }) =>
            receipts.length === 0
              ? 'None'
              : receipts.map((receipt, index) => (
                  <Receipt key={receipt.id} receipt={receipt} number={index + 1} />
                )),
        }}
        actions={(order) =>
          order.customer_id !== null && (
            <RowAction row={order.code} onClick={() => grant.confirm(order)}>
              Grant…
            </RowAction>
          )
        }
      />
      {grant.dialog}
    </>
  );
}

/** Shows a receipt that is an image, and downloads a PDF, which is never opened in this page. */
function Receipt({ receipt, number }: { receipt: TransferOrder['receipts'][number]; number: number }) {
  const [image, setImage] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(readOrderReceipt, { params: { id: receipt.id } }),
    onSuccess: ({ media_type, content }) => {
      if (media_type !== 'application/pdf') return setImage(`data:${media_type};base64,${content}`);
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      saveFile(`receipt-${receipt.id.slice(0, 8)}.pdf`, new Blob([bytes], { type: media_type }));
    },
    onError: (error) => notify.error('The receipt was not read', getAdminErrorMessage(error)),
  });
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Button
        variant="secondary"
        size="small"
        busy={isPending}
        onClick={() => mutate()}
        className="whitespace-nowrap"
      >
        {receipt.media_type === 'application/pdf' ? `Receipt ${number} (PDF)` : `Receipt ${number}`}
      </Button>
      {receipt.is_reused && <Badge variant="danger">Also of another order</Badge>}
      {image && (
        <Dialog
          title={`Receipt ${number}`}
          description="It proves nothing alone: confirm what a statement shows."
          onClose={() => setImage(null)}
          size="large"
        >
          <img src={image} alt="The receipt that the customer uploaded" className="mx-auto max-w-full" />
        </Dialog>
      )}
    </span>
  );
}

function Payments({ payments, count }: { payments: TransferPayment[]; count: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const reload = useRefetch(KEY);
  const removal = useConfirmedAction(
    ({ payment, as }: { payment: TransferPayment; as: 'reverted' | 'refunded' }) => ({
      title: as === 'refunded' ? `Refund ${payment.receipt_number}` : `Revert ${payment.receipt_number}`,
      description:
        as === 'refunded'
          ? 'Send the money back to the account that it came from first. The access ends immediately, and the customer gets a credit note.'
          : 'The confirmation was a mistake: its access ends immediately, and the credit can be used again.',
      confirmLabel: as === 'refunded' ? 'Record refund' : 'Revert',
      pendingLabel: 'Saving…',
      variant: 'danger' as const,
      field: REASON,
      run: (reason: string) =>
        api(removeTransferPayment, { params: { id: payment.id }, body: { removal: as, reason } }),
      success: [
        as === 'refunded' ? 'Refund recorded' : 'Confirmation reverted',
        'The customer is notified.',
      ] as [string, string],
      onSuccess: () => void reload(),
    }),
    heading,
  );
  return (
    <>
      <TableSection
        title="Payments"
        emptyText="No payment is confirmed yet."
        headingRef={heading}
        count={count}
        rows={payments}
        getKey={({ id }) => id}
        numeric={['Amount']}
        columns={{
          Receipt: ({ receipt_number, code, credit_note, customer_id, customer_email }) => (
            <>
              <span className="me-1 font-semibold">{receipt_number}</span>
              <span className="text-muted">
                {[`order ${code}`, credit_note && `credit note ${credit_note}`].filter(Boolean).join(', ')}
              </span>
              {customer_id ? (
                <Link to={`${paths.adminCustomers}?id=${customer_id}`} className="link block w-fit">
                  {customer_email ?? customer_id}
                </Link>
              ) : (
                <span className="block">Deleted account</span>
              )}
            </>
          ),
          Amount: ({ amount }) => formatRupees(amount),
          Period: ({ period_start, period_end }) => (
            <span>
              <PakistanDate at={period_start} /> to <EndDate at={period_end} />
            </span>
          ),
          Confirmed: ({ confirmed_at, confirmed_by, reason }) => (
            <>
              <span className="block">
                <PakistanTime at={confirmed_at} />
              </span>
              <span className="block text-muted">{confirmed_by}</span>
              {reason && <span className="block text-muted wrap-anywhere">{reason}</span>}
            </>
          ),
          State: ({ removal: state, removal_reason }) =>
            state ? (
              <>
                <Badge variant="outline">{state === 'refunded' ? 'Refunded' : 'Reverted'}</Badge>
                <span className="block text-muted wrap-anywhere">{removal_reason}</span>
              </>
            ) : (
              <Badge variant="active">Confirmed</Badge>
            ),
        }}
        actions={(payment) =>
          payment.removal === null && (
            <>
              <RowAction
                row={payment.receipt_number}
                onClick={() => removal.confirm({ payment, as: 'reverted' })}
              >
                Revert…
              </RowAction>
              <RowAction
                row={payment.receipt_number}
                onClick={() => removal.confirm({ payment, as: 'refunded' })}
              >
                Refund…
              </RowAction>
            </>
          )
        }
      />
      {removal.dialog}
    </>
  );
}

/** Lists the credits that were settled last. A mistake is corrected by listing one again. */
function Settled({ rows }: { rows: SettledRow[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const reload = useRefetch(KEY);
  const listing = useConfirmedAction(
    (row: SettledRow) => ({
      title: 'List the credit again',
      description: `${formatRupees(row.amount)} of ${formatShortDate(row.date)} waits for a decision again.`,
      confirmLabel: 'List again',
      pendingLabel: 'Saving…',
      field: REASON,
      run: (reason: string) =>
        api(settleTransferRow, { params: { id: String(row.id) }, body: { settled_as: null, reason } }),
      success: ['Credit listed again', 'Decide what it pays for.'] as [string, string],
      onSuccess: () => void reload(),
    }),
    heading,
  );
  if (rows.length === 0) return null;
  return (
    <>
      <TableSection
        title="Settled credits"
        emptyText="No credit is settled."
        headingRef={heading}
        rows={rows}
        getKey={({ id }) => String(id)}
        numeric={['Amount']}
        columns={{
          Received: (row) => <Received row={{ ...row, time: null }} />,
          Amount: ({ amount }) => formatRupees(amount),
          Settled: ({ settled_as: as, settled_by: by, settled_reason: reason }) => (
            <>
              <span className="block">{as === 'returned' ? 'Returned' : 'Pays for no order'}</span>
              <span className="block text-muted wrap-anywhere">{`${by}: ${reason}`}</span>
            </>
          ),
        }}
        actions={(row) => (
          <RowAction row={String(row.id)} onClick={() => listing.confirm(row)}>
            List again…
          </RowAction>
        )}
      />
      {listing.dialog}
    </>
  );
}
