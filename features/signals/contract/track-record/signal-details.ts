import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, timestamp } from '#core/contract/fields.ts';
import { RecordReceipt } from '#features/ledger/contract/endpoints.ts';
import { OrderTypeSchema, Signal, SignalType } from '#features/signals/contract/signal.ts';

const date = z.iso.date();
/** Rupees with two decimals. */
const price = decimal;

export const EvaluationState = z.enum(['pending', 'open', 'closed', 'expired', 'canceled', 'not_measurable']);
export type EvaluationState = z.infer<typeof EvaluationState>;

/** Why an evaluation ended: the last exit, or why the entry was not filled. */
export const EvaluationReason = z.enum([
  'target',
  'stop',
  'breakeven',
  'manual',
  'time',
  'session_end',
  'trading_ended',
  'validity',
  'unproven',
  'no_prices',
  'closed',
  'stop_moved',
  /** Of a pending signal: a bar after the publication traded at the first target. */
  'entry_missed',
  /** Of a pending or open signal: the next bars do not count yet, because one before them may be missing. */
  'prices_missing',
]);
export type EvaluationReason = z.infer<typeof EvaluationReason>;

const OrderKind = z.enum(['limit', 'stop', 'touch']);

/** One step of the explanation: what a bar, or several equal ones, meant for the signal (docs/evaluation.md). */
export const EvaluationStep = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('published'),
    date,
    order_kind: OrderKind,
    reference_close: z.nullable(price),
    in_session: z.boolean(),
  }),
  z.object({ code: z.enum(['waited', 'held']), date, until: date, bars: z.int(), low: price, high: price }),
  z.object({
    code: z.enum(['close_only', 'untraded', 'limit_locked']),
    date,
    until: date,
    bars: z.int(),
  }),
  z.object({ code: z.literal('filled'), date, price, at: z.enum(['entry', 'open', 'close']) }),
  z.object({ code: z.literal('unproven'), date, low: price, high: price, close: price }),
  z.object({
    code: z.literal('stop_hit'),
    date,
    level: price,
    price,
    at: z.enum(['level', 'open', 'low']),
  }),
  z.object({
    code: z.literal('target_hit'),
    date,
    target: z.int(),
    price,
    at: z.enum(['level', 'open']),
  }),
  z.object({
    code: z.literal('target_not_counted'),
    date,
    target: z.int(),
    because: z.enum(['entry_bar', 'stop_in_same_bar', 'published_in_session']),
  }),
  /** The bar allows several continuations, all of which are followed. */
  z.object({ code: z.literal('several_paths'), date, low: price, high: price }),
  z.object({ code: z.literal('dividend_paid'), date, amount: price }),
  /** The previous close after days without a bar is lower by it. */
  z.object({
    code: z.literal('dividend_subtracted'),
    date,
    amount: price,
    /** The date on which it was stored. */
    recorded_on: z.nullable(date),
  }),
  z.object({ code: z.literal('trading_ended'), date, price, last_close: price }),
  /** From this day on, bars are missing or not confirmed. `null` if there is no last close, or no previous close of the next bar. */
  z.object({
    code: z.literal('prices_missing'),
    date,
    last_close: z.nullable(price),
    previous_close: z.nullable(price),
  }),
  z.object({ code: z.literal('not_measurable'), date, worst: decimal, best: decimal }),
  z.object({ code: z.enum(['stop_moved', 'stop_move_ignored']), date, from: price, to: price }),
  z.object({
    code: z.literal('adjusted'),
    date,
    factor: z.string(),
    /** The adjustment is not stored: it follows from a previous close. */
    is_implied: z.optional(z.literal(true)),
    entry: price,
    stop: price,
    targets: z.array(price),
  }),
  z.object({ code: z.literal('exited_at_close'), date, price, reason: EvaluationReason }),
  z.object({ code: z.enum(['expired', 'canceled']), date, reason: EvaluationReason }),
]);
export type EvaluationStep = z.infer<typeof EvaluationStep>;

