import Big from 'big.js';
import { desc, sql } from 'drizzle-orm';
import type { ShownOutcome } from '#contract/signals/signal-outcome.ts';
import type {
  EvaluationReason,
  EvaluationState,
} from '#server/domains/track-record/evaluation/evaluation.ts';
import type { DecisionRow, OutcomeRow } from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import { signalDecisions, signalOutcomes } from '#server/domains/track-record/track-record.tables.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable } from '#server/platform/database.ts';

/** Reads the outcomes of those of the signals that have ended or that an administrator has decided. */
export async function readOutcomes(
  db: Queryable,
  signalIds: readonly string[],
): Promise<Map<string, ShownOutcome>> {
  if (signalIds.length === 0) return new Map();
  const { signalId, sequence, state, reason, targetsHit, rMultiple } = signalOutcomes;
  const last = db
    .selectDistinctOn([signalId], { signalId, state, reason, targetsHit, rMultiple })
    .from(signalOutcomes)
    .where(isOneOf(signalId, signalIds))
    .orderBy(signalId, desc(sequence))
    .as('last');
  const decision = db
    .selectDistinctOn([signalDecisions.signalId], {
      decidedId: sql<string>`${signalDecisions.signalId}`.as('decided_id'),
      kind: signalDecisions.kind,
      decisionReason: sql<string>`${signalDecisions.reason}`.as('decision_reason'),
      decidedR: sql<string | null>`${signalDecisions.rMultiple}`.as('decided_r'),
    })
    .from(signalDecisions)
    .where(isOneOf(signalDecisions.signalId, signalIds))
    .orderBy(signalDecisions.signalId, desc(signalDecisions.id))
    .as('decision');
  const rows = await db
    .select({
      id: sql<string>`coalesce(${last.signalId}, ${decision.decidedId})`,
      state: last.state,
      reason: last.reason,
      targetsHit: last.targetsHit,
      rMultiple: last.rMultiple,
      decision: decision.kind,
      decisionReason: decision.decisionReason,
      decidedR: decision.decidedR,
    })
    .from(last)
    .fullJoin(decision, sql`${decision.decidedId} = ${last.signalId}`);
  return new Map(
    rows.flatMap(({ id, ...row }) => {
      const outcome = toSummary(row);
      return outcome ? [[id, outcome] as const] : [];
    }),
  );
}

/** Summarizes the last outcome and the last decision of a signal, as `readOutcomes` does. */
export const summarizeOutcome = (
  outcome: OutcomeRow | undefined,
  decision: DecisionRow | undefined,
): ShownOutcome | null =>
  toSummary({
    state: outcome?.state ?? null,
    reason: outcome?.reason ?? null,
    targetsHit: outcome?.targetsHit ?? null,
    rMultiple: outcome?.rMultiple ?? null,
    decision: decision?.kind ?? null,
    decisionReason: decision?.reason ?? null,
    decidedR: decision?.rMultiple ?? null,
  });

interface StoredOutcome {
  state: EvaluationState | null;
  reason: EvaluationReason | null;
  targetsHit: number | null;
  rMultiple: string | null;
  decision: 'override' | 'void' | 'withdraw' | null;
  decisionReason: string | null;
  decidedR: string | null;
}

/** Returns the outcome as cards show it; `null` while the signal is pending or open. */
function toSummary(row: StoredOutcome): ShownOutcome | null {
  const { state, reason, decision, decisionReason } = row;
  const targets_hit = row.targetsHit ?? 0;
  if (decision === 'void')
    return { kind: 'voided', targets_hit: 0, r_multiple: null, reason: decisionReason };
  if (decision === 'override') {
    return { kind: 'overridden', targets_hit, r_multiple: roundR(row.decidedR), reason: decisionReason };
  }
  if (state === null || state === 'pending' || state === 'open') return null;
  return { kind: toKind(state, reason), targets_hit, r_multiple: roundR(row.rMultiple), reason: null };
}

function toKind(state: EvaluationState, reason: EvaluationReason | null): ShownOutcome['kind'] {
  switch (reason) {
    case 'target':
    case 'stop':
    case 'breakeven':
    case 'manual':
    case 'time':
    case 'session_end':
    case 'unproven':
    case 'no_prices':
      return reason;
    default:
      return state === 'canceled' ? 'canceled' : 'expired';
  }
}

/** Rounds half away from zero, like the evaluation. */
function roundR(value: string | null): string | null {
  if (value === null) return null;
  const rounded = new Big(value).round(2, Big.roundHalfUp);
  return rounded.eq(0) ? '0.00' : rounded.toFixed(2);
}
