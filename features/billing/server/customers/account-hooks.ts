import { eq } from 'drizzle-orm';
import type { Config } from '#core/server/config/config.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import type { AccountHooks } from '#features/accounts/server/accounts.ts';
import { grantForRegistration } from '#features/billing/server/access/grants.ts';
import { listLocalPayments } from '#features/billing/server/bank-transfer/confirm-transfers.ts';
import {
  formatReceiptNumber,
  listCustomerOrders,
  toRupees,
  unlinkOrders,
} from '#features/billing/server/bank-transfer/orders.ts';
import { stillSubscribed } from '#features/billing/server/billing.errors.ts';
import { listCustomerPayments, listCustomerSubscriptions } from '#features/billing/server/billing.queries.ts';
import { paddleCustomers, premiumGrants, subscriptions } from '#features/billing/server/billing.tables.ts';
import { readChartSettings } from '#features/billing/server/chart-tools/chart-tools.routes.ts';
import { isNotCanceled } from '#features/billing/server/subscriptions/subscription-rules.ts';

/** Grants trial access at registration, and checks and unlinks subscriptions at account deletion. */
export function createBillingHooks({ billing }: Config): Pick<AccountHooks, 'onRegistered' | 'onDeleted'> {
  return {
    onRegistered: (tx, userId, now) => grantForRegistration(tx, userId, billing.registrationTrialDays, now),
    async onDeleted(tx, userId) {
      await assertAllCanceled(tx, userId);
      await unlinkCustomer(tx, userId);
      await unlinkOrders(tx, userId);
    },
  };
}

/** Throws while the customer has a subscription that is not canceled: Paddle would keep charging for it. */
export async function assertAllCanceled(tx: Transaction, userId: string): Promise<void> {
  const all = await listCustomerSubscriptions(tx, [userId]);
  const blocking = all.find(isNotCanceled);
  if (blocking) throw stillSubscribed(blocking);
}

/**
 * Unlinks the customer's subscriptions and deletes grants. Subscriptions and payments are kept for accounting, with
 * Paddle's IDs only.
 */
export async function unlinkCustomer(tx: Transaction, userId: string): Promise<void> {
  await tx.update(subscriptions).set({ userId: null }).where(eq(subscriptions.userId, userId));
  await tx.delete(paddleCustomers).where(eq(paddleCustomers.userId, userId));
  await tx.delete(premiumGrants).where(eq(premiumGrants.userId, userId));
}

/** Exports a customer's subscriptions, payments, grants, orders and chart settings as JSON. */
export async function exportBilling(db: Queryable, userId: string) {
  const subscriptions = await listCustomerSubscriptions(db, [userId]);
  const payments = await listCustomerPayments(db, userId);
  const grants = await db.select().from(premiumGrants).where(eq(premiumGrants.userId, userId));
  const orders = await listCustomerOrders(db, userId, { limit: Number.MAX_SAFE_INTEGER });
  const transfers = await listLocalPayments(db, [userId]);
  return {
    subscriptions: subscriptions.map((row) => ({
      id: row.id,
      paddle_subscription_id: row.paddleId,
      paddle_customer_id: row.paddleCustomerId,
      status: row.status,
      product: row.productName,
      amount_in_smallest_unit: row.unitAmount,
      currency: row.currency,
      interval: row.interval,
      started_at: row.startedAt.toISOString(),
      current_billing_period_start: row.periodStart?.toISOString() ?? null,
      current_billing_period_end: row.periodEnd?.toISOString() ?? null,
      next_billed_at: row.nextBilledAt?.toISOString() ?? null,
    })),
    payments: payments.map((row) => ({
      id: row.paddleId,
      paddle_subscription_id: row.paddleSubscriptionId,
      status: row.status,
      amount_in_smallest_unit: row.totalAmount,
      currency: row.currency,
      billed_at: row.billedAt?.toISOString() ?? null,
    })),
    premium_grants: grants.map((row) => ({
      reason: row.reason,
      starts_at: row.startsAt.toISOString(),
      ends_at: row.endsAt.toISOString(),
      revoked_at: row.revokedAt?.toISOString() ?? null,
    })),
    orders: orders.map(({ order, receipts }) => ({
      code: order.code,
      plan: order.planName,
      interval: order.interval,
      amount: toRupees(order.amountPaisa),
      payer_name: order.payerName,
      status: order.status,
      created_at: order.createdAt.toISOString(),
      receipts,
    })),
    bank_transfers: transfers.map(({ payment }) => ({
      receipt_number: formatReceiptNumber(payment.number),
      plan: payment.planName,
      amount: toRupees(payment.amountPaisa),
      starts_at: payment.startsAt.toISOString(),
      ends_at: payment.endsAt.toISOString(),
      removal: payment.removal,
    })),
    chart_settings: await readChartSettings(db, userId),
  };
}
