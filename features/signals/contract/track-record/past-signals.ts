import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal } from '#core/contract/fields.ts';
import { paginated } from '#core/contract/paginated.ts';
import { symbolsFilter } from '#features/market/contract/companies.ts';
import { SignalType } from '#features/signals/contract/signal.ts';
import { PERFORMANCE_PERIODS } from './performance.ts';

export const PAST_SIGNALS_PAGE_SIZE = 50;

/**
 * `not_filled` if the entry price was not reached; `not_measurable` if the prices prove no result; `overridden` by an administrator. Won
 * is what the statistics count as won: above zero after costs.
 */
export const PAST_RESULTS = ['won', 'lost', 'not_filled', 'not_measurable', 'overridden', 'voided'] as const;
export type PastResult = (typeof PAST_RESULTS)[number];

export const PastSignal = z.object({
  id: z.string(),
  signal_type: SignalType,
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  published_on: z.iso.date(),
  ended_on: z.iso.date(),
  result: z.enum(PAST_RESULTS),
  /** The result in R after costs, with two decimals; `null` if there is none. */
  r_multiple: z.nullable(decimal),
  /** An administrator deleted it from the lists. Its result counts as any other. */
  is_deleted: z.boolean(),
});
export type PastSignal = z.infer<typeof PastSignal>;

export const listPastSignals = defineEndpoint({
  method: 'GET',
  path: '/performance/signals/',
  summary: 'List the signals that have ended and whose results are public, last end first, fifty per page',
  access: 'open',
  query: z.object({
    /** Of publication, as in the statistics. */
    period: z._default(z.enum(PERFORMANCE_PERIODS), 'all'),
    signal_type: z.optional(SignalType),
    result: z.optional(z.enum(PAST_RESULTS)),
    symbol: z.optional(symbolsFilter),
    page: z.optional(z.string()),
  }),
  topics: ['track-record'],
  response: paginated(PastSignal),
});
