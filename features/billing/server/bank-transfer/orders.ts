import { randomInt } from 'node:crypto';
import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { BankTransferSettings } from '#core/server/config/settings/bank-transfer-settings.ts';
import { addMilliseconds, DAY, HOUR } from '#core/server/platform/clock.ts';
import { ADVISORY_LOCKS } from '#core/server/platform/database/advisory-locks.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { badRequest, conflict, notFound } from '#core/server/platform/http-error.ts';
import { lockCustomer } from '#features/accounts/server/accounts.ts';
import { MAX_RECEIPTS, type Order } from '#features/billing/contract/orders.ts';
import type { BillingInterval } from '#features/billing/contract/subscriptions.ts';
import { toMajorUnits } from '#features/billing/server/checkout/amount.ts';
import { assertCanBuy } from '#features/billing/server/checkout/purchase-rules.ts';
import {
  localPayments,
  localSubscriptions,
  orderReceipts,
  orders,
  statementRows,
} from './bank-transfer.tables.ts';
import type { StoredReceipt } from './receipts/read-receipt.ts';
import { LATE_MS } from './rules/match-rows.ts';
import { pickOrderAmount } from './rules/order-amounts.ts';
import { makeOrderCode } from './rules/order-codes.ts';
import { makeAccountQr, makeMerchantQr } from './rules/raast-qr.ts';

export type OrderRow = typeof orders.$inferSelect;
export type LocalPaymentRow = typeof localPayments.$inferSelect;

export const PROVIDER = 'bank_transfer' as const;
/** How long after an order no other one gets its amount: its statement may be imported as late. */
const RESERVED_MS = 7 * DAY;
const MAX_LISTED_ORDERS = 20;

