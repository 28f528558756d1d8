import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, text } from '#core/contract/fields.ts';
import { SignalType } from '#features/signals/contract/signal.ts';
import { SYMBOL_MAX_LENGTH } from '#features/signals/contract/signal-types.ts';

/** The results of the last 12 months in a few numbers, by the rules of the statistics. */
export const RecentResults = z.object({
  closed: z.int(),
  won: z.int(),
  /** The mean result in R after costs, with two decimals; `null` without closed signals. */
  average_r: z.nullable(decimal),
  /** The share of those that cannot be measured, as in the statistics, in percent with one decimal; `null` without any. */
  unmeasurable_rate: z.nullable(decimal),
  /** Too few closed signals to conclude from. */
  is_small_sample: z.boolean(),
});
export type RecentResults = z.infer<typeof RecentResults>;

export const readRecentResults = defineEndpoint({
  method: 'GET',
  path: '/performance/recent/',
  summary:
    'Summarize the results of the signals of the last 12 months that are public, of all, of a type or of a symbol',
  access: 'open',
  query: z.object({
    signal_type: z.optional(SignalType),
    symbol: z.optional(text({ maxLength: SYMBOL_MAX_LENGTH }).check(z.toUpperCase())),
  }),
  topics: ['track-record'],
  response: RecentResults,
});
