import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal } from '#core/contract/fields.ts';
import { SignalType } from '#features/signals/contract/signal.ts';

const date = z.iso.date();
/** Rupees with two decimals. */
const price = decimal;

/** A premium signal as it was published, with its result. */
export const PremiumSample = z.object({
  id: z.string(),
  signal_type: SignalType,
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  entry_price: price,
  stop_loss: price,
  target_points: z.array(price),
  published_on: date,
  ended_on: date,
  /** An administrator deleted it from the lists. Its result counts as any other. */
  is_deleted: z.boolean(),
  /** An administrator voided it after it could have been filled. Its result counts. */
  is_voided: z.boolean(),
  /** `overridden` if what an administrator entered counts, because it is worse than the evaluated result; `not_filled` if the entry price was not reached; `not_measurable` if the prices prove no result. */
  outcome: z.enum(['closed', 'overridden', 'not_filled', 'not_measurable']),
  /** The result in R after costs, with two decimals; `null` if the entry was not filled or nothing is proven. */
  r_multiple: z.nullable(decimal),
});
export type PremiumSample = z.infer<typeof PremiumSample>;

export const readPremiumSample = defineEndpoint({
  method: 'GET',
  path: '/performance/premium-sample/',
  summary: 'Read the premium signal that ended last of those whose results are public, whatever its result',
  access: 'open',
  topics: ['track-record'],
  response: z.object({ sample: z.nullable(PremiumSample) }),
});