/** Orders and confirmations take turns, so that amounts differ and receipts are numbered without gaps. */
export async function lockTransfers(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.bankTransfers})`);
}

interface OrderInput {
  plan: OrderRow['planKey'];
  interval: BillingInterval;
  payer_name: string;
}

/** Places an order with an amount of its own. Throws for a second open order, and if the time is paid for with another provider. */
export async function placeOrder(
  tx: Transaction,
  userId: string,
  { input, settings, now }: { input: OrderInput; settings: BankTransferSettings; now: Date },
): Promise<OrderRow> {
  const plan = settings.plans.find(({ key }) => key === input.plan);
  const pricePaisa = input.interval === 'year' ? plan?.yearPaisa : plan?.monthPaisa;
  if (!plan || !pricePaisa)
    throw badRequest('not_for_sale', { plan: ['This plan cannot be paid by bank transfer.'] });
  if (!(await lockCustomer(tx, userId))) throw notFound();
  await lockTransfers(tx);
  await assertCanBuy(tx, userId, { provider: PROVIDER, now });
  const isOwnOpen = and(eq(orders.userId, userId), eq(orders.status, 'open'));
  const known = await tx
    .select()
    .from(orders)
    .where(or(eq(orders.isReserved, true), isOwnOpen));
  const own = known.find((order) => order.userId === userId && order.status === 'open');
  if (own && own.expiresAt > now)
    throw conflict('order_open', `Your order ${own.code} is open. Pay it, or cancel it first.`);
  if (own) await tx.update(orders).set({ status: 'expired' }).where(eq(orders.id, own.id));
  const earliest = addMilliseconds(now, -RESERVED_MS);
  const [free, reserved] = [
    known.filter(({ expiresAt }) => expiresAt < earliest),
    known.filter(({ expiresAt }) => expiresAt >= earliest),
  ];
  // A customer holds one amount of a plan, so that placing and canceling orders does not use them up.
  const repeated = reserved.find(
    (order) =>
      order.userId === userId &&
      order.status !== 'paid' &&
      order.planKey === plan.key &&
      order.interval === input.interval &&
      order.pricePaisa === pricePaisa,
  );
  const freeIds = [...free, ...(repeated ? [repeated] : [])].map(({ id }) => id);
  if (freeIds.length > 0)
    await tx.update(orders).set({ isReserved: false }).where(isOneOf(orders.id, freeIds));
  const prices = settings.plans.flatMap(({ monthPaisa, yearPaisa }) => [monthPaisa ?? 0, yearPaisa ?? 0]);
  const taken = new Set([...reserved.map((order) => order.amountPaisa), ...prices]);
  const amountPaisa = repeated?.amountPaisa ?? pickOrderAmount(pricePaisa, taken, randomInt);
  if (amountPaisa === null)
    throw conflict('orders_full', 'Too many orders are open. Try again in a few hours.');
  const [row] = await tx
    .insert(orders)
    .values({
      code: makeOrderCode(),
      userId,
      planKey: plan.key,
      planName: plan.displayName,
      interval: input.interval,
      pricePaisa,
      amountPaisa,
      payerName: input.payer_name,
      createdAt: now,
      expiresAt: addMilliseconds(now, settings.orderHours * HOUR),
    })
    .returning();
  return row as OrderRow;
}

/** Cancels an open order. A payment that is under way stays listed for administrators. */
export async function cancelOrder(tx: Transaction, userId: string, id: string): Promise<void> {
  const row = await lockOwnOrder(tx, userId, id);
  if (row.status === 'canceled') return;
  if (row.status !== 'open') throw conflict('order_closed', 'This order is closed and cannot be canceled.');
  await tx.update(orders).set({ status: 'canceled' }).where(eq(orders.id, id));
}

/** Stores a receipt of an order that waits for its payment. The same file is stored once. */
export async function addReceipt(
  tx: Transaction,
  target: { userId: string; id: string; now: Date },
  receipt: StoredReceipt,
): Promise<OrderRow> {
  const row = await lockOwnOrder(tx, target.userId, target.id);
  if (row.status === 'paid') throw conflict('order_closed', 'This order is paid: no receipt is needed.');
  if (addMilliseconds(row.expiresAt, LATE_MS) <= target.now)
    throw conflict('order_closed', 'This order has expired. If you have paid, contact us with the receipt.');
  const stored = await tx
    .select({ sha256: orderReceipts.sha256 })
    .from(orderReceipts)
    .where(eq(orderReceipts.orderId, row.id));
  if (stored.some(({ sha256 }) => sha256 === receipt.sha256)) return row;
  if (stored.length >= MAX_RECEIPTS)
    throw conflict('receipts_full', `An order has at most ${MAX_RECEIPTS} receipts.`);
  await tx.insert(orderReceipts).values({ ...receipt, orderId: row.id, uploadedAt: target.now });
  return row;
}

async function lockOwnOrder(tx: Transaction, userId: string, id: string): Promise<OrderRow> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, userId)))
    .for('update');
  if (!row) throw notFound();
  return row;
}

/** Lists the last orders of a customer with their payments, newest first, in one query. */
export function listCustomerOrders(
  db: Queryable,
  userId: string,
  { limit = MAX_LISTED_ORDERS, id = '' } = {},
) {
  return db
    .select({
      order: orders,
      payment: localPayments,
      receipts: db.$count(orderReceipts, eq(orderReceipts.orderId, orders.id)),
    })
    .from(orders)
    .leftJoin(localPayments, isNewestPayment)
    .where(and(eq(orders.userId, userId), id === '' ? undefined : eq(orders.id, id)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
}

/** Joins the payment of an order, of several the newest that was not reverted or refunded. */
const isNewestPayment = eq(
  localPayments.id,
  sql`(select newest.id from ${localPayments} newest where newest.order_id = ${orders.id} order by newest.removed_at is null desc, newest.number desc limit 1)`,
);

/** Returns the state of an order as it is shown. The time of an open one may have passed since it was stored. */
export function getOrderStatus(
  { status, expiresAt }: Pick<OrderRow, 'status' | 'expiresAt'>,
  payment: Pick<LocalPaymentRow, 'removal'> | null,
  now: Date,
): Order['status'] {
  if (status === 'paid' && payment?.removal === 'refunded') return 'refunded';
  return status === 'open' && expiresAt <= now ? 'expired' : status;
}

export const formatReceiptNumber = (number: number) => `R-${String(number).padStart(6, '0')}`;
export const formatCreditNumber = (number: number) => `C-${String(number).padStart(6, '0')}`;
export const toRupees = (paisa: number) => toMajorUnits(String(paisa), 'PKR');

/** Presents an order to its customer. */
export function presentOrder(
  { order, payment, receipts }: { order: OrderRow; payment: LocalPaymentRow | null; receipts: number },
  settings: Pick<BankTransferSettings, 'accountTitle' | 'bank' | 'iban' | 'raastId' | 'merchantQr'>,
  now: Date,
): Order {
  const { amountPaisa, expiresAt, code } = order;
  const merchantQr =
    settings.merchantQr && makeMerchantQr(settings.merchantQr, { amountPaisa, reference: code });
  return {
    id: order.id,
    code,
    status: getOrderStatus(order, payment, now),
    plan: order.planKey,
    plan_name: order.planName,
    interval: order.interval,
    amount: toRupees(amountPaisa),
    price: toRupees(order.pricePaisa),
    payer_name: order.payerName,
    account_title: settings.accountTitle,
    bank: settings.bank,
    iban: settings.iban,
    raast_id: settings.raastId,
    qr: merchantQr ?? makeAccountQr(settings.iban, amountPaisa, expiresAt),
    created_at: order.createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    receipts,
    payment: payment && payment.removal !== 'reverted' ? presentOwnPayment(payment) : null,
  };
}

const presentOwnPayment = (payment: LocalPaymentRow): NonNullable<Order['payment']> => ({
  receipt_number: formatReceiptNumber(payment.number),
  amount: toRupees(payment.amountPaisa),
  period_start: payment.startsAt.toISOString(),
  period_end: payment.endsAt.toISOString(),
  confirmed_at: payment.confirmedAt.toISOString(),
});

/** The time after which receipts, and credits that were never used, are deleted. */
const RETENTION_MS = 366 * DAY;

/** Deletes receipts after a year, and what statements say about credits that pay for nothing. */
export async function removeOldTransfers(db: Queryable, now: Date): Promise<void> {
  const before = addMilliseconds(now, -RETENTION_MS);
  await db.delete(orderReceipts).where(lt(orderReceipts.uploadedAt, before));
  await db.execute(sql`
    with old as (
      delete from bank_statement_rows where imported_at < ${before.toISOString()}::timestamptz and payment_id is null returning id
    )
    delete from import_changes change using old, imports import
    where change.row_id = old.id and import.id = change.import_id and import.kind = 'bank-statement'`);
}

/** Erases what orders say about a customer, and ends the open ones. Payments stay for accounting. */
export async function unlinkOrders(tx: Transaction, userId: string): Promise<void> {
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  await tx.delete(orderReceipts).where(inArray(orderReceipts.orderId, own));
  await tx
    .update(orders)
    .set({ status: 'canceled' })
    .where(and(eq(orders.userId, userId), eq(orders.status, 'open')));
  await tx.update(orders).set({ userId: null, payerName: '' }).where(eq(orders.userId, userId));
  const paid = tx
    .select({ id: localPayments.id })
    .from(localPayments)
    .where(eq(localPayments.userId, userId));
  await tx
    .update(statementRows)
    .set({ narration: '', reference: null })
    .where(inArray(statementRows.paymentId, paid));
  await tx.update(localPayments).set({ userId: null }).where(eq(localPayments.userId, userId));
  await tx.update(localSubscriptions).set({ userId: null }).where(eq(localSubscriptions.userId, userId));
}
