import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { DAY } from '#core/server/platform/clock.ts';
import {
  localPayments,
  localSubscriptions,
  orderReceipts,
  orders,
  statementRows,
} from '#features/billing/server/bank-transfer/bank-transfer.tables.ts';
import { makeOrderCode } from '#features/billing/server/bank-transfer/rules/order-codes.ts';
import type { TestApp } from '#tests/support/test-app.ts';

/** Of an order of the plan Pro for a month. */
const AMOUNT = { planKey: 'pro', planName: 'Pro', interval: 'month', amountPaisa: 498_700 } as const;

type App = Pick<TestApp, 'database' | 'clock'>;

/** Stores an order of a customer with a receipt, and returns their IDs. */
export async function insertOrder(
  { database, clock }: App,
  userId: string,
  values: Partial<typeof orders.$inferInsert> = {},
): Promise<{ id: string; receipt: string }> {
  const now = clock.now();
  const order = {
    ...AMOUNT,
    code: makeOrderCode(),
    userId,
    pricePaisa: 500_000,
    payerName: 'Ayesha Khan',
    createdAt: now,
    expiresAt: new Date(now.getTime() + 3 * DAY),
    isReserved: false,
    ...values,
  };
  const [{ id } = { id: '' }] = await database.db.insert(orders).values(order).returning();
  const [receipt] = await database.db
    .insert(orderReceipts)
    .values({
      orderId: id,
      mediaType: 'application/pdf',
      content: Buffer.from('%PDF-1.4'),
      sha256: randomUUID(),
      uploadedAt: now,
    })
    .returning();
  return { id, receipt: receipt?.id ?? '' };
}

/** Stores a paid order of a customer with its payment for the next 30 days and the credit that paid it, and returns the payment. */
export async function insertLocalPayment(
  { database, clock }: App,
  userId: string,
  values: { startsAt?: Date; endsAt?: Date } = {},
): Promise<typeof localPayments.$inferSelect> {
  const now = clock.now();
  const order = await insertOrder({ database, clock }, userId, { status: 'paid' });
  const [subscription] = await database.db
    .insert(localSubscriptions)
    .values({ userId, startedAt: now })
    .onConflictDoUpdate({ target: localSubscriptions.userId, set: { renewal: 'on' } })
    .returning();
  const [payment] = await database.db
    .insert(localPayments)
    .values({
      ...AMOUNT,
      number: sql`(select coalesce(max(number), 0) + 1 from local_payments)`,
      orderId: order.id,
      subscriptionId: subscription?.id ?? '',
      userId,
      startsAt: now,
      endsAt: new Date(now.getTime() + 30 * DAY),
      confirmedAt: now,
      confirmedBy: 'admin',
      ...values,
    })
    .returning();
  if (!payment) throw new Error('the payment was not stored');
  await insertCredit({ database, clock }, { amountPaisa: payment.amountPaisa, paymentId: payment.id });
  return payment;
}

/** Stores a credit of a bank statement, and returns its ID. */
export async function insertCredit(
  { database, clock }: App,
  values: Partial<typeof statementRows.$inferInsert> = {},
): Promise<number> {
  const now = clock.now();
  const [row] = await database.db
    .insert(statementRows)
    .values({
      rowKey: randomUUID(),
      date: now.toISOString().slice(0, 10),
      amountPaisa: AMOUNT.amountPaisa,
      narration: 'Raast P2P Fund transfer - from AYESHA KHAN',
      importedAt: now,
      updatedAt: now,
      ...values,
    })
    .returning();
  return row?.id ?? 0;
}
