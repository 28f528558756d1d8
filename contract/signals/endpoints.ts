import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { Signal, SignalType } from './signal.ts';

export const SignalList = z.object({
  count: z.int(),
  results: z.array(Signal),
  /** The caller may read premium signals. Always true for administrators. */
  has_subscription: z.boolean(),
});
export type SignalList = z.infer<typeof SignalList>;

/**
 * Lists at most 200 signals: those in progress, then those closed or expired in the last 30 days, each newest first.
 */
export const listPsxSignals = defineEndpoint({
  method: 'GET',
  path: '/signals/psx-signals/',
  summary: 'List the signals of one type that the caller may read',
  access: 'anyone',
  query: z.object({ signal_type: SignalType }),
  // Expiry depends on the exchange's holidays.
  topics: ['signals', 'market'],
  status: 200,
  response: SignalList,
});
