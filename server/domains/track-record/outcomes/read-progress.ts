import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { SignalProgress } from '#server/domains/signals/signals.ts';
import {
  signalDecisions,
  signalMarks,
  signalOutcomes,
  signalResults,
} from '#server/domains/track-record/track-record.tables.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { DecisionRow, MarkRow, OutcomeRow } from './outcomes.queries.ts';

/** Reads the progress of those of the signals that were evaluated or about which an administrator decided. */
export async function readProgress(
  db: Queryable,
  signalIds: readonly string[],
): Promise<Map<string, SignalProgress>> {
  if (signalIds.length === 0) return new Map();
  const mark = signalMarks;
  const decision = signalDecisions;
  const { rows } = await db.execute<ProgressRow>(sql`
    select given.id,
      case when outcome.sequence is not null then json_build_object('state', outcome.state, 'reason', outcome.reason,
        'orderKind', outcome.order_kind, 'targetsHit', outcome.targets_hit, 'rMultiple', outcome.r_multiple::text, 'endedOn', outcome.ended_on) end as evaluation,
      case when ${mark.signalId} is not null then json_build_object('date', ${mark.date}, 'rMultiple', ${mark.rMultiple}::text) end as mark,
      case when decision.kind <> 'withdraw' then json_build_object('kind', decision.kind, 'reason', decision.reason,
        'rMultiple', decision.r_multiple::text, 'exitDate', decision.exit_date) end as decision
    from unnest(${sql.param(signalIds)}::uuid[]) as given (id)
    left join lateral (select * from ${signalOutcomes} where ${signalOutcomes.signalId} = given.id
      order by ${signalOutcomes.sequence} desc limit 1) outcome on true
    left join ${mark} on ${mark.signalId} = given.id
    left join lateral (select * from ${decision} where ${decision.signalId} = given.id order by ${decision.id} desc limit 1) decision on true
    where outcome.sequence is not null or decision.kind is not null`);
  return new Map(rows.map(({ id, ...progress }) => [id, progress]));
}

interface ProgressRow extends SignalProgress, Record<string, unknown> {
  id: string;
}

/** Combines the last outcome, the last decision and the mark of a signal, as `readProgress` does. */
export const toProgress = (
  outcome:
    | Pick<OutcomeRow, 'state' | 'reason' | 'orderKind' | 'targetsHit' | 'rMultiple' | 'endedOn'>
    | undefined,
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

/** Selects whether the position of a signal is open, by its last evaluation. `exists` would read all open results. */
export const selectIsOpen = (id: AnyPgColumn): SQL =>
  sql`coalesce((select ${signalResults.state} = 'open' from ${signalResults} where ${signalResults.signalId} = ${id}), false)`;
