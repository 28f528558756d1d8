import * as z from 'zod/mini';
import { paginated } from '#core/contract/api/paginated.ts';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, text, timestamp } from '#core/contract/fields.ts';
import { RiskAcceptance } from '#features/accounts/contract/risk-statement.ts';
import { BillingInterval, SubscriptionStatus } from './subscriptions.ts';

export const CUSTOMERS_PAGE_SIZE = 20;
/** The maximum length of one grant. */
export const MAX_GRANT_YEARS = 5;
/** The maximum number of rows in each list of billing problems. */
export const MAX_LISTED_PROBLEMS = 100;

/** Premium access granted without a payment, by an administrator or at registration. */
export const PremiumGrant = z.object({
  id: z.string(),
  reason: z.string(),
  granted_by: z.string(),
  starts_at: timestamp,
  ends_at: timestamp,
  revoked_at: z.nullable(timestamp),
  revoked_by: z.nullable(z.string()),
  revocation_reason: z.nullable(z.string()),
});
export type PremiumGrant = z.infer<typeof PremiumGrant>;

const CustomerSubscription = z.object({
  id: z.string(),
  paddle_subscription_id: z.string(),
  paddle_customer_id: z.string(),
  status: SubscriptionStatus,
  get_status_display: z.string(),
  product_name: z.string(),
  price: decimal,
  currency: z.string(),
  interval: BillingInterval,
  current_billing_period_end: z.nullable(timestamp),
  next_payment_date: z.nullable(timestamp),
  updated_at: timestamp,
});

const Payment = z.object({
  /** The ID of the transaction at Paddle. */
  id: z.string(),
  paddle_subscription_id: z.nullable(z.string()),
  status: z.string(),
  total: decimal,
  currency: z.string(),
  billed_at: z.nullable(timestamp),
  updated_at: timestamp,
});

const CustomerSummary = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  created_at: timestamp,
  is_premium: z.boolean(),
  /** The expected end of premium access; `null` without premium. */
  premium_until: z.nullable(timestamp),
  subscription_status: z.nullable(SubscriptionStatus),
});
export type CustomerSummary = z.infer<typeof CustomerSummary>;

const CustomerId = z.object({ id: z.uuid() });

export const listCustomers = defineEndpoint({
  method: 'GET',
  path: '/admin/billing/customers/',
  summary: 'List customers, newest first, searchable by name, email and Paddle ID, 20 per page',
  access: 'administrator',
  query: z.object({
    search: z.optional(text({ minLength: 0, maxLength: 200 })),
    page: z.optional(z.string()),
  }),
  response: paginated(CustomerSummary),
});

const CustomerDetail = z.extend(CustomerSummary, {
  /** Why the customer has premium access or not, and since when, in a sentence. */
  premium_explanation: z.string(),
  phone: z.nullable(z.string()),
  /** The number of devices on which the customer is signed in. */
  active_sessions: z.int(),
  /** The accepted versions of the risk statement, oldest first. */
  risk_acceptances: z.array(RiskAcceptance),
  subscriptions: z.array(CustomerSubscription),
  payments: z.array(Payment),
  grants: z.array(PremiumGrant),
});
export type CustomerDetail = z.infer<typeof CustomerDetail>;

export const readCustomer = defineEndpoint({
  method: 'GET',
  path: '/admin/billing/customers/:id/',
  summary: 'Get a customer with subscriptions, payments, grants and accepted risk statements',
  access: 'administrator',
  params: CustomerId,
  response: CustomerDetail,
});

export const endCustomerSessions = defineEndpoint({
  method: 'POST',
  path: '/admin/billing/customers/:id/sessions/revoke/',
  summary: 'Revoke all sessions of a customer immediately',
  access: 'administrator',
  params: CustomerId,
  body: z.object({ reason: text({ maxLength: 500 }) }),
  status: 204,
  response: z.undefined(),
});

export const grantPremium = defineEndpoint({
  method: 'POST',
  path: '/admin/billing/customers/:id/grants/',
  summary: 'Grant a customer premium access without a payment',
  access: 'administrator',
  params: CustomerId,
  body: z.object({
    reason: text({ maxLength: 500 }),
    /** The last date with premium access, in Karachi. */
    ends_on: z.iso.date(),
  }),
  status: 201,
  response: PremiumGrant,
});

