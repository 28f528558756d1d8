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
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { DECISION_KINDS } from '#contract/track-record/decisions.ts';
import type {
  EvaluationReason,
  EvaluationState,
  EvaluationStep,
  Exit,
  OrderKind,
} from './evaluation/evaluation.ts';

const localDate = (name: string) => date(name, { mode: 'string' });
const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

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
    barsHeld: integer('bars_held'),
    /** The date of the last exit, or on which the pending entry ended; `null` while the signal is pending or open. */
    endedOn: localDate('ended_on'),
    /** The explanation, bar by bar. */
    steps: jsonb().$type<EvaluationStep[]>().notNull(),
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
    /** Of the last change. Revisions are committed in their order, so that the changes after one are complete. */
    revision: bigint({ mode: 'number' }).notNull(),
    signalType: text('signal_type').$type<SignalType>().notNull(),
    /** Of the first version. */
    symbol: text().notNull(),
    side: text().$type<'buy' | 'sell'>().notNull(),
    /** The difference of the first version's entry price and stop loss, in paisa. */
    risk: bigint({ mode: 'number' }).notNull(),
    sector: text(),
    analystName: text('analyst_name'),
    publishedAt: timestamptz('published_at').notNull(),
    isDeleted: boolean('is_deleted').notNull(),
    /** Of the last outcome, like the columns below. */
    sequence: integer().notNull(),
    state: text().$type<EvaluationState>().notNull(),
    reason: text().$type<EvaluationReason>(),
    fillDate: localDate('fill_date'),
    fillPrice: integer('fill_price'),
    rMultiple: numeric('r_multiple', { precision: 16, scale: 4 }),
    percent: numeric({ precision: 16, scale: 2 }),
    barsHeld: integer('bars_held'),
    endedOn: localDate('ended_on'),
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

/** One row: the state of signals, prices and the calendar that the last evaluation of all signals used. */
export const evaluationState = pgTable('evaluation_state', {
  id: integer().primaryKey(),
  fingerprint: text().notNull(),
  evaluatedAt: timestamptz('evaluated_at').notNull(),
  pricesUntil: localDate('prices_until').notNull(),
});
