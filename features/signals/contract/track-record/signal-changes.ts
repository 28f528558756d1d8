import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal } from '#core/contract/fields.ts';
import { OrderTypeSchema, SignalType } from '#features/signals/contract/signal.ts';
import { TimelineEvent } from './signal-details.ts';

/** A signal with what happened to it since a position. */
export const ChangedSignal = z.object({
  id: z.uuid(),
  symbol: z.string(),
  signal_type: SignalType,
  order_type: OrderTypeSchema,
  /** The result in R before costs, with two decimals; `null` unless a change since the position decided it. */
  r_multiple: z.nullable(decimal),
  /** As in the timeline of the signal: in the order in which they happened, which may be long before they became known. */
  events: z.array(TimelineEvent),
});
export type ChangedSignal = z.infer<typeof ChangedSignal>;

export const SignalChanges = z.object({
  /** Everything until here is known to the caller: the next request lists what happened after it. */
  position: z.string(),
  /** `false` if there are more changes, all older than those of the list. */
  is_complete: z.boolean(),
  /** The signal with the newest change first. Empty without a position. */
  results: z.array(ChangedSignal),
});
export type SignalChanges = z.infer<typeof SignalChanges>;

/**
 * The sequence of an entry of the public record, the date of the last session that had ended, and the last release. Browsers may have
 * stored a position without the release.
 */
const POSITION = /^\d{1,15}\.20[2-9]\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(\.\d{1,15})?$/;

export const listSignalChanges = defineEndpoint({
  method: 'GET',
  path: '/signals/changes/',
  summary: 'List what happened since a position to the signals that the caller may read',
  access: 'anyone',
  query: z.object({ after: z.optional(z.string().check(z.regex(POSITION))) }),
  topics: ['signals', 'market', 'prices', 'track-record'],
  response: SignalChanges,
});
