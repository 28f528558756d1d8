import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, isoDate, timestamp } from '#core/contract/fields.ts';
import { PriceInput } from '#features/signals/contract/levels/price-input.ts';
import { decisionReason } from '#features/signals/contract/publishing/signal-checks.ts';
import { EvaluationReason, EvaluationState } from './signal-details.ts';

/**
 * The decisions of an administrator about an outcome. `override` enters a result, which counts if it is worse than the evaluated one; `void`
 * marks the signal, and removes it from the statistics if it could not have been filled yet; `withdraw` ends the decision.
 */
export const DECISION_KINDS = ['override', 'void', 'withdraw'] as const;

/** The reason is public. The prices of an override are those of a share as published, and were traded on the day. */
const DecisionBody = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('override'),
    reason: decisionReason,
    fill_price: PriceInput,
    exit_price: PriceInput,
    exit_date: isoDate,
  }),
  z.object({ kind: z.enum(['void', 'withdraw']), reason: decisionReason }),
]);
export type DecisionBody = z.output<typeof DecisionBody>;

export const SignalDecision = z.object({
  kind: z.enum(DECISION_KINDS),
  reason: z.string(),
  r_multiple: z.nullable(decimal),
  decided_at: timestamp,
  decided_by: z.string(),
});
export type SignalDecision = z.infer<typeof SignalDecision>;

/** The outcome of a signal for administrators: as evaluated, and the decision that applies. */
const AdminOutcome = z.object({
  signal_id: z.uuid(),
  /** `null` until it is evaluated. */
  evaluated: z.nullable(
    z.object({
      state: EvaluationState,
      reason: z.nullable(EvaluationReason),
      r_multiple: z.nullable(decimal),
      ended_on: z.nullable(z.iso.date()),
    }),
  ),
  /** `null` without one, and after it was withdrawn. */
  decision: z.nullable(SignalDecision),
});
export type AdminOutcome = z.infer<typeof AdminOutcome>;

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

export const listSignalOutcomes = defineEndpoint({
  method: 'GET',
  path: '/admin/signal-outcomes/',
  summary: 'List the outcomes of some signals, with the decisions that apply',
  access: 'administrator',
  query: z.object({
    /** Up to 50 IDs, separated by commas. Those of signals without an outcome are ignored. */
    ids: z
      .string()
      .check(
        z.regex(new RegExp(`^${UUID}(,${UUID}){0,49}$`, 'i'), 'Enter 1 to 50 IDs, separated by commas.'),
      ),
  }),
  response: z.object({ results: z.array(AdminOutcome) }),
});

/** The dates of an override: those on which the entry may be filled, and on which it may end. */
const OverrideDates = z.object({
  first: z.iso.date(),
  last_entry: z.iso.date(),
  /** The time limit, or today if that is earlier. */
  last_exit: z.iso.date(),
});
export type OverrideDates = z.infer<typeof OverrideDates>;

/**
 * What a void does to the result of the signal: it is removed from the figures before the signal could first have been filled, and kept later. In
 * the session of the publication it is kept unless intraday prices show that there was no trade since.
 */
const VoidEffect = z.enum(['removed', 'kept', 'by_intraday_prices']);
export type VoidEffect = z.infer<typeof VoidEffect>;

export const listSignalDecisions = defineEndpoint({
  method: 'GET',
  path: '/admin/signals/:id/decisions/',
  summary:
    'List the decisions about a signal, newest first, the dates that an override can have, and the effect of a void',
  access: 'administrator',
  params: z.object({ id: z.uuid() }),
  response: z.object({
    results: z.array(SignalDecision),
    override_dates: OverrideDates,
    void_effect: VoidEffect,
  }),
});

/**
 * A withdrawal fails with 409 and `no_decision` if no decision applies, an override with 409 and `not_evaluated` until the evaluation has
 * ended, and with `no_result` if the entry was not filled.
 */
export const decideOutcome = defineEndpoint({
  method: 'POST',
  path: '/admin/signals/:id/decisions/',
  summary: 'Void a signal or override its result, with a public reason, or withdraw that',
  isIdempotent: true,
  access: 'administrator',
  params: z.object({ id: z.uuid() }),
  body: DecisionBody,
  status: 201,
  response: SignalDecision,
});
