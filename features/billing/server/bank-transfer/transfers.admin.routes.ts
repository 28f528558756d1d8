import { desc, eq, isNotNull, isNull, max, sql } from 'drizzle-orm';
import { formatEndDate } from '#core/contract/dates.ts';
import { getBankTransfer } from '#core/server/config/service-modes.ts';
import { parseId } from '#core/server/http/parse-id.ts';
import { isOneOf, TOTAL } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { listCustomerEmails } from '#features/accounts/server/accounts.ts';
import { getAdministratorName } from '#features/accounts/server/admin/admin.ts';
import {
  confirmTransfers as confirmEndpoint,
  MAX_LISTED_TRANSFERS,
  readOrderReceipt,
  readTransfers,
  removeTransferPayment,
  type SettledRow,
  settleTransferRow,
  type TransferOrder,
  type TransferPayment,
  type TransferRow,
} from '#features/billing/contract/bank-transfers.ts';
import { queueBillingEmail } from '#features/billing/server/emails/queue-billing-email.ts';
import { localPayments, orderReceipts, orders, statementRows } from './bank-transfer.tables.ts';
import {
  confirmTransfers,
  readMatches,
  removePayment,
  type StatementRow,
  settleRow,
} from './confirm-transfers.ts';
import {
  formatCreditNumber,
  formatReceiptNumber,
  getOrderStatus,
  type LocalPaymentRow,
  type OrderRow,
  toRupees,
} from './orders.ts';
import type { Candidate } from './rules/match-rows.ts';

/** Lets administrators confirm bank transfers by the rows of statements. */
export function adminTransfersRoutes({ handle, config, database, clock }: RouteDependencies): void {
  const { db } = database;

  handle(readTransfers, async () => {
    const now = clock.now();
    const { rows, orders: recent, matches } = await readMatches(db, now);
    const candidates = new Set(matches.flatMap((match) => match.candidates.map(({ orderId }) => orderId)));
    const payments = await listPayments(db);
    const receipts = await listReceipts(
      db,
      recent.map(({ id }) => id),
    );
    const newest = await readNewestPayments(
      db,
      recent.map(({ id }) => id),
    );
    const getStatus = (order: OrderRow) => getOrderStatus(order, newest.get(order.id) ?? null, now);
    const waiting = recent.filter((order) => {
      const status = getStatus(order);
      return (
        candidates.has(order.id) ||
        status === 'open' ||
        (status === 'expired' && receipts.some(({ orderId }) => orderId === order.id))
      );
    });
    const userIds = [...waiting, ...payments.map(({ payment }) => payment)].flatMap(
      ({ userId }) => userId ?? [],
    );
    const emails = await listCustomerEmails(db, [...new Set(userIds)]);
    const [state] = await db.select({ until: max(statementRows.date) }).from(statementRows);
    const listed = rows
      .map((row, index) => presentRow(row, matches[index]))
      .toSorted((a, b) => Number(b.candidates.length > 0) - Number(a.candidates.length > 0));
    return {
      is_enabled: getBankTransfer(config) !== null,
      rows: listed.slice(0, MAX_LISTED_TRANSFERS),
      row_count: rows.length,
      settled: await listSettled(db),
      orders: waiting.map((order) =>
        presentOrder(order, {
          status: getStatus(order),
          email: emails.get(order.userId ?? '') ?? null,
          receipts: receipts.filter(({ orderId }) => orderId === order.id),
        }),
      ),
      payments: payments.map(({ payment, code }) =>
        presentPayment(payment, { code, email: emails.get(payment.userId ?? '') ?? null }),
      ),
      payment_count: payments[0]?.total ?? 0,
      statement_until: state?.until ?? null,
    };
  });

  handle(confirmEndpoint, ({ body, caller, events }) =>
    database.transaction(async (tx, announce) => {
      announce('bank-transfers');
      const by = await getAdministratorName(tx, caller.administratorId);
      const now = clock.now();
      const confirmed = await confirmTransfers(tx, body.matches, { by, now });
      const reasons = new Map(body.matches.map(({ order_id: id, reason }) => [id, reason]));
      for (const { payment, order, isAddition } of confirmed) {
        if (payment.userId === null) continue;
        // The receipt is sent again with its new amount.
        const occurrence = isAddition ? toRupees(payment.amountPaisa) : '';
        const email = { template: 'transfer-receipt', subjectId: payment.id, occurrence } as const;
        await queueBillingEmail(tx, payment.userId, email, now);
        await events.record(tx, {
          kind: 'transfer_confirmed',
          target: { type: 'customer', id: payment.userId },
          details: {
            label: `${order.code}, ${formatReceiptNumber(payment.number)}`,
            until: formatEndDate(payment.endsAt),
            ...(reasons.get(order.id) === undefined ? {} : { note: reasons.get(order.id) }),
          },
        });
      }
      return {
        payments: confirmed.map(({ payment, order }) =>
          presentPayment(payment, { code: order.code, email: null }),
        ),
      };
    }),
  );

  handle(removeTransferPayment, ({ params, body, caller, events }) =>
    database.transaction(async (tx, announce) => {
      announce('bank-transfers');
      const by = await getAdministratorName(tx, caller.administratorId);
      const now = clock.now();
      const { payment, order } = await removePayment(tx, params.id, body, { by, now });
      if (payment.userId !== null) {
        const email = { template: 'transfer-removed', subjectId: payment.id, occurrence: '' } as const;
        await queueBillingEmail(tx, payment.userId, email, now);
      }
      await events.record(tx, {
        kind: body.removal === 'refunded' ? 'transfer_refunded' : 'transfer_reverted',
        target:
          payment.userId === null
            ? { type: 'transfer', id: payment.id }
            : { type: 'customer', id: payment.userId },
        details: { label: `${order.code}, ${formatReceiptNumber(payment.number)}`, note: body.reason },
      });
      return presentPayment(payment, { code: order.code, email: null });
    }),
  );

  handle(settleTransferRow, ({ params, body, caller, events }) =>
    database.transaction(async (tx, announce) => {
      announce('bank-transfers');
      const by = await getAdministratorName(tx, caller.administratorId);
      const { settled_as: settledAs, reason } = body;
      const row = await settleRow(tx, parseId(params.id), { settledAs, by, reason, now: clock.now() });
      await events.record(tx, {
        kind: 'transfer_row_settled',
        target: { type: 'statement_row', id: String(row.id) },
        details: {
          label: `${row.date}, Rs ${toRupees(row.amountPaisa)}`,
          after: settledAs ?? 'listed',
          note: reason,
        },
      });
    }),
  );

  handle(readOrderReceipt, async ({ params }) => {
    const [row] = await db.select().from(orderReceipts).where(eq(orderReceipts.id, params.id));
    if (!row) throw notFound();
    return { media_type: row.mediaType, content: row.content.toString('base64') };
  });
}

