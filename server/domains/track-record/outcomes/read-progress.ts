import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { SignalProgress } from '#server/domains/signals/signals.ts';
import {
  signalDecisions,
  signalMarks,
  signalOutcomes,
  signalResults,
} from '#server/domains/track-record/track-record.tables.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { DecisionRow, MarkRow, OutcomeRow } from './outcomes.queries.ts';

/** Reads the progress of those of the signals that were evaluated or about which an administrator decided. */
export async function readProgress(
  db: Queryable,
  signalIds: readonly string[],
): Promise<Map<string, SignalProgress>> {
  if (signalIds.length === 0) return new Map();
  const { signalId, sequence, state, reason, targetsHit, rMultiple, endedOn } = signalOutcomes;
  const outcomes = await db
    .selectDistinctOn([signalId], {
      signalId,
      outcome: { state, reason, targetsHit, rMultiple, endedOn },
      mark: { date: signalMarks.date, rMultiple: signalMarks.rMultiple },
    })
    .from(signalOutcomes)
    .leftJoin(signalMarks, eq(signalMarks.signalId, signalId))
    .where(isOneOf(signalId, signalIds))
    .orderBy(signalId, desc(sequence));
  const decisions = await db
    .selectDistinctOn([signalDecisions.signalId])
    .from(signalDecisions)
    .where(isOneOf(signalDecisions.signalId, signalIds))
    .orderBy(signalDecisions.signalId, desc(signalDecisions.id));
  const progress = new Map<string, SignalProgress>();
  for (const { signalId, outcome, mark } of outcomes)
    progress.set(signalId, toProgress(outcome, undefined, mark));
  for (const decision of decisions) {
    const { evaluation = null, mark = null } = progress.get(decision.signalId) ?? {};
    progress.set(decision.signalId, { evaluation, mark, decision: toAppliedDecision(decision) });
  }
  return progress;
}

/** Combines the last outcome, the last decision and the mark of a signal, as `readProgress` does. */
export const toProgress = (
  outcome: Pick<OutcomeRow, 'state' | 'reason' | 'targetsHit' | 'rMultiple' | 'endedOn'> | undefined,
  decision: DecisionRow | undefined,
  mark: Pick<MarkRow, 'date' | 'rMultiple'> | null,
): SignalProgress => ({
  evaluation: outcome ?? null,
  mark,
  decision: decision ? toAppliedDecision(decision) : null,
});

const toAppliedDecision = ({ kind, reason, rMultiple, exitDate }: DecisionRow): SignalProgress['decision'] =>
  kind === 'withdraw' ? null : { kind, reason, rMultiple, exitDate };

/** Selects the date on which a signal ended, as `getEndedOn` does; `null` while it has not. */
export function selectEnd(id: AnyPgColumn): SQL {
  const { signalId, kind, decidedAt } = signalDecisions;
  return sql`least(
    (select ${signalResults.endedOn} from ${signalResults} where ${signalResults.signalId} = ${id}),
    (select case when ${kind} <> 'withdraw' then (${decidedAt} at time zone 'Asia/Karachi')::date end
      from ${signalDecisions} where ${signalId} = ${id} order by ${signalDecisions.id} desc limit 1))`;
}
