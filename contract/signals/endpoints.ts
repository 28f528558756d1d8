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

/** Lists signals in progress and those closed in the last 30 days, newest first, at most 200. */
export const listPsxSignals = defineEndpoint({
  method: 'GET',
  path: '/signals/psx-signals/',
  summary: 'List the signals of one type that the caller may read',
  access: 'anyone',
  query: z.object({ signal_type: SignalType }),
  topics: ['signals'],
  status: 200,
  response: SignalList,
});