const listPayments = (db: Queryable) =>
  db
    .select({ payment: localPayments, code: orders.code, total: TOTAL })
    .from(localPayments)
    .innerJoin(orders, eq(orders.id, localPayments.orderId))
    .orderBy(desc(localPayments.number))
    .limit(MAX_LISTED_TRANSFERS);

/** Returns the payment of each order, of several the newest that was not reverted or refunded. */
async function readNewestPayments(db: Queryable, orderIds: readonly string[]) {
  const rows = await db
    .select()
    .from(localPayments)
    .where(isOneOf(localPayments.orderId, orderIds))
    .orderBy(isNull(localPayments.removedAt), localPayments.number);
  return new Map(rows.map((row) => [row.orderId, row]));
}

const MAX_SETTLED = 50;

async function listSettled(db: Queryable): Promise<SettledRow[]> {
  const rows = await db
    .select()
    .from(statementRows)
    .where(isNotNull(statementRows.settledAs))
    .orderBy(desc(statementRows.updatedAt))
    .limit(MAX_SETTLED);
  return rows.flatMap(({ id, date, amountPaisa, narration, settledAs, settledBy, settledReason }) =>
    settledAs === null
      ? []
      : {
          id,
          date,
          amount: toRupees(amountPaisa),
          narration,
          settled_as: settledAs,
          settled_by: settledBy ?? '',
          settled_reason: settledReason ?? '',
        },
  );
}

/** Lists the receipts of orders without their files. */
const listReceipts = (db: Queryable, orderIds: readonly string[]) =>
  db
    .select({
      id: orderReceipts.id,
      orderId: orderReceipts.orderId,
      mediaType: orderReceipts.mediaType,
      isReused: sql<boolean>`exists (select from ${orderReceipts} other where other.sha256 = ${orderReceipts}.sha256 and other.order_id <> ${orderReceipts}.order_id)`,
    })
    .from(orderReceipts)
    .where(isOneOf(orderReceipts.orderId, orderIds))
    .orderBy(orderReceipts.uploadedAt);

const presentCandidate = ({ orderId, evidence, doubts }: Candidate) => ({
  order_id: orderId,
  evidence,
  doubts,
});

function presentRow(
  row: StatementRow,
  match: { certain: Candidate | null; candidates: Candidate[] } | undefined,
): TransferRow {
  return {
    id: row.id,
    date: row.date,
    time: row.time,
    amount: toRupees(row.amountPaisa),
    narration: row.narration,
    certain: match?.certain ? presentCandidate(match.certain) : null,
    candidates: (match?.candidates ?? []).map(presentCandidate),
  };
}

function presentOrder(
  order: OrderRow,
  {
    status,
    email,
    receipts,
  }: {
    status: TransferOrder['status'];
    email: string | null;
    receipts: Awaited<ReturnType<typeof listReceipts>>;
  },
): TransferOrder {
  return {
    id: order.id,
    code: order.code,
    status,
    customer_id: order.userId,
    customer_email: email,
    payer_name: order.payerName,
    plan_name: order.planName,
    interval: order.interval,
    amount: toRupees(order.amountPaisa),
    created_at: order.createdAt.toISOString(),
    expires_at: order.expiresAt.toISOString(),
    receipts: receipts.map(({ id, mediaType, isReused }) => ({
      id,
      media_type: mediaType,
      is_reused: isReused,
    })),
  };
}

const presentPayment = (
  payment: LocalPaymentRow,
  { code, email }: { code: string; email: string | null },
): TransferPayment => ({
  id: payment.id,
  receipt_number: formatReceiptNumber(payment.number),
  code,
  customer_id: payment.userId,
  customer_email: email,
  plan_name: payment.planName,
  amount: toRupees(payment.amountPaisa),
  period_start: payment.startsAt.toISOString(),
  period_end: payment.endsAt.toISOString(),
  confirmed_at: payment.confirmedAt.toISOString(),
  confirmed_by: payment.confirmedBy,
  reason: payment.reason,
  removal: payment.removal,
  removal_reason: payment.removalReason,
  credit_note: payment.creditNumber === null ? null : formatCreditNumber(payment.creditNumber),
});
