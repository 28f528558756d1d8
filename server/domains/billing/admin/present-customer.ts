import type { CustomerDetail, CustomerSummary } from '#contract/billing/admin-endpoints.ts';
import type { Customer } from '#server/domains/accounts/accounts.ts';
import { getShownPremiumEnd, isActive, isPremium } from '#server/domains/billing/access/entitlement.ts';
import type { GrantRow } from '#server/domains/billing/access/grants/grants.queries.ts';
import { presentGrant } from '#server/domains/billing/access/grants/present-grant.ts';
import type { SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import type { payments } from '#server/domains/billing/billing.tables.ts';
import { toMajorUnits } from '#server/domains/billing/checkout/amount.ts';
import {
  formatStatus,
  getNextPaymentDate,
} from '#server/domains/billing/subscriptions/present-subscription.ts';

/** The sources of a customer's premium access; subscriptions are sorted newest first. */
interface Sources {
  subscriptions: readonly SubscriptionRow[];
  grants: readonly GrantRow[];
}

/**
 * Presents a customer in the administrators' list. The status is that of the subscription that gives premium, else of the
 * newest one.
 */
export function presentCustomer(customer: Customer, sources: Sources, now: Date): CustomerSummary {
  const { subscriptions } = sources;
  const main = subscriptions.find((row) => isActive(row, now)) ?? subscriptions[0];
  return {
    id: customer.id,
    email: customer.email,
    first_name: customer.firstName,
    last_name: customer.lastName,
    created_at: customer.createdAt.toISOString(),
    is_premium: isPremium(sources, now),
    premium_until: getShownPremiumEnd(sources, now)?.toISOString() ?? null,
    subscription_status: main?.status ?? null,
  };
}

/** Presents a customer with subscriptions, payments, grants and the number of active sessions. */
export function presentCustomerDetail(
  customer: Customer,
  sources: Sources & { payments: readonly (typeof payments.$inferSelect)[]; activeSessions: number },
  now: Date,
): CustomerDetail {
  return {
    ...presentCustomer(customer, sources, now),
    phone: customer.phone,
    active_sessions: sources.activeSessions,
    subscriptions: sources.subscriptions.map((row) => ({
      id: row.id,
      paddle_subscription_id: row.paddleId,
      paddle_customer_id: row.paddleCustomerId,
      status: row.status,
      get_status_display: formatStatus(row),
      product_name: row.productName,
      price: toMajorUnits(row.unitAmount, row.currency),
      currency: row.currency,
      interval: row.interval,
      current_billing_period_end: row.periodEnd?.toISOString() ?? null,
      next_payment_date: getNextPaymentDate(row)?.toISOString() ?? null,
      updated_at: row.paddleUpdatedAt.toISOString(),
    })),
    payments: sources.payments.map((row) => ({
      id: row.paddleId,
      paddle_subscription_id: row.paddleSubscriptionId,
      status: row.status,
      total: toMajorUnits(row.totalAmount, row.currency),
      currency: row.currency,
      billed_at: row.billedAt?.toISOString() ?? null,
      updated_at: row.paddleUpdatedAt.toISOString(),
    })),
    grants: sources.grants.map(presentGrant),
  };
}
