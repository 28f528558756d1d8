import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { formatEndDate, formatKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import type { Config } from '#core/server/config/config.ts';
import { getBankTransfer } from '#core/server/config/service-modes.ts';
import { addMilliseconds, type Clock, DAY } from '#core/server/platform/clock.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import type { Customer } from '#features/accounts/server/accounts.ts';
import { formatPrice } from '#features/billing/contract/format-price.ts';
import { getOrderPath } from '#features/billing/contract/pricing.ts';
import { listCustomerSubscriptions } from '#features/billing/server/billing.queries.ts';
import { billingEmails } from '#features/billing/server/billing.tables.ts';
import { queueBillingEmail } from '#features/billing/server/emails/queue-billing-email.ts';
import { hasNextCharge } from '#features/billing/server/subscriptions/subscription-rules.ts';
import { localPayments, localSubscriptions, orders } from './bank-transfer.tables.ts';
import { getPaidAccessEnd } from './confirm-transfers.ts';
import { formatCreditNumber, formatReceiptNumber, type LocalPaymentRow, toRupees } from './orders.ts';
import { getDueReminder, LOCAL_GRACE_MS, REMINDER_DAYS } from './rules/paid-periods.ts';

interface EmailText {
  subject: string;
  paragraphs: string[];
}

const formatPaisa = (paisa: number) => formatPrice({ price: toRupees(paisa), currency: 'PKR' });

async function findPayment(db: Queryable, customer: Customer, id: string) {
  const [row] = await db
    .select({ payment: localPayments, order: orders })
    .from(localPayments)
    .innerJoin(orders, eq(orders.id, localPayments.orderId))
    .where(and(eq(localPayments.id, id), eq(localPayments.userId, customer.id)));
  return row ?? null;
}

/** Renders the receipt of a confirmed payment; nothing if the confirmation was reverted before it was sent. */
export async function renderTransferReceipt(
  db: Queryable,
  customer: Customer,
  { id, config }: { id: string; config: Config },
): Promise<EmailText | null> {
  const row = await findPayment(db, customer, id);
  if (!row || row.payment.removal === 'reverted') return null;
  const { payment, order } = row;
  const difference = payment.amountPaisa - order.amountPaisa;
  const renewing = (await listCustomerSubscriptions(db, [customer.id])).find(hasNextCharge);
  const number = formatReceiptNumber(payment.number);
  return {
    subject: `Receipt ${number}: your payment for ${payment.planName}`,
    paragraphs: [
      `We received your bank transfer of ${formatPaisa(payment.amountPaisa)} for ${payment.planName}. Thank you.`,
      [
        `Receipt: ${number}`,
        `Date: ${formatKarachiDate(payment.confirmedAt)}`,
        `Order: ${order.code}`,
        `Customer: ${customer.firstName} ${customer.lastName}, ${customer.email}`,
        `Service: ${payment.planName}, one ${payment.interval}`,
        `Period: ${formatKarachiDate(payment.startsAt)} to ${formatEndDate(payment.endsAt)}`,
        `Amount: ${formatPaisa(payment.amountPaisa)}`,
        ...describeSeller(config),
      ].join('\n'),
      describeDifference(difference),
      renewing
        ? `You also have a subscription to ${renewing.productName} with Paddle that renews. Cancel it on My Subscriptions if you do not want to pay for both.`
        : '',
      'Nothing is charged automatically. We remind you before the period ends.',
    ],
  };
}

/** Returns the legal data of the seller, line by line. */
function describeSeller(config: Config): string[] {
  const seller = getBankTransfer(config)?.seller;
  if (!seller) return [];
  const { name, address, ntn, servicesTaxNumber, taxNote } = seller;
  return [
    `Seller: ${[name, address].filter(Boolean).join(', ')}`,
    ...(ntn ? [`NTN: ${ntn}`] : []),
    ...(servicesTaxNumber ? [`Sales tax on services: ${servicesTaxNumber}`] : []),
    ...(taxNote ? [taxNote] : []),
  ];
}

function describeDifference(paisa: number): string {
  if (paisa === 0) return '';
  return paisa > 0
    ? `You paid ${formatPaisa(paisa)} more than the amount of the order. Reply to this email with your account if you want it back.`
    : `You paid ${formatPaisa(-paisa)} less than the amount of the order. We accepted the payment.`;
}

/** Renders what happened to a payment that was refunded or whose confirmation was reverted. */
export async function renderTransferRemoval(
  db: Queryable,
  customer: Customer,
  { id, config }: { id: string; config: Config },
): Promise<EmailText | null> {
  const row = await findPayment(db, customer, id);
  if (!row?.payment.removal) return null;
  const { payment, order } = row;
  const number = formatReceiptNumber(payment.number);
  if (payment.removal === 'reverted')
    return {
      subject: `The confirmation of your order ${order.code} was reverted`,
      paragraphs: [
        `Receipt ${number} was issued by mistake: the transfer that we confirmed was not that of your order ${order.code}. The premium access that it gave has ended.`,
        `If you have paid, reply to this email with the receipt of your bank. Your orders are on:\n${config.publicUrl}${paths.order}`,
      ],
    };
  return {
    subject: `Credit note ${formatCreditNumber(payment.creditNumber ?? 0)}: your refund for ${payment.planName}`,
    paragraphs: [
      `We returned your payment of ${formatPaisa(payment.amountPaisa)} for ${payment.planName} to the account that it came from. The premium access that it gave has ended.`,
      [
        `Credit note: ${formatCreditNumber(payment.creditNumber ?? 0)}`,
        `For receipt: ${number}`,
        `Amount: ${formatPaisa(payment.amountPaisa)}`,
        ...describeSeller(config),
      ].join('\n'),
    ],
  };
}

/** Renders the reminder of the end of a paid period; nothing if the customer has paid again, paused or canceled. */
export async function renderTransferReminder(
  db: Queryable,
  customer: Customer,
  { id, config, now }: { id: string; config: Config; now: Date },
): Promise<EmailText | null> {
  const row = await findPayment(db, customer, id);
  if (!row || row.payment.removedAt || row.payment.endsAt <= now) return null;
  const ending = await listEndingPayments(db, now, customer.id);
  if (!ending.some((each) => each.id === id) || !(await endsAccess(db, row.payment, now))) return null;
  const { planName, endsAt } = row.payment;
  return {
    subject: `Your premium access ends on ${formatEndDate(endsAt)}`,
    paragraphs: [
      `The time that you paid for ${planName} ends on ${formatEndDate(endsAt)}. Nothing is charged automatically.`,
      `To continue, place a new order. Its period starts when this one ends, so that you lose no day:\n${config.publicUrl}${getOrderPath({ plan: row.payment.planKey, interval: row.payment.interval })}`,
      `A transfer that arrives up to ${LOCAL_GRACE_MS / DAY} days after the end does not interrupt your access.`,
    ],
  };
}

/** Lists the payments whose periods end within a week and are the last ones of customers who may renew. */
async function listEndingPayments(db: Queryable, now: Date, userId?: string) {
  const latest = addMilliseconds(now, Math.max(...REMINDER_DAYS) * DAY);
  return db
    .select({ id: localPayments.id, userId: localPayments.userId, endsAt: localPayments.endsAt })
    .from(localPayments)
    .innerJoin(localSubscriptions, eq(localSubscriptions.id, localPayments.subscriptionId))
    .where(
      and(
        isNull(localPayments.removedAt),
        gt(localPayments.endsAt, now),
        lte(localPayments.endsAt, latest),
        lte(localPayments.startsAt, now),
        eq(localSubscriptions.renewal, 'on'),
        userId === undefined ? undefined : eq(localPayments.userId, userId),
        sql`not exists (select from ${localPayments} later where later.user_id = ${localPayments.userId}
          and later.removed_at is null and later.ends_at > ${localPayments.endsAt})`,
      ),
    );
}

/** Returns true if the customer has no access from another source after this period. */
async function endsAccess(
  db: Queryable,
  { userId, endsAt }: Pick<LocalPaymentRow, 'userId' | 'endsAt'>,
  now: Date,
): Promise<boolean> {
  const end = userId === null ? null : await getPaidAccessEnd(db, userId, now);
  return end?.getTime() === endsAt.getTime();
}

/** Queues the reminders that are due: once for each of the days, and only the last one after an outage. */
export async function remindOfTransfers(
  { database, clock }: { database: Pick<Database, 'db' | 'transaction'>; clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const ending = await listEndingPayments(database.db, now);
  if (ending.length === 0) return;
  const queued = await database.db
    .select({ subjectId: billingEmails.subjectId, occurrence: billingEmails.occurrence })
    .from(billingEmails)
    .where(
      and(
        eq(billingEmails.template, 'transfer-reminder'),
        isOneOf(
          billingEmails.subjectId,
          ending.map(({ id }) => id),
        ),
      ),
    );
  const sent = new Set(queued.map(({ subjectId, occurrence }) => `${subjectId} ${occurrence}`));
  for (const { id: subjectId, userId, endsAt } of ending) {
    if (signal?.aborted) return;
    const days = getDueReminder(endsAt, now);
    if (userId === null || days === null) continue;
    // A period that was moved has another end.
    const occurrence = `${endsAt.toISOString()} ${days}`;
    if (sent.has(`${subjectId} ${occurrence}`)) continue;
    if (!(await endsAccess(database.db, { userId, endsAt }, now))) continue;
    const email = { template: 'transfer-reminder', subjectId, occurrence } as const;
    await database.transaction((tx) => queueBillingEmail(tx, userId, email, now));
  }
}
