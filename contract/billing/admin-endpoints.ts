import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { text, timestamp } from '#contract/fields.ts';
import { paginated } from '#contract/paginated.ts';
import { BillingInterval, SubscriptionStatus } from './subscriptions.ts';

export const CUSTOMERS_PAGE_SIZE = 20;
/** For how many years at most premium is granted at a time. */
export const MAX_GRANT_YEARS = 5;
/** How many of a kind the list of problems names. */
export const MAX_LISTED_PROBLEMS = 100;

/** Premium that an administrator gave, or that registration gave. */
export const PremiumGrant = z.object({
  id: z.string(),
  reason: z.string(),
  granted_by: z.string(),
  starts_at: timestamp,
  ends_at: timestamp,
  withdrawn_at: z.nullable(timestamp),
  withdrawn_by: z.nullable(z.string()),
  withdrawal_reason: z.nullable(z.string()),
});
export type PremiumGrant = z.infer<typeof PremiumGrant>;

const CustomerSubscription = z.object({
  id: z.string(),
  paddle_subscription_id: z.string(),
  paddle_customer_id: z.string(),
  status: SubscriptionStatus,
  get_status_display: z.string(),
  product_name: z.string(),
  price: z.string(),
  currency: z.string(),
  interval: BillingInterval,
  current_billing_period_end: z.nullable(timestamp),
  next_payment_date: z.nullable(timestamp),
  updated_at: timestamp,
});

const Payment = z.object({
  /** Paddle's transaction. */
  id: z.string(),
  paddle_subscription_id: z.nullable(z.string()),
  status: z.string(),
  total: z.string(),
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
  /** Until when, as far as is known; `null` without premium. */
  premium_until: z.nullable(timestamp),
  subscription_status: z.nullable(SubscriptionStatus),
});
export type CustomerSummary = z.infer<typeof CustomerSummary>;

const CustomerId = z.object({ id: z.uuid() });

export const listCustomers = defineEndpoint({
  method: 'GET',
  path: '/admin/customers/',
  summary: 'Customers, newest first, found by name, e-mail or Paddle id, twenty a page',
  access: 'administrator',
  query: z.object({
    search: z.optional(text({ minLength: 0, maxLength: 200 })),
    page: z.optional(z.string()),
  }),
  status: 200,
  response: paginated(CustomerSummary),
});

const CustomerDetail = z.extend(CustomerSummary, {
  phone: z.nullable(z.string()),
  /** On how many devices the customer is signed in. */
  active_sessions: z.int(),
  subscriptions: z.array(CustomerSubscription),
  payments: z.array(Payment),
  grants: z.array(PremiumGrant),
});
export type CustomerDetail = z.infer<typeof CustomerDetail>;

export const readCustomer = defineEndpoint({
  method: 'GET',
  path: '/admin/customers/:id/',
  summary: 'One customer with subscriptions, payments and grants',
  access: 'administrator',
  params: CustomerId,
  status: 200,
  response: CustomerDetail,
});

export const endCustomerSessions = defineEndpoint({
  method: 'POST',
  path: '/admin/customers/:id/sessions/revoke/',
  summary: 'End all sessions of a customer at once',
  access: 'administrator',
  params: CustomerId,
  body: z.object({ reason: text({ maxLength: 500 }) }),
  status: 204,
  response: z.undefined(),
});

export const grantPremium = defineEndpoint({
  method: 'POST',
  path: '/admin/customers/:id/grants/',
  summary: 'Give a customer premium access without a payment through Paddle',
  access: 'administrator',
  params: CustomerId,
  body: z.object({
    reason: text({ maxLength: 500 }),
    /** The last day with premium, in Karachi. */
    ends_on: z.iso.date(),
  }),
  status: 201,
  response: PremiumGrant,
});

export const revokeGrant = defineEndpoint({
  method: 'POST',
  path: '/admin/grants/:id/withdraw/',
  summary: 'Take granted premium access back at once',
  access: 'administrator',
  params: z.object({ id: z.uuid() }),
  body: z.object({ reason: text({ maxLength: 500 }) }),
  status: 200,
  response: PremiumGrant,
});

/** A message of Paddle's that could not be applied. */
const BillingProblem = z.object({
  event_id: z.string(),
  event_type: z.string(),
  occurred_at: timestamp,
  received_at: timestamp,
  attempts: z.int(),
  last_error: z.nullable(z.string()),
});

export type BillingProblem = z.infer<typeof BillingProblem>;

/** A subscription that belongs to nobody that we know. */
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
  summary: 'What of the payments needs an administrator',
  access: 'administrator',
  status: 200,
  response: z.object({
    /** Messages that failed for good, the oldest of them. */
    dead_letters: z.array(BillingProblem),
    dead_letter_count: z.int(),
    /** Subscriptions that have not ended and are nobody's, the newest of them. */
    unlinked: z.array(UnlinkedSubscription),
    unlinked_count: z.int(),
    /** Messages that are still to be applied. */
    waiting: z.int(),
    last_reconciled_at: z.nullable(timestamp),
    last_reconciliation_error: z.nullable(z.string()),
  }),
});

export const replayEvent = defineEndpoint({
  method: 'POST',
  path: '/admin/billing/events/:id/replay/',
  summary: 'Try a message that failed again',
  access: 'administrator',
  params: z.object({ id: z.string().check(z.regex(/^evt_[a-z\d]{1,60}$/)) }),
  status: 204,
  response: z.undefined(),
});

export const linkSubscription = defineEndpoint({
  method: 'POST',
  path: '/admin/billing/subscriptions/:id/link/',
  summary: 'Say whose an unlinked subscription is',
  access: 'administrator',
  params: z.object({ id: z.uuid() }),
  body: z.object({ customer_id: z.uuid() }),
  status: 204,
  response: z.undefined(),
});
