import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { DECISION_KINDS, type VoidEffect } from '#features/signals/contract/track-record/decisions.ts';
import type {
  EvaluationReason,
  EvaluationState,
  EvaluationStep,
  Exit,
  OrderKind,
  PathResult,
  TradedBar,
} from './evaluation/evaluation.ts';
import type { HeadlineFigures, PendingTerms, TermChange, Terms } from './terms/terms.ts';

/**
 * A bar as `[open, high, low, close, previous_close, volume]`, an adjustment as `{ kind, factor }` or `{ kind, dividend }`, with
 * `is_confirmed` if an administrator has confirmed it, `{ intraday }`, the SHA-256 of a day's intraday prices, `{ is_holiday }`, or trading
 * hours with `valid_from` and `valid_to`; `null` for none. Prices are decimal strings in rupees.
 */
export type InputValue = (string | null)[] | Record<string, string | boolean> | null;

const localDate = (name: string) => date(name, { mode: 'string' });

/**
 * The evaluations of each signal; the one with the highest sequence number applies. A trigger rejects updates and deletions:
 * an evaluation with a different result is appended. Prices are paisa.
 */
export const signalOutcomes = pgTable(
  'signal_outcomes',
  {
    signalId: uuid('signal_id').notNull(),
    sequence: integer().notNull(),
    evaluatedAt: timestamptz('evaluated_at').notNull(),
    evaluatorVersion: integer('evaluator_version').notNull(),
    /** The last date of the prices that it used. */
    pricesUntil: localDate('prices_until').notNull(),
    state: text().$type<EvaluationState>().notNull(),
    reason: text().$type<EvaluationReason>(),
    orderKind: text('order_kind').$type<OrderKind>().notNull(),
    referenceClose: integer('reference_close'),
    fillDate: localDate('fill_date'),
    fillPrice: integer('fill_price'),
    exits: jsonb().$type<Exit[]>().notNull(),
    targetsHit: integer('targets_hit').notNull(),
    rMultiple: numeric('r_multiple', { precision: 16, scale: 4 }),
    percent: numeric({ precision: 16, scale: 2 }),
    /** The results of the worst and the best price path of a signal that has ended; `null` in evaluations by version 1. */
    worstRMultiple: numeric('worst_r_multiple', { precision: 16, scale: 4 }),
    bestRMultiple: numeric('best_r_multiple', { precision: 16, scale: 4 }),
    /** The best path, if another one is worse. */
    bestPath: jsonb('best_path').$type<PathResult>(),
    /** What happened before the publication on the first day makes no difference. */
    isMeasurable: boolean('is_measurable').notNull().default(true),
    barsHeld: integer('bars_held'),
    /** The date on which the last price path ended; `null` while one is pending or open. */
    endedOn: localDate('ended_on'),
    /** The explanation, bar by bar. */
    steps: jsonb().$type<EvaluationStep[]>().notNull(),
    /** The SHA-256 of the prices, adjustments and trading days that it used; `null` in outcomes of earlier releases. */
    inputs: text(),
    /** The bars of the dates of the fill and of the exits; `null` in outcomes of earlier releases. */
    bars: jsonb().$type<TradedBar[]>(),
    /**
     * The adjustments between the reference close and the first day, as `{ date, factor }`; `null` in outcomes of earlier releases.
     */
    referenceAdjustments: jsonb('reference_adjustments').$type<{ date: string; factor: string }[]>(),
    /** The evaluation before used other prices, adjustments or trading days for the same dates. */
    isCorrected: boolean('is_corrected').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.signalId, table.sequence] })],
);

/**
 * Decisions of administrators about an outcome, with their reasons; the last one of a signal applies. A trigger rejects updates
 * and deletions.
 */
