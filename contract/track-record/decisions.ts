import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { isoDate, text, timestamp } from '#contract/fields.ts';
import { PriceInput } from '#contract/signals/price-input.ts';

/**
 * The decisions of an administrator about an outcome. `override` replaces the result, `void` removes the signal from the
 * statistics of closed signals and counts it separately, and `withdraw` returns to the evaluated result.
 */
export const DECISION_KINDS = ['override', 'void', 'withdraw'] as const;

const reason = text({ minLength: 10, maxLength: 500 });

/** The reason is public. */
const DecisionBody = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('override'),
    reason,
    fill_price: PriceInput,
    exit_price: PriceInput,
    exit_date: isoDate,
  }),
  z.object({ kind: z.enum(['void', 'withdraw']), reason }),
]);
export type DecisionBody = z.output<typeof DecisionBody>;

const SignalDecision = z.object({
  kind: z.enum(DECISION_KINDS),
  reason: z.string(),
  r_multiple: z.nullable(z.string()),
  decided_at: timestamp,
  decided_by: z.string(),
});

export const decideOutcome = defineEndpoint({
  method: 'POST',
  path: '/admin/signals/:id/decisions/',
  summary: 'Void a signal or override its result, with a public reason, or withdraw that',
  access: 'administrator',
  params: z.object({ id: z.uuid() }),
  body: DecisionBody,
  status: 201,
  response: SignalDecision,
});
