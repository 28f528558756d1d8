import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, text, timestamp } from '#core/contract/fields.ts';
import { ORDER_STATUSES } from './orders.ts';
import { BillingInterval } from './subscriptions.ts';

export const MAX_CONFIRMED_TOGETHER = 100;
export const MAX_LISTED_TRANSFERS = 200;
const reason = text({ minLength: 3, maxLength: 500 });

/** An order as administrators see it. */
export const TransferOrder = z.object({
  id: z.string(),
  code: z.string(),
  status: z.enum(ORDER_STATUSES),
  /** `null` once the account is deleted. */
  customer_id: z.nullable(z.string()),
  customer_email: z.nullable(z.string()),
  payer_name: z.string(),
  plan_name: z.string(),
  interval: BillingInterval,
  amount: decimal,
  created_at: timestamp,
  expires_at: timestamp,
  receipts: z.array(
    z.object({
      id: z.string(),
      media_type: z.string(),
      /** The same file was uploaded for another order too. */
      is_reused: z.boolean(),
    }),
  ),
});
export type TransferOrder = z.infer<typeof TransferOrder>;

const Candidate = z.object({
  order_id: z.string(),
  evidence: z.array(z.string()),
  /** Why it is not certain, as sentences. */
  doubts: z.array(z.string()),
});

/** A credit of a statement that is not used yet. */
export const TransferRow = z.object({
  id: z.int(),
  date: z.string(),
  time: z.nullable(z.string()),
  amount: decimal,
  narration: z.string(),
  certain: z.nullable(Candidate),
  candidates: z.array(Candidate),
});
export type TransferRow = z.infer<typeof TransferRow>;

/** A credit that an administrator settled. */
export const SettledRow = z.object({
  id: z.int(),
  date: z.string(),
  amount: decimal,
  narration: z.string(),
  settled_as: z.enum(['returned', 'unrelated']),
  settled_by: z.string(),
  settled_reason: z.string(),
});
export type SettledRow = z.infer<typeof SettledRow>;

/** A confirmed payment. */
export const TransferPayment = z.object({
  id: z.string(),
  receipt_number: z.string(),
  code: z.string(),
  customer_id: z.nullable(z.string()),
  customer_email: z.nullable(z.string()),
  plan_name: z.string(),
  amount: decimal,
  period_start: timestamp,
  period_end: timestamp,
  confirmed_at: timestamp,
  confirmed_by: z.string(),
  reason: z.nullable(z.string()),
  removal: z.nullable(z.enum(['reverted', 'refunded'])),
  removal_reason: z.nullable(z.string()),
  credit_note: z.nullable(z.string()),
});
export type TransferPayment = z.infer<typeof TransferPayment>;

export const readTransfers = defineEndpoint({
  method: 'GET',
  path: '/admin/billing/transfers/',
  summary:
    'List bank transfers: credits with the orders that they may be for, orders that wait, and payments',
  access: 'administrator',
  noStore: true,
  response: z.object({
    is_enabled: z.boolean(),
    /** Credits that are not used, oldest first. */
    rows: z.array(TransferRow),
    row_count: z.int(),
    /** The last ones that were settled, newest first. */
    settled: z.array(SettledRow),
    /** Orders that wait or are candidates, oldest first. */
    orders: z.array(TransferOrder),
    /** Newest first. */
    payments: z.array(TransferPayment),
    payment_count: z.int(),
    /** The date of the newest row of all statements. */
    statement_until: z.nullable(z.string()),
  }),
});

/** All of them are confirmed, or none: 409 if one has changed since it was listed. */
export const confirmTransfers = defineEndpoint({
  method: 'POST',
  path: '/admin/billing/transfers/confirm/',
  summary: 'Confirm that credits of a statement pay for orders, and grant access',
  access: 'administrator',
  body: z.object({
    matches: z
      .array(
        z.object({
          order_id: z.uuid(),
          /** Several rows pay one order in parts. Without a row, access is granted by the receipt alone. */
          row_ids: z.array(z.int().check(z.positive(), z.maximum(2 ** 31 - 1))).check(z.maxLength(5)),
          /** The status of the order as it was listed. */
          order_status: z.enum(ORDER_STATUSES),
          /** The rows belong to the payment that the order has: its amount changes, and no further period is granted. */
          adds_to_payment: z.optional(z.boolean()),
          /** Required unless the match is certain. */
          reason: z.optional(reason),
        }),
      )
      .check(z.minLength(1), z.maxLength(MAX_CONFIRMED_TOGETHER)),
  }),
  response: z.object({ payments: z.array(TransferPayment) }),
});

export const removeTransferPayment = defineEndpoint({
  method: 'POST',
  path: '/admin/billing/transfer-payments/:id/remove/',
  summary: 'Revert the confirmation of a payment, or record its refund, and revoke its access',
  access: 'administrator',
  params: z.object({ id: z.uuid() }),
  body: z.object({
    /** A reverted confirmation was a mistake: its rows can be used again. The money of a refund was sent back. */
    removal: z.enum(['reverted', 'refunded']),
    reason,
  }),
  response: TransferPayment,
});

export const settleTransferRow = defineEndpoint({
  method: 'POST',
  path: '/admin/billing/transfer-rows/:id/settle/',
  summary: 'Settle a credit that pays for no order, or list it again',
  access: 'administrator',
  params: z.object({ id: z.string() }),
  body: z.object({ settled_as: z.nullable(z.enum(['returned', 'unrelated'])), reason }),
  status: 204,
  response: z.undefined(),
});

export const readOrderReceipt = defineEndpoint({
  method: 'GET',
  path: '/admin/billing/receipts/:id/',
  summary: 'Read a receipt that a customer uploaded',
  access: 'administrator',
  params: z.object({ id: z.uuid() }),
  noStore: true,
  response: z.object({
    media_type: z.enum(['image/jpeg', 'application/pdf']),
    /** Base64. */
    content: z.string(),
  }),
});
