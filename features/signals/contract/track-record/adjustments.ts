import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, timestamp } from '#core/contract/fields.ts';

/** A bonus, a right or a split that the exchange's previous close of its ex-date does not confirm. Prices are rupees. */
export const UnconfirmedAdjustment = z.object({
  id: z.int(),
  symbol: z.string(),
  ex_date: z.iso.date(),
  kind: z.enum(['split', 'bonus', 'right']),
  /** The payout as announced. */
  description: z.string(),
  /** The price after it divided by the price before it. */
  factor: decimal,
  /** The last stored close before the ex-date; `null` without one. */
  last_close: z.nullable(decimal),
  /** That close after all adjustments of the date: the previous close that would confirm them. */
  adjusted_close: z.nullable(decimal),
  /** The previous close that the exchange states with the bar of the ex-date; `null` without one. */
  previous_close: z.nullable(decimal),
  recorded_at: timestamp,
});
export type UnconfirmedAdjustment = z.infer<typeof UnconfirmedAdjustment>;

export const listUnconfirmedAdjustments = defineEndpoint({
  method: 'GET',
  path: '/admin/adjustments/',
  summary: 'List the adjustments that no previous close confirms, by ex-date',
  access: 'administrator',
  response: z.object({ results: z.array(UnconfirmedAdjustment) }),
});

export const reviewAdjustment = defineEndpoint({
  method: 'POST',
  path: '/admin/adjustments/:id/review/',
  summary: 'Confirm or remove an adjustment, which becomes an entry of the public record',
  access: 'administrator',
  params: z.object({ id: z.string() }),
  body: z.object({ review: z.enum(['confirmed', 'removed']) }),
  status: 204,
  response: z.undefined(),
});
