import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { LocalDate } from '#core/contract/dates.ts';
import type {
  EvaluationReason,
  EvaluationState,
} from '#features/signals/contract/track-record/signal-details.ts';
import type { OrderKind } from '#features/signals/server/track-record/evaluation/evaluation.ts';
import {
  signalDecisions,
  signalMarks,
  signalOutcomes,
  signalResults,
} from '#features/signals/server/track-record/track-record.tables.ts';
import type { DecisionRow, MarkRow, OutcomeRow } from './outcomes.queries.ts';

/** The results of a signal until now: the last evaluation, and the decision of an administrator that applies. */
export interface SignalProgress {
  evaluation: {
    state: EvaluationState;
    reason: EvaluationReason | null;
    orderKind: OrderKind;
    targetsHit: number;
    fillPrice: number | null;
    rMultiple: string | null;
    endedOn: LocalDate | null;
  } | null;
  /** The open position at its last close. */
  mark: { date: LocalDate; rMultiple: string } | null;
  decision: {
    kind: 'override' | 'void';
    reason: string;
    fillPrice: number | null;
    rMultiple: string | null;
    exitDate: LocalDate | null;
    /** The signal that replaces one that is void. */
    replacementId: string | null;
  } | null;
}

/** Selects the progress of the signal with an ID, as a column of a query that reads signals. */
export function selectProgress(id: AnyPgColumn): SQL<SignalProgress> {
  const [outcome, mark, decision] = [signalOutcomes, signalMarks, signalDecisions];
  const progress = sql`json_build_object(
    'evaluation', (select json_build_object('state', ${outcome.state}, 'reason', ${outcome.reason}, 'orderKind', ${outcome.orderKind},
        'targetsHit', ${outcome.targetsHit}, 'fillPrice', ${outcome.fillPrice}, 'rMultiple', ${outcome.rMultiple}::text, 'endedOn', ${outcome.endedOn})
      from ${outcome} where ${outcome.signalId} = ${id} order by ${outcome.sequence} desc limit 1),
    'mark', (select json_build_object('date', ${mark.date}, 'rMultiple', ${mark.rMultiple}::text)
      from ${mark} where ${mark.signalId} = ${id}),
    'decision', (select case when ${decision.kind} <> 'withdraw' then json_build_object('kind', ${decision.kind}, 'reason', ${decision.reason},
        'fillPrice', ${decision.fillPrice}, 'rMultiple', ${decision.rMultiple}::text, 'exitDate', ${decision.exitDate}, 'replacementId', ${decision.replacementId}) end
      from ${decision} where ${decision.signalId} = ${id} order by ${decision.id} desc limit 1))`;
  // Nested, because Drizzle leaves out the tables of columns that a selected expression contains itself.
  return sql<SignalProgress>`${progress}`;
}

/** Combines the last outcome, the last decision and the mark of a signal, as `selectProgress` does. */
export const toProgress = (
  outcome:
    | Pick<
        OutcomeRow,
        'state' | 'reason' | 'orderKind' | 'targetsHit' | 'fillPrice' | 'rMultiple' | 'endedOn'
      >
    | undefined,
  decision: DecisionRow | undefined,
  mark: Pick<MarkRow, 'date' | 'rMultiple'> | null,
): SignalProgress => ({
  evaluation: outcome ?? null,
  mark,
  decision: decision ? toAppliedDecision(decision) : null,
});

const toAppliedDecision = ({
  kind,
  reason,
  fillPrice,
  rMultiple,
  exitDate,
  replacementId,
}: DecisionRow): SignalProgress['decision'] =>
  kind === 'withdraw' ? null : { kind, reason, fillPrice, rMultiple, exitDate, replacementId };

/** Selects the date on which a signal ended, as `getEndedOn` does; `null` while it has not. */
export function selectEnd(id: AnyPgColumn): SQL {
  const { signalId, kind, decidedAt } = signalDecisions;
  return sql`least(
    (select ${signalResults.endedOn} from ${signalResults} where ${signalResults.signalId} = ${id}),
    (select case when ${kind} <> 'withdraw' then (${decidedAt} at time zone 'Asia/Karachi')::date end
      from ${signalDecisions} where ${signalId} = ${id} order by ${signalDecisions.id} desc limit 1))`;
}

/** Selects whether the position of a signal is open, by its last evaluation. `exists` would read all open results. */
export const selectIsOpen = (id: AnyPgColumn): SQL =>
  sql`coalesce((select ${signalResults.state} = 'open' from ${signalResults} where ${signalResults.signalId} = ${id}), false)`;
