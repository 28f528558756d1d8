import { eq } from 'drizzle-orm';
import { listCustomerPayments, listCustomerSubscriptions } from '#server/domains/billing/billing.queries.ts';
import { premiumGrants } from '#server/domains/billing/billing.tables.ts';
import type { Queryable } from '#server/platform/database.ts';

/** Exports a customer's subscriptions, payments and grants as JSON. */
export async function exportBilling(db: Queryable, userId: string) {
  const subscriptions = await listCustomerSubscriptions(db, userId);
  const payments = await listCustomerPayments(db, userId);
  const grants = await db.select().from(premiumGrants).where(eq(premiumGrants.userId, userId));
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
  };
}