/** An evaluation with end-of-day prices. Results are before costs. */
export const Evaluation = z.object({
  /** 1 for the first evaluation. The one with the highest number applies. */
  sequence: z.int(),
  evaluated_at: timestamp,
  /** When another evaluation corrected it; `null` of the one that applies. */
  replaced_at: z.nullable(timestamp),
  evaluator_version: z.int(),
  /** The evaluation before used other prices, adjustments or trading days for the same dates. */
  is_corrected: z.boolean(),
  /** The last date of the prices that it used, or by which it still holds. */
  prices_until: date,
  state: EvaluationState,
  reason: z.nullable(EvaluationReason),
  fill_date: z.nullable(date),
  fill_price: z.nullable(price),
  /** `parts` of as many as the signal has targets. */
  exits: z.array(z.object({ date, price, parts: z.int(), reason: EvaluationReason })),
  targets_hit: z.int(),
  /** `null` unless the signal is closed. */
  r_multiple: z.nullable(decimal),
  percent: z.nullable(decimal),
  /** The bounds over all price paths that the data allow, in R; `null` until the signal has ended, and in evaluations by version 1. */
  worst_r_multiple: z.nullable(decimal),
  best_r_multiple: z.nullable(decimal),
  /** What happened before the publication on the first day makes no difference. */
  is_measurable: z.boolean(),
  bars_held: z.nullable(z.int()),
  ended_on: z.nullable(date),
  /** The explanation, bar by bar. That of a signal that has not ended may lack the last bars, on which nothing happened. */
  steps: z.array(EvaluationStep),
});
export type Evaluation = z.infer<typeof Evaluation>;

/** The decision of an administrator that applies: the signal is voided, or its result is overridden. */
export const AppliedDecision = z.object({
  kind: z.enum(['override', 'void']),
  reason: z.string(),
  decided_at: timestamp,
  fill_price: z.nullable(price),
  exit_price: z.nullable(price),
  exit_date: z.nullable(date),
  r_multiple: z.nullable(decimal),
  percent: z.nullable(decimal),
  /**
   * The result that the statistics count: the evaluated one of a signal that was voided after it could have been filled; the worse one after
   * costs of an overridden signal; nothing of others.
   */
  counts: z.enum(['evaluated', 'entered', 'nothing']),
});
export type AppliedDecision = z.infer<typeof AppliedDecision>;

export const TIMELINE_KINDS = [
  'published',
  'changed',
  'closed',
  'reopened',
  'deleted',
  'expired',
  'filled',
  'target_hit',
  'stop_hit',
  'exited',
  'not_filled',
  'adjusted',
  'reevaluated',
  'override',
  'void',
  'withdraw',
] as const;

export const TimelineEvent = z.object({
  kind: z.enum(TIMELINE_KINDS),
  /** `null` for events that end-of-day prices show: only their date is known. */
  at: z.nullable(timestamp),
  date,
  /** The field that was changed, for example `stop_loss`, `target_points.0` or `title`; `null` for other events. */
  field: z.nullable(z.string()),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  price: z.nullable(price),
  /** The number of the target, from 1. */
  target: z.nullable(z.int()),
  /** Why an entry was not filled or a position exited, the public reason of a decision, or the factor of an adjustment. */
  reason: z.nullable(z.string()),
});
export type TimelineEvent = z.infer<typeof TimelineEvent>;

export const SignalReport = z.object({
  signal: Signal,
  /** A deleted signal is in no list, but remains in the record. */
  deleted_at: z.nullable(timestamp),
  /** Oldest first. */
  timeline: z.array(TimelineEvent),
  /** The one that applies, then those that it and earlier ones corrected, the newest first. Empty until prices are stored. */
  evaluations: z.array(Evaluation),
  /** An open signal at the last close, which is no result. */
  mark: z.nullable(z.object({ date, price, r_multiple: decimal, percent: decimal })),
  decision: z.nullable(AppliedDecision),
  /** The signal that replaces one that is void; `null` also if the caller may not read it. */
  replaced_by: z.nullable(z.object({ id: z.uuid(), symbol: z.string(), code: z.string() })),
  /** Of the publication; `null` while its entry is sealed for the caller. */
  receipt: z.nullable(RecordReceipt),
});
export type SignalReport = z.infer<typeof SignalReport>;

export const SignalDetails = z.object({
  id: z.uuid(),
  signal_type: SignalType,
  /** `null` if the caller may not read the signal. A premium signal is public some days after its end. */
  report: z.nullable(SignalReport),
  /** The caller has a subscription, but must accept the risk statement to read the signal. */
  risk_statement_required: z.boolean(),
  /** The days after the end of a premium signal until it is public. */
  release_days: z.int(),
});
export type SignalDetails = z.infer<typeof SignalDetails>;

export const getSignalDetails = defineEndpoint({
  method: 'GET',
  path: '/signals/psx-signals/:id/',
  summary: 'Read a signal with its timeline and its outcome',
  access: 'anyone',
  scope: 'signals:read',
  // Stored responses are found by the path: one per signal, whatever its spelling.
  params: z.object({ id: z.uuid().check(z.toLowerCase()) }),
  topics: ['signals', 'market', 'prices', 'track-record'],
  response: SignalDetails,
});

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
