import { and, desc, eq, gt, gte, isNull, max, ne, sql } from 'drizzle-orm';
import { toKarachiDate } from '#core/contract/dates.ts';
import { addMilliseconds, DAY } from '#core/server/platform/clock.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { badRequest, conflict, notFound } from '#core/server/platform/http-error.ts';
import { lockCustomer } from '#features/accounts/server/accounts.ts';
import type { Order } from '#features/billing/contract/orders.ts';
import { getShownPremiumEnd, readPremiumSources } from '#features/billing/server/access/entitlement.ts';
import { localPayments, localSubscriptions, orders, statementRows } from './bank-transfer.tables.ts';
import { getOrderStatus, type LocalPaymentRow, lockTransfers, type OrderRow } from './orders.ts';
import { LATE_MS, type MatchRow, matchRows, type RowMatch } from './rules/match-rows.ts';
import { closeGap, getPaidPeriod } from './rules/paid-periods.ts';

export type StatementRow = typeof statementRows.$inferSelect;

/** More credits than this wait only if they are never settled. */
const MAX_ROWS = 5_000;
/** Statements may be imported so late. */
const LISTED_MS = 120 * DAY;
/** Orders wait at most 14 days, and a payment may be late. */
const MATCHED_MS = LATE_MS + 14 * DAY;

/** Lists the credits of the last months that are not used, oldest first, the orders that they may be for, and what matches. */
export async function readMatches(
  db: Queryable,
  now: Date,
): Promise<{ rows: StatementRow[]; orders: OrderRow[]; matches: RowMatch[] }> {
  const isUnused = and(isNull(statementRows.paymentId), isNull(statementRows.settledAs));
  const newest = await db
    .select()
    .from(statementRows)
    .where(and(isUnused, gte(statementRows.date, toKarachiDate(addMilliseconds(now, -LISTED_MS)))))
    .orderBy(desc(statementRows.date), desc(statementRows.id))
    .limit(MAX_ROWS);
  const rows = newest.toReversed();
  const oldest = rows[0]?.date;
  const since = oldest ? new Date(`${oldest}T00:00:00+05:00`) : now;
  const earliest = addMilliseconds(since < now ? since : now, -MATCHED_MS);
  const isReverted = sql<boolean>`exists (select from ${localPayments} p where p.order_id = ${orders.id} and p.removal = 'reverted')`;
  const recent = await db
    .select({ order: orders, isReverted })
    .from(orders)
    .where(gt(orders.createdAt, earliest))
    .orderBy(orders.createdAt);
  return {
    rows,
    orders: recent.map(({ order }) => order),
    matches: matchRows(
      rows.map(toMatchRow),
      recent.map(({ order, isReverted: reverted }) => ({ ...order, isReverted: reverted })),
    ),
  };
}

const toMatchRow = ({ id, date, time, amountPaisa, narration, reference }: StatementRow): MatchRow => ({
  id,
  date,
  time,
  amountPaisa,
  narration: reference === null ? narration : `${narration} ${reference}`,
});

export interface Confirmation {
  order_id: string;
  row_ids: number[];
  adds_to_payment?: boolean | undefined;
  order_status: Order['status'];
  reason?: string | undefined;
}

const changed = (detail: string) =>
  conflict('transfers_changed', `${detail} Review the list again: nothing was confirmed.`);

interface Confirmed {
  payment: LocalPaymentRow;
  order: OrderRow;
  /** Rows were added to a payment that existed. */
  isAddition: boolean;
}

/**
 * Confirms payments and grants the paid periods: all of them, or none. A row pays for one order, a certain match needs no reason, and two
 * administrators take turns, so that the second one finds the order paid.
 */
export async function confirmTransfers(
  tx: Transaction,
  confirmations: readonly Confirmation[],
  { by, now }: { by: string; now: Date },
): Promise<Confirmed[]> {
  await lockTransfers(tx);
  const needsMatches = confirmations.some(({ reason }) => reason === undefined);
  const { matches } = needsMatches ? await readMatches(tx, now) : { matches: [] };
  const confirmed = [];
  for (const confirmation of confirmations) {
    if (confirmation.reason === undefined && !isCertain(confirmation, matches))
      throw badRequest('reason_required', {
        detail: 'One of the matches is not certain. Confirm it with a reason.',
      });
    confirmed.push(await confirmTransfer(tx, confirmation, { by, now }));
  }
  return confirmed;
}

const isCertain = ({ order_id, row_ids }: Confirmation, matches: readonly RowMatch[]): boolean =>
  row_ids.length === 1 &&
  matches.some(({ rowId, certain }) => rowId === row_ids[0] && certain?.orderId === order_id);