export const signalDecisions = pgTable(
  'signal_decisions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    signalId: uuid('signal_id').notNull(),
    kind: text({ enum: DECISION_KINDS }).notNull(),
    reason: text().notNull(),
    /** The result of an override, in paisa. */
    fillPrice: integer('fill_price'),
    exitPrice: integer('exit_price'),
    exitDate: localDate('exit_date'),
    rMultiple: numeric('r_multiple', { precision: 16, scale: 4 }),
    percent: numeric({ precision: 16, scale: 2 }),
    decidedAt: timestamptz('decided_at').notNull(),
    /** The administrator's name at that time. */
    decidedBy: text('decided_by').notNull(),
    administratorId: uuid('administrator_id').notNull(),
    /** The signal that replaces one that is void; not part of the public record. */
    replacementId: uuid('replacement_id'),
    /** What a void did by the calendar of its time; `null` for other decisions, and for those of earlier releases. */
    voidEffect: text('void_effect').$type<VoidEffect>(),
  },
  (table) => [index('signal_decisions_signal_idx').on(table.signalId, table.id)],
);

/** Open signals at the last close. Not part of the record: the rows are replaced with every evaluation. */
export const signalMarks = pgTable('signal_marks', {
  signalId: uuid('signal_id').primaryKey(),
  date: localDate('date').notNull(),
  price: integer().notNull(),
  rMultiple: numeric('r_multiple', { precision: 16, scale: 4 }).notNull(),
  percent: numeric({ precision: 16, scale: 2 }).notNull(),
});

/**
 * The last outcome and the last decision of each signal that was evaluated, with what statistics group it by. Triggers maintain
 * it, so that statistics do not read every outcome and its explanation.
 */
export const signalResults = pgTable(
  'signal_results',
  {
    signalId: uuid('signal_id').primaryKey(),
    /** The revision of the last change. Revisions are committed in their order, so that the changes after one are complete. */
    revision: bigint({ mode: 'number' }).notNull(),
    signalType: text('signal_type').$type<SignalType>().notNull(),
    /** Of the first version. */
    symbol: text().notNull(),
    side: text().$type<'buy' | 'sell'>().notNull(),
    /** The difference of the first version's entry price and stop loss, in paisa. */
    risk: bigint({ mode: 'number' }).notNull(),
    /** The sector, like the analyst, is that of the first version. */
    sector: text(),
    analystName: text('analyst_name'),
    publishedAt: timestamptz('published_at').notNull(),
    isDeleted: boolean('is_deleted').notNull(),
    /** This column and those below are of the last outcome. */
    sequence: integer().notNull(),
    state: text().$type<EvaluationState>().notNull(),
    reason: text().$type<EvaluationReason>(),
    fillDate: localDate('fill_date'),
    fillPrice: integer('fill_price'),
    rMultiple: numeric('r_multiple', { precision: 16, scale: 4 }),
    percent: numeric({ precision: 16, scale: 2 }),
    worstRMultiple: numeric('worst_r_multiple', { precision: 16, scale: 4 }),
    bestRMultiple: numeric('best_r_multiple', { precision: 16, scale: 4 }),
    barsHeld: integer('bars_held'),
    /** The date of the last exit, which may be before the date on which the last price path ended. */
    exitedOn: localDate('exited_on'),
    endedOn: localDate('ended_on'),
    /** The first end by any outcome: one that is open again stays public. */
    firstEndedOn: localDate('first_ended_on'),
    /** The last decision. */
    decisionId: integer('decision_id'),
  },
  (table) => [index('signal_results_revision_idx').on(table.revision, table.signalId)],
);

/** One row: the last revision of `signal_results`. A transaction that changes results locks it until the commit. */
export const signalResultsRevision = pgTable('signal_results_revision', {
  id: integer().primaryKey(),
  revision: bigint({ mode: 'number' }).notNull(),
});

/** One row: the terms by which results are counted and released (`terms/terms.ts`). */
export const recordTerms = pgTable('record_terms', {
  id: integer().primaryKey(),
  terms: jsonb().$type<Terms>().notNull(),
  /** The newest end of a premium signal that had been released when the terms last changed: such signals stay public. */
  releasedUntil: localDate('released_until'),
  /** Other terms, which are entered in the ledger when all signals are evaluated by them. */
  pending: jsonb().$type<PendingTerms>(),
});