export const revokeGrant = defineEndpoint({
  method: 'POST',
  path: '/admin/billing/grants/:id/revoke/',
  summary: 'Revoke granted premium access immediately',
  access: 'administrator',
  params: z.object({ id: z.uuid() }),
  body: z.object({ reason: text({ maxLength: 500 }) }),
  response: PremiumGrant,
});

/** A webhook event that could not be applied. */
const BillingProblem = z.object({
  event_id: z.string(),
  event_type: z.string(),
  occurred_at: timestamp,
  received_at: timestamp,
  attempts: z.int(),
  last_error: z.nullable(z.string()),
});

export type BillingProblem = z.infer<typeof BillingProblem>;

/** A subscription that is not linked to a customer. */
const UnlinkedSubscription = z.object({
  id: z.string(),
  paddle_subscription_id: z.string(),
  paddle_customer_id: z.string(),
  get_status_display: z.string(),
  product_name: z.string(),
  created_at: timestamp,
});

export type UnlinkedSubscription = z.infer<typeof UnlinkedSubscription>;

export const readBillingProblems = defineEndpoint({
  method: 'GET',
  path: '/admin/billing/problems/',
  summary: 'List billing problems that need attention',
  access: 'administrator',
  response: z.object({
    /** Events that failed permanently, oldest first. */
    dead_letters: z.array(BillingProblem),
    dead_letter_count: z.int(),
    /** Subscriptions that are neither canceled nor linked to a customer, newest first. */
    unlinked: z.array(UnlinkedSubscription),
    unlinked_count: z.int(),
    /** The number of events that are not applied yet. */
    waiting: z.int(),
    last_reconciled_at: z.nullable(timestamp),
    last_reconciliation_error: z.nullable(z.string()),
  }),
});

export const replayEvent = defineEndpoint({
  method: 'POST',
  path: '/admin/billing/events/:id/replay/',
  summary: 'Retry a failed webhook event',
  access: 'administrator',
  params: z.object({ id: z.string().check(z.regex(/^evt_[a-z\d]{1,60}$/)) }),
  status: 204,
  response: z.undefined(),
});

export const linkSubscription = defineEndpoint({
  method: 'POST',
  path: '/admin/billing/subscriptions/:id/link/',
  summary: 'Link an unlinked subscription to a customer',
  access: 'administrator',
  params: z.object({ id: z.uuid() }),
  body: z.object({ customer_id: z.uuid() }),
  status: 204,
  response: z.undefined(),
});

/** The months that the revenue lists, with the current one. */
export const REVENUE_MONTHS = 24;
/** The maximum number of listed failed payments. */
export const MAX_FAILED_PAYMENTS = 100;

/** A month in Karachi of a plan, or of all plans in a currency. Amounts of two currencies are never added up. */
const RevenueRow = z.object({
  /** For example `2026-11`. */
  month: z.string(),
  /** `null` in the totals of a currency, as the provider is. */
  plan: z.nullable(z.string()),
  provider: z.nullable(z.string()),
  currency: z.string(),
  subscribers: z.int(),
  new: z.int(),
  lost: z.int(),
  revenue: decimal,
  failed: z.int(),
  failed_amount: decimal,
  recovered: z.int(),
  recovered_amount: decimal,
});
export type RevenueRow = z.infer<typeof RevenueRow>;

const FailedPayment = z.object({
  id: z.string(),
  failed_at: timestamp,
  plan: z.string(),
  provider: z.string(),
  currency: z.string(),
  amount: decimal,
  is_recovered: z.boolean(),
  subscription_id: z.nullable(z.string()),
  customer_id: z.nullable(z.string()),
});

export const readRevenue = defineEndpoint({
  method: 'GET',
  path: '/admin/billing/revenue/',
  summary:
    'Get subscribers, revenue and failed payments by month, plan and currency, and the last failed payments',
  access: 'administrator',
  response: z.object({
    /** Newest month first; in a month by currency, the total after its plans. */
    months: z.array(RevenueRow),
    /** Newest first. */
    failed: z.array(FailedPayment),
    failed_count: z.int(),
  }),
});

/** The file has the IDs of customers, so that each export is in the audit log. */
export const exportPayments = defineEndpoint({
  method: 'POST',
  path: '/admin/billing/payments/export/',
  summary: 'Export all payments as a CSV file',
  access: 'administrator',
  noStore: true,
  file: 'text/csv',
  response: z.custom<Blob>(),
});