async function confirmTransfer(
  tx: Transaction,
  { order_id, row_ids, adds_to_payment: isAddition = false, order_status, reason }: Confirmation,
  { by, now }: { by: string; now: Date },
): Promise<Confirmed> {
  const [found] = await tx.select({ userId: orders.userId }).from(orders).where(eq(orders.id, order_id));
  // Before the order, as the deletion of an account locks them.
  const hasCustomer = !!found?.userId && (await lockCustomer(tx, found.userId));
  const [order] = await tx.select().from(orders).where(eq(orders.id, order_id)).for('update');
  if (!order) throw notFound();
  const newest = order.status === 'paid' ? await findPayment(tx, order.id) : null;
  if (getOrderStatus(order, newest, now) !== order_status)
    throw changed(`The order ${order.code} has changed since it was listed.`);
  if (order.userId === null || !hasCustomer)
    throw conflict(
      'account_deleted',
      `The customer of the order ${order.code} deleted the account. Return the money.`,
    );
  const rows = await tx.select().from(statementRows).where(isOneOf(statementRows.id, row_ids)).for('update');
  if (rows.length !== new Set(row_ids).size) throw changed('A row of the statement no longer exists.');
  if (rows.some(({ paymentId, settledAs }) => paymentId !== null || settledAs !== null))
    throw changed('A row of the statement is already used.');

  if (isAddition) return { payment: await addRows(tx, newest, row_ids, now), order, isAddition };
  if (newest?.removedAt === null && (await listRows(tx, newest.id)).length === 0)
    throw conflict(
      'granted_without_credit',
      `The order ${order.code} was granted without a statement. Add the credit to that payment.`,
    );

  const { userId } = order;
  const subscription = await saveSubscription(tx, userId, now);
  const period = getPaidPeriod(now, await getPaidAccessEnd(tx, userId, now), order.interval);
  const [payment] = await tx
    .insert(localPayments)
    .values({
      ...period,
      number: sql`(select coalesce(max(number), 0) + 1 from ${localPayments})`,
      orderId: order.id,
      subscriptionId: subscription.id,
      userId,
      planKey: order.planKey,
      planName: order.planName,
      interval: order.interval,
      amountPaisa:
        rows.length === 0 ? order.amountPaisa : rows.reduce((sum, { amountPaisa }) => sum + amountPaisa, 0),
      confirmedAt: now,
      confirmedBy: by,
      reason: reason ?? null,
    })
    .returning();
  if (!payment) throw new Error('the payment was not stored');
  if (rows.length > 0)
    await tx
      .update(statementRows)
      .set({ paymentId: payment.id, updatedAt: afterImport(now) })
      .where(isOneOf(statementRows.id, row_ids));
  await tx.update(orders).set({ status: 'paid' }).where(eq(orders.id, order.id));
  return { payment, order, isAddition };
}

const listRows = (tx: Transaction, paymentId: string) =>
  tx.select().from(statementRows).where(eq(statementRows.paymentId, paymentId));

/** Adds credits to a payment: the other part of what was paid, or the credit of an order that was granted without a statement. */
async function addRows(
  tx: Transaction,
  payment: LocalPaymentRow | null,
  rowIds: readonly number[],
  now: Date,
): Promise<LocalPaymentRow> {
  if (!payment || payment.removedAt !== null || rowIds.length === 0)
    throw changed('There is no payment to add the credit to.');
  await tx
    .update(statementRows)
    .set({ paymentId: payment.id, updatedAt: afterImport(now) })
    .where(isOneOf(statementRows.id, rowIds));
  const amountPaisa = (await listRows(tx, payment.id)).reduce((sum, row) => sum + row.amountPaisa, 0);
  const [saved] = await tx
    .update(localPayments)
    .set({ amountPaisa })
    .where(eq(localPayments.id, payment.id))
    .returning();
  return saved as LocalPaymentRow;
}

/** Returns a time that differs from that of the import, also in the same millisecond: the import of a used row is not reverted. */
const afterImport = (now: Date) =>
  sql`greatest(${now.toISOString()}::timestamptz, ${statementRows.importedAt} + interval '1 millisecond')`;

/** A customer who pays again wants the reminders again. */
async function saveSubscription(tx: Transaction, userId: string, now: Date) {
  const [row] = await tx
    .insert(localSubscriptions)
    .values({ userId, startedAt: now })
    .onConflictDoUpdate({ target: localSubscriptions.userId, set: { renewal: 'on' } })
    .returning();
  if (!row) throw new Error('the subscription was not stored');
  return row;
}

/** Returns the end of the access that a customer has from all sources, without the days of grace after paid periods. */
export async function getPaidAccessEnd(db: Queryable, userId: string, now: Date): Promise<Date | null> {
  const sources = (await readPremiumSources(db, [userId])).get(userId);
  if (!sources) return null;
  const periods = sources.periods.map((period) => ({ ...period, hasGrace: false }));
  const ends = [getShownPremiumEnd({ ...sources, periods }, now), ...periods.map(({ endsAt }) => endsAt)];
  return ends.reduce((latest, end) => (end && (!latest || end > latest) ? end : latest), null);
}

export interface Removal {
  removal: 'reverted' | 'refunded';
  reason: string;
}

/**
 * Reverts a confirmation or records a refund: its access ends immediately, and later periods move forward. The rows of a reverted confirmation
 * can be used again; those of a refund are used.
 */