/** The changes of the terms, as the ledger has them. */
export const termChanges = pgTable('term_changes', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  changedAt: timestamptz('changed_at').notNull(),
  changes: jsonb().$type<TermChange[]>().notNull(),
  figures: jsonb().$type<{ before: HeadlineFigures; after: HeadlineFigures }>().notNull(),
  /** The number of the entry; `null` within the transaction that appends it. */
  sequence: bigint({ mode: 'number' }),
});

/** One row, which a run locks while it marks signals and while it stores outcomes. */
export const evaluationState = pgTable('evaluation_state', {
  id: integer().primaryKey(),
  /** Grows with each run, so that a run stores nothing after another server began a later one. */
  run: integer().notNull().default(0),
  /** The last date of the prices for which signals are marked; `null` until all signals have a row in `signal_evaluations`. */
  markedUntil: localDate('marked_until'),
  /** This and the next columns are of the last finished run. */
  evaluatedAt: timestamptz('evaluated_at').notNull(),
  pricesUntil: localDate('prices_until').notNull(),
  /** Only for the previous release, which evaluates all signals if it is another one. The next release drops it. */
  fingerprint: text().notNull().default(''),
});

/**
 * Changes of what evaluations depend on, which triggers write in the transaction of the change. A run deletes them when it marks the
 * signals. `signal_id` is set for a new version, `symbol` for prices and adjustments, and neither for the calendar. Without a date a
 * change is not bounded on that side.
 */
export const evaluationChanges = pgTable('evaluation_changes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  signalId: uuid('signal_id'),
  symbol: text(),
  fromDate: localDate('from_date'),
  untilDate: localDate('until_date'),
});

/**
 * Changes of prices, adjustments and the calendar on dates that had been evaluated. A trigger copies them from `evaluation_changes`, and a
 * run enters them in the ledger before it evaluates by them. Of the calendar if there is no symbol.
 */
export const inputCorrections = pgTable('input_corrections', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  symbol: text(),
  /** `null`: all dates until then. */
  fromDate: localDate('from_date'),
  untilDate: localDate('until_date').notNull(),
});

/**
 * Changes of bars, intraday prices and adjustments since the first date that a signal used, of all symbols, and of the calendar. Triggers write
 * them, and a run enters those that count as corrections in the ledger, with their values, and deletes all.
 */
export const inputValues = pgTable('input_values', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** `null`: of the calendar. */
  symbol: text(),
  date: localDate('date').notNull(),
  /** `bar`, `intraday`, `holiday`, `schedule:` with its ID, or the source of an adjustment. */
  input: text().notNull(),
  before: jsonb().$type<InputValue>(),
  after: jsonb().$type<InputValue>(),
  /** The date had been evaluated, or an administrator decided about the adjustment. */
  isCorrection: boolean('is_correction').notNull(),
});

/** The signals, each with what its last evaluation depended on. */
export const signalEvaluations = pgTable(
  'signal_evaluations',
  {
    signalId: uuid('signal_id').primaryKey(),
    /** Of the first version. */
    symbol: text().notNull(),
    /** The version of the rules by which the signal was evaluated, 0 if it must be evaluated again. */
    evaluatorVersion: integer('evaluator_version').notNull(),
    /** The dates of the prices, adjustments and trading days that decided the outcome. */
    usedFrom: localDate('used_from'),
    /** `null` while the signal is pending or open: all later dates can change it. */
    usedUntil: localDate('used_until'),
  },
  (table) => [
    index('signal_evaluations_version_idx').on(table.evaluatorVersion),
    index('signal_evaluations_symbol_idx').on(table.symbol, table.evaluatorVersion),
    // For the first date that any signal used, which triggers of prices read.
    index('signal_evaluations_used_from_idx').on(table.usedFrom),
  ],
);
