import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const paisa = (name: string) => bigint(name, { mode: 'number' });

/** Bank transfers that customers announced. */
export const orders = pgTable(
  'payment_orders',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    code: text().notNull().unique('payment_orders_code_unique'),
    /** `null` once the account is deleted. */
    userId: uuid('user_id'),
    planKey: text('plan_key', { enum: ['intermediate', 'pro'] }).notNull(),
    planName: text('plan_name').notNull(),
    interval: text({ enum: ['month', 'year'] }).notNull(),
    pricePaisa: paisa('price_paisa').notNull(),
    amountPaisa: paisa('amount_paisa').notNull(),
    payerName: text('payer_name').notNull(),
    /** An open order whose time has passed is expired, see `getOrderStatus`. */
    status: text({ enum: ['open', 'paid', 'expired', 'canceled'] })
      .notNull()
      .default('open'),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** No other order gets the amount until statements of the time of this one have been imported. */
    isReserved: boolean('is_reserved').notNull().default(true),
  },
  (table) => [
    index('payment_orders_user_idx').on(table.userId, table.createdAt),
    index('payment_orders_status_idx').on(table.status, table.createdAt),
    uniqueIndex('payment_orders_open_idx').on(table.userId).where(sql`${table.status} = 'open'`),
    uniqueIndex('payment_orders_amount_idx').on(table.amountPaisa).where(sql`${table.isReserved}`),
  ],
);

/** The receipts that customers uploaded. Only administrators see them, and they are deleted after a year. */
export const orderReceipts = pgTable(
  'payment_order_receipts',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    mediaType: text('media_type', { enum: ['image/jpeg', 'application/pdf'] }).notNull(),
    content: bytea().notNull(),
    /** Of the file as it was uploaded. The same file may be the receipt of another order. */
    sha256: text().notNull(),
    uploadedAt: timestamptz('uploaded_at').notNull(),
  },
  (table) => [
    index('payment_order_receipts_order_idx').on(table.orderId),
    index('payment_order_receipts_file_idx').on(table.sha256),
    index('payment_order_receipts_uploaded_idx').on(table.uploadedAt),
  ],
);

/** What customers pay for by bank transfer: one row for each customer. The periods are those of the payments. */
export const localSubscriptions = pgTable('local_subscriptions', {
  id: uuid().primaryKey().default(sql`gen_random_uuid()`),
  userId: uuid('user_id').unique('local_subscriptions_user_unique'),
  startedAt: timestamptz('started_at').notNull(),
  /** A paused or canceled one has no reminders and no grace period. */
  renewal: text({ enum: ['on', 'paused', 'canceled'] })
    .notNull()
    .default('on'),
});

/** Confirmed bank transfers, each with its period of premium access. Never deleted, for accounting. */
export const localPayments = pgTable(
  'local_payments',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    /** The number of the receipt. There are no gaps. */
    number: integer().notNull().unique('local_payments_number_unique'),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => localSubscriptions.id),
    /** `null` once the account is deleted. */
    userId: uuid('user_id'),
    planKey: text('plan_key', { enum: ['intermediate', 'pro'] }).notNull(),
    planName: text('plan_name').notNull(),
    interval: text({ enum: ['month', 'year'] }).notNull(),
    amountPaisa: paisa('amount_paisa').notNull(),
    startsAt: timestamptz('starts_at').notNull(),
    endsAt: timestamptz('ends_at').notNull(),
    confirmedAt: timestamptz('confirmed_at').notNull(),
    confirmedBy: text('confirmed_by').notNull(),
    /** Why it was confirmed although it was not certain, or by a receipt alone. */
    reason: text(),
    removedAt: timestamptz('removed_at'),
    removedBy: text('removed_by'),
    removal: text({ enum: ['reverted', 'refunded'] }),
    removalReason: text('removal_reason'),
    /** The number of the credit note of a refund. There are no gaps. */
    creditNumber: integer('credit_number').unique('local_payments_credit_number_unique'),
  },
  (table) => [
    index('local_payments_user_idx').on(table.userId),
    index('local_payments_order_idx').on(table.orderId),
    index('local_payments_subscription_idx').on(table.subscriptionId),
    check('local_payments_in_order', sql`${table.endsAt} > ${table.startsAt}`),
  ],
);

/** Credits of the bank statements that administrators imported. */
export const statementRows = pgTable(
  'bank_statement_rows',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The same for a row of several statements that overlap. */
    rowKey: text('row_key').notNull(),
    date: date().notNull(),
    time: text(),
    amountPaisa: paisa('amount_paisa').notNull(),
    narration: text().notNull(),
    reference: text(),
    importedAt: timestamptz('imported_at').notNull(),
    /** Changes when the row is used, so that its import is not reverted then. */
    updatedAt: timestamptz('updated_at').notNull(),
    paymentId: uuid('payment_id').references(() => localPayments.id),
    /** Of a credit that pays for no order. */
    settledAs: text('settled_as', { enum: ['returned', 'unrelated'] }),
    settledBy: text('settled_by'),
    settledReason: text('settled_reason'),
  },
  (table) => [
    unique('bank_statement_rows_key_unique').on(table.rowKey),
    index('bank_statement_rows_amount_idx').on(table.amountPaisa, table.date),
    index('bank_statement_rows_payment_idx').on(table.paymentId),
    index('bank_statement_rows_unused_idx')
      .on(table.date)
      .where(sql`${table.paymentId} is null and ${table.settledAs} is null`),
    check('bank_statement_rows_used_once', sql`${table.paymentId} is null or ${table.settledAs} is null`),
  ],
);

/** The columns that an administrator has chosen for the statements of a bank. */
export const statementColumns = pgTable('bank_statement_columns', {
  /** The header of the table, normalized. */
  header: text().primaryKey(),
  columns: text().array().notNull(),
  savedAt: timestamptz('saved_at').notNull(),
});