export async function removePayment(
  tx: Transaction,
  id: string,
  { removal, reason }: Removal,
  { by, now }: { by: string; now: Date },
): Promise<{ payment: LocalPaymentRow; order: OrderRow }> {
  await lockTransfers(tx);
  const [found] = await tx
    .select({ orderId: localPayments.orderId })
    .from(localPayments)
    .where(eq(localPayments.id, id));
  if (!found) throw notFound();
  // Before the payment, as the deletion of an account locks them.
  const [order] = await tx.select().from(orders).where(eq(orders.id, found.orderId)).for('update');
  const [current] = await tx.select().from(localPayments).where(eq(localPayments.id, id)).for('update');
  if (!current) throw notFound();
  if (current.removedAt) throw conflict('payment_removed', 'This payment is already reverted or refunded.');
  const [last] = await tx.select({ number: max(localPayments.creditNumber) }).from(localPayments);
  const creditNumber = removal === 'refunded' ? (last?.number ?? 0) + 1 : null;
  const [payment] = await tx
    .update(localPayments)
    .set({ removal, removalReason: reason, removedAt: now, removedBy: by, creditNumber })
    .where(eq(localPayments.id, id))
    .returning();
  if (!payment || !order) throw notFound();
  if (removal === 'reverted') {
    await tx
      .update(statementRows)
      .set({ paymentId: null, updatedAt: sql`${statementRows.importedAt}` })
      .where(eq(statementRows.paymentId, id));
    await reopenOrder(tx, order, now);
  }
  if (payment.userId) await closeGaps(tx, payment.userId, now);
  return { payment, order };
}

/** An order whose confirmation was a mistake waits again, unless another payment or order took its place. */
async function reopenOrder(tx: Transaction, order: OrderRow, now: Date): Promise<void> {
  if ((await findPayment(tx, order.id))?.removedAt === null) return;
  const [other] =
    order.userId === null
      ? []
      : await tx
          .select({ id: orders.id })
          .from(orders)
          .where(and(eq(orders.userId, order.userId), eq(orders.status, 'open'), ne(orders.id, order.id)));
  const canWait = order.userId !== null && !other && order.expiresAt > now;
  await tx
    .update(orders)
    .set({ status: canWait ? 'open' : 'expired' })
    .where(eq(orders.id, order.id));
}

/** Moves the periods of a customer that have not started, after access before them was revoked. */
export async function closeGaps(tx: Transaction, userId: string, now: Date): Promise<void> {
  const rows = await tx
    .select()
    .from(localPayments)
    .where(and(eq(localPayments.userId, userId), isNull(localPayments.removedAt)));
  if (!rows.some(({ startsAt }) => startsAt > now)) return;
  const sources = (await readPremiumSources(tx, [userId])).get(userId);
  const otherAccessEnd = sources ? getShownPremiumEnd({ ...sources, periods: [] }, now) : null;
  for (const { id, startsAt, endsAt } of closeGap(rows, { now, otherAccessEnd }))
    await tx.update(localPayments).set({ startsAt, endsAt }).where(eq(localPayments.id, id));
}

/** Returns the payment of an order, of several the newest that was not reverted or refunded. */
async function findPayment(tx: Transaction, orderId: string): Promise<LocalPaymentRow | null> {
  const [row] = await tx
    .select()
    .from(localPayments)
    .where(eq(localPayments.orderId, orderId))
    .orderBy(desc(isNull(localPayments.removedAt)), desc(localPayments.number))
    .limit(1);
  return row ?? null;
}

/** Settles a credit that pays for no order, or lists it again. */
export async function settleRow(
  tx: Transaction,
  id: number,
  {
    settledAs,
    by,
    reason,
    now,
  }: { settledAs: StatementRow['settledAs']; by: string; reason: string; now: Date },
): Promise<StatementRow> {
  const [row] = await tx.select().from(statementRows).where(eq(statementRows.id, id)).for('update');
  if (!row) throw notFound();
  if (row.paymentId !== null) throw changed('A row of the statement is already used.');
  const [saved] = await tx
    .update(statementRows)
    .set({
      settledAs,
      ...(settledAs === null
        ? { settledBy: null, settledReason: null }
        : { settledBy: by, settledReason: reason }),
      updatedAt: settledAs === null ? row.importedAt : afterImport(now),
    })
    .where(eq(statementRows.id, id))
    .returning();
  return saved as StatementRow;
}

/** Lists the payments of these customers, newest first. */
export const listLocalPayments = (db: Queryable, userIds: readonly string[]) =>
  db
    .select({ payment: localPayments, renewal: localSubscriptions.renewal })
    .from(localPayments)
    .innerJoin(localSubscriptions, eq(localSubscriptions.id, localPayments.subscriptionId))
    .where(isOneOf(localPayments.userId, userIds))
    .orderBy(desc(localPayments.number));

/** Returns the paid periods of payments that were neither reverted nor refunded. */
export const toPeriods = (rows: Awaited<ReturnType<typeof listLocalPayments>>, userId: string) =>
  rows
    .filter(({ payment }) => payment.userId === userId && payment.removedAt === null)
    .map(({ payment: { startsAt, endsAt }, renewal }) => ({ startsAt, endsAt, hasGrace: renewal === 'on' }));
