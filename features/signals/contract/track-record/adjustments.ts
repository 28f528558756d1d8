import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, timestamp } from '#core/contract/fields.ts';
import { StoredSignal } from '#features/signals/contract/signal.ts';

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
  /** That close after all adjustments of the date, without and with its cash dividends: the previous closes that confirm them. */
  adjusted_closes: z.array(decimal),
  /** The previous close that the exchange states with the bar of the ex-date; `null` without one. */
  previous_close: z.nullable(decimal),
  recorded_at: timestamp,
  /** The signals whose results can depend on it, oldest first. */
  signals: z.array(z.pick(StoredSignal, { id: true, signal_type: true, order_type: true, created_at: true })),
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
