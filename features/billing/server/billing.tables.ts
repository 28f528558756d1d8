import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';
import type { SubscriptionStatus } from '#features/billing/contract/subscriptions.ts';

/** Received webhook events, each stored once. */
export const webhookEvents = pgTable(
  'paddle_events',
  {
    eventId: text('event_id').primaryKey(),
    eventType: text('event_type').notNull(),
    occurredAt: timestamptz('occurred_at').notNull(),
    receivedAt: timestamptz('received_at').notNull(),
    /** The ID of the subscription the event belongs to, else of its entity. */
    entityId: text('entity_id').notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text({ enum: ['waiting', 'applied', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer().notNull().default(0),
    lastError: text('last_error'),
    appliedAt: timestamptz('applied_at'),
  },
  (table) => [
    index('paddle_events_state_idx').on(table.state, table.occurredAt),
    index('paddle_events_entity_idx').on(table.entityId, table.occurredAt),
  ],
);

/** Links Paddle customers to users. */
export const paddleCustomers = pgTable(
  'paddle_customers',
  {
    paddleCustomerId: text('paddle_customer_id').primaryKey(),
    userId: uuid('user_id').notNull(),
    linkedAt: timestamptz('linked_at').notNull(),
    /** `checkout`, or the name of the administrator who linked them. */
    linkedBy: text('linked_by').notNull(),
  },
  (table) => [
    index('paddle_customers_user_idx').on(table.userId),
    index('paddle_customers_search_idx').using('gin', sql`${table.paddleCustomerId} gin_trgm_ops`),
  ],
);

/** Subscriptions as last reported by Paddle. Apart from `user_id`, these columns are never edited by the application. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    paddleId: text('paddle_id').notNull().unique('subscriptions_paddle_id_unique'),
    paddleCustomerId: text('paddle_customer_id').notNull(),
    /** `null` until the subscription is linked to a user. */
    userId: uuid('user_id'),
    status: text().$type<SubscriptionStatus>().notNull(),
    productName: text('product_name').notNull(),
    priceId: text('price_id').notNull(),
    /** In the currency's smallest unit, as in Paddle's API. */
    unitAmount: text('unit_amount').notNull(),
    currency: text().notNull(),
    interval: text({ enum: ['month', 'year'] }).notNull(),
    /** The last reported billing period; Paddle removes it when a subscription is paused or canceled. */
    periodStart: timestamptz('period_start'),
    periodEnd: timestamptz('period_end'),
    nextBilledAt: timestamptz('next_billed_at'),
    scheduledAction: text('scheduled_action', { enum: ['cancel', 'pause', 'resume'] }),
    scheduledAt: timestamptz('scheduled_at'),
    /** Since when it is paused; `null` while it is not paused, or if it was paused before this was recorded. */
    pausedAt: timestamptz('paused_at'),
    /** The date of the last completed payment. */
    lastPaymentAt: timestamptz('last_payment_at'),
    startedAt: timestamptz('started_at').notNull(),
    paddleUpdatedAt: timestamptz('paddle_updated_at').notNull(),
    /** The version of the snapshot in this row, see `makeVersion`. Older snapshots are ignored. */
    version: text().notNull(),
    /** The version of the snapshot that reported the billing period; newer ones may have none. */
    periodVersion: text('period_version'),
  },
  (table) => [
    index('subscriptions_user_idx').on(table.userId),
    index('subscriptions_customer_idx').on(table.paddleCustomerId),
    index('subscriptions_search_idx').using(
      'gin',
      sql`${table.paddleId} gin_trgm_ops`,
      sql`${table.paddleCustomerId} gin_trgm_ops`,
    ),
  ],
);

/** Transactions at Paddle. */
export const payments = pgTable(
  'payments',
  {
    paddleId: text('paddle_id').primaryKey(),
    paddleSubscriptionId: text('paddle_subscription_id'),
    paddleCustomerId: text('paddle_customer_id'),
    status: text().notNull(),
    /** Before credit from the customer's balance; negative for a plan change that adds credit. */
    totalAmount: text('total_amount').notNull(),
    /** After credit; `null` if it was stored before this was recorded. */
    chargedAmount: text('charged_amount'),
    currency: text().notNull(),
    billedAt: timestamptz('billed_at'),
    /** The plan, the interval and the end of the period that it pays for, which are `null` if they are not reported. */
    productName: text('product_name'),
    interval: text({ enum: ['month', 'year'] }),
    periodEnd: timestamptz('period_end'),
    /** Since when it was past due for the first time: Paddle collects the same transaction later. */
    failedAt: timestamptz('failed_at'),
    paddleUpdatedAt: timestamptz('paddle_updated_at').notNull(),
    /** See `subscriptions.version`. */
    version: text().notNull(),
  },
  (table) => [index('payments_subscription_idx').on(table.paddleSubscriptionId)],
);

/** Premium access without a payment. A grant is revoked, never deleted, as long as the account exists. */
export const premiumGrants = pgTable(
  'premium_grants',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: uuid('user_id').notNull(),
    reason: text().notNull(),
    grantedBy: text('granted_by').notNull(),
    startsAt: timestamptz('starts_at').notNull(),
    endsAt: timestamptz('ends_at').notNull(),
    revokedAt: timestamptz('revoked_at'),
    revokedBy: text('revoked_by'),
    revocationReason: text('revocation_reason'),
  },
  (table) => [
    index('premium_grants_user_idx').on(table.userId),
    check('premium_grants_in_order', sql`${table.endsAt} > ${table.startsAt}`),
  ],
);

/** The state of reconciliation with Paddle: a single row, leased by one server at a time. */
export const billingReconciliation = pgTable('billing_reconciliation', {
  id: integer().primaryKey().default(1),
  leasedUntil: timestamptz('leased_until'),
  nextAt: timestamptz('next_at').notNull(),
  lastSuccessAt: timestamptz('last_success_at'),
  lastError: text('last_error'),
});

/**
 * The emails about payments and premium access that were queued. The primary key makes sure that each is queued once,
 * whichever server finds its cause and how often.
 */
export const billingEmails = pgTable(
  'billing_emails',
  {
    template: text().notNull(),
    /** Paddle's ID of the subscription or transaction, or the ID of the grant. */
    subjectId: text('subject_id').notNull(),
    /** Distinguishes emails of one template about the same subject, for example by the end of the period. */
    occurrence: text().notNull(),
    queuedAt: timestamptz('queued_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.template, table.subjectId, table.occurrence] })],
);

/**
 * The indicators of customers' charts. Stored after a subscription ends, and applied again with the next one. Deleted with the account by a
 * foreign key, which only the migration contains: features do not import the tables of others.
 */
export const chartSettings = pgTable('chart_settings', {
  userId: uuid('user_id').primaryKey(),
  /** Parsed by contract when it is read. */
  indicators: jsonb().$type<unknown[]>().notNull().default([]),
  sets: jsonb().$type<unknown[]>().notNull().default([]),
});
