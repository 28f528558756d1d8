import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, text, timestamp } from '#core/contract/fields.ts';
import { BillingInterval } from './subscriptions.ts';

export const PLAN_KEYS = ['intermediate', 'pro'] as const;
export const MAX_RECEIPT_BYTES = 5 * 1024 * 1024;
/** The receipts of one order. */
export const MAX_RECEIPTS = 3;

/** Returns the length of the Base64 text of a file. */
const toBase64Length = (bytes: number) => Math.ceil(bytes / 3) * 4;

/** An order is `refunded` once its payment was returned. */
export const ORDER_STATUSES = ['open', 'paid', 'expired', 'canceled', 'refunded'] as const;

/** A bank transfer that a customer announced. Amounts are in rupees. */
export const Order = z.object({
  id: z.string(),
  /** For the note of the transfer; banks do not always pass it on. */
  code: z.string(),
  status: z.enum(ORDER_STATUSES),
  plan: z.enum(PLAN_KEYS),
  plan_name: z.string(),
  interval: BillingInterval,
  /** Its own: no other open order has it. */
  amount: decimal,
  price: decimal,
  payer_name: z.string(),
  account_title: z.string(),
  bank: z.string(),
  iban: z.string(),
  raast_id: z.nullable(z.string()),
  /** The content of a QR code that banking apps read; `null` if there is none for this amount. */
  qr: z.nullable(z.string()),
  created_at: timestamp,
  expires_at: timestamp,
  receipts: z.int(),
  /** The confirmed payment. */
  payment: z.nullable(
    z.object({
      receipt_number: z.string(),
      amount: decimal,
      period_start: timestamp,
      period_end: timestamp,
      confirmed_at: timestamp,
    }),
  ),
});
export type Order = z.infer<typeof Order>;

export const placeOrder = defineEndpoint({
  method: 'POST',
  path: '/customers/orders/',
  summary: 'Announce a bank transfer for a plan',
  access: 'customer',
  body: z.object({
    plan: z.enum(PLAN_KEYS),
    interval: BillingInterval,
    /** The name on the sending account. */
    payer_name: text({ minLength: 2, maxLength: 100 }),
  }),
  status: 201,
  response: Order,
});

export const listOrders = defineEndpoint({
  method: 'GET',
  path: '/customers/orders/',
  summary: "List the signed-in customer's last twenty orders, newest first",
  access: 'customer',
  response: z.object({
    orders: z.array(Order),
    /** When the period of the next payment would start; `null` for at its confirmation. */
    next_period_starts_at: z.nullable(timestamp),
    /** Of a subscription with Paddle that renews; `null` for none. Both would be paid for the same time. */
    paddle_renews_at: z.nullable(timestamp),
  }),
});

const OrderId = z.object({ id: z.uuid() });

export const cancelOrder = defineEndpoint({
  method: 'DELETE',
  path: '/customers/orders/:id/',
  summary: 'Cancel an open order',
  access: 'customer',
  params: OrderId,
  status: 204,
  response: z.undefined(),
});

/** An image is stored as a JPEG without its metadata, a PDF as it is. Only administrators can see it. */
export const uploadReceipt = defineEndpoint({
  method: 'POST',
  path: '/customers/orders/:id/receipts/',
  summary: 'Upload a receipt of the transfer: a JPEG, PNG or WebP image or a PDF of at most 5 MB',
  access: 'customer',
  params: OrderId,
  bodyLimitBytes: toBase64Length(MAX_RECEIPT_BYTES) + 1024,
  body: z.object({
    /** Base64. */
    content: z.string().check(z.minLength(1), z.maxLength(toBase64Length(MAX_RECEIPT_BYTES)), z.base64()),
  }),
  status: 201,
  response: Order,
});
