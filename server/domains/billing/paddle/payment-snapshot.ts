import * as z from 'zod/mini';
import { type PaddleTimestamp, paddleTimestamp } from './timestamp.ts';

/** A transaction as reported by one webhook event or API response. */
export interface PaymentSnapshot {
  paddleId: string;
  paddleSubscriptionId: string | null;
  paddleCustomerId: string | null;
  /** Paddle's status, for example `completed`. */
  status: string;
  /** In the currency's smallest unit, before credit from the customer's balance; negative if the customer gets credit. */
  totalAmount: string;
  /** After credit; `null` if it is not reported. */
  chargedAmount: string | null;
  currency: string;
  billedAt: Date | null;
  updatedAt: PaddleTimestamp;
}

const id = (prefix: string) => z.string().check(z.regex(new RegExp(`^${prefix}_[a-z\\d]{26}$`)));

const amount = z.string().check(z.regex(/^-?\d{1,15}$/));

const Entity = z.object({
  id: id('txn'),
  subscription_id: z.nullish(id('sub')),
  customer_id: z.nullish(id('ctm')),
  status: z.string().check(z.regex(/^[a-z_]{1,40}$/)),
  currency_code: z.string().check(z.regex(/^[A-Z]{3}$/)),
  details: z.object({ totals: z.object({ total: amount, grand_total: z.nullish(amount) }) }),
  billed_at: z.nullish(paddleTimestamp),
  updated_at: paddleTimestamp,
});

/** Parses a transaction from a webhook event or the API. Throws when it is invalid. */
export function parsePayment(data: unknown): PaymentSnapshot {
  const entity = z.parse(Entity, data);
  return {
    paddleId: entity.id,
    paddleSubscriptionId: entity.subscription_id ?? null,
    paddleCustomerId: entity.customer_id ?? null,
    status: entity.status,
    totalAmount: entity.details.totals.total,
    chargedAmount: entity.details.totals.grand_total ?? null,
    currency: entity.currency_code,
    billedAt: entity.billed_at?.date ?? null,
    updatedAt: entity.updated_at,
  };
}
