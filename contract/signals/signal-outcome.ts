import * as z from 'zod/mini';

/**
 * How a signal ended: by its last exit, `expired` or `canceled` without an entry, or without a result that end-of-day prices
 * prove. An administrator can override the result or void the signal.
 */
export const OUTCOME_KINDS = [
  'target',
  'stop',
  'breakeven',
  'manual',
  'time',
  'session_end',
  'expired',
  'canceled',
  'unproven',
  'no_prices',
  'overridden',
  'voided',
] as const;

/** The outcome of a signal as cards show it: that of the last evaluation, or of the decision that applies. */
export const ShownOutcome = z.object({
  kind: z.enum(OUTCOME_KINDS),
  /** Before the last exit, or with it. */
  targets_hit: z.int(),
  /** The result in R before costs, with two decimals; `null` without an entry and of a voided signal. */
  r_multiple: z.nullable(z.string()),
  /** The public reason of an administrator; `null` for an evaluated result. */
  reason: z.nullable(z.string()),
});
export type ShownOutcome = z.infer<typeof ShownOutcome>;
