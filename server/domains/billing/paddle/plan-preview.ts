import * as z from 'zod/mini';
import { paddleTimestamp } from './timestamp.ts';

/** What a change of the price costs, as calculated by Paddle. Amounts are in the currency's smallest unit, with taxes. */
export interface PlanPreview {
  currency: string;
  /** The amount that is charged immediately, after credit. */
  chargeNow: string;
  /** The amount that is added to the customer's credit balance. */
  credit: string;
  /** The next regular payment, after credit; `null` when none is due. */
  nextPayment: { at: Date; amount: string } | null;
  /** The amount of each regular payment. */
  renewalAmount: string | null;
}

const amount = z.string().check(z.regex(/^\d{1,15}$/));

const Entity = z.object({
  currency_code: z.string().check(z.regex(/^[A-Z]{3}$/)),
  next_billed_at: z.nullish(paddleTimestamp),
  immediate: z.nullish(z.object({ grand_total: amount, credit_to_balance: amount })),
  next: z.nullish(z.object({ grand_total: amount })),
  recurring: z.nullish(z.object({ total: amount })),
});

/** Parses the totals of a preview. Throws when they are invalid: an amount to pay must never be guessed. */
export function parsePreview(data: unknown): PlanPreview {
  const { currency_code, next_billed_at, immediate, next, recurring } = z.parse(Entity, data);
  return {
    currency: currency_code,
    chargeNow: immediate?.grand_total ?? '0',
    credit: immediate?.credit_to_balance ?? '0',
    nextPayment: next_billed_at && next ? { at: next_billed_at.date, amount: next.grand_total } : null,
    renewalAmount: recurring?.total ?? null,
  };
}
