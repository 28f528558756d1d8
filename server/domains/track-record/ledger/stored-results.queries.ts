import { and, asc, eq, gt, or } from 'drizzle-orm';
import type { DecisionRow, OutcomeRow } from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import { signalDecisions, signalOutcomes } from '#server/domains/track-record/track-record.tables.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable } from '#server/platform/database.ts';

/** Returns the outcomes after one, by signal and sequence. */
export function listOutcomesAfter(
  db: Queryable,
  after: Pick<OutcomeRow, 'signalId' | 'sequence'> | null,
  limit: number,
): Promise<OutcomeRow[]> {
  const { signalId, sequence } = signalOutcomes;
  const isAfter = after
    ? or(gt(signalId, after.signalId), and(eq(signalId, after.signalId), gt(sequence, after.sequence)))
    : undefined;
  return db.select().from(signalOutcomes).where(isAfter).orderBy(asc(signalId), asc(sequence)).limit(limit);
}

/** Returns the decisions after one, oldest first. */
export function listDecisionsAfter(
  db: Queryable,
  after: Pick<DecisionRow, 'id'> | null,
  limit: number,
): Promise<DecisionRow[]> {
  const { id } = signalDecisions;
  return db
    .select()
    .from(signalDecisions)
    .where(after ? gt(id, after.id) : undefined)
    .orderBy(asc(id))
    .limit(limit);
}

/** Returns the identities of the outcomes of signals. */
export function listOutcomeKeys(
  db: Queryable,
  signalIds: string[],
): Promise<Pick<OutcomeRow, 'signalId' | 'sequence'>[]> {
  const { signalId, sequence } = signalOutcomes;
  return db.select({ signalId, sequence }).from(signalOutcomes).where(isOneOf(signalId, signalIds));
}

/** Returns those of the IDs that are decisions. */
export function listDecisionKeys(db: Queryable, ids: number[]): Promise<Pick<DecisionRow, 'id'>[]> {
  const { id } = signalDecisions;
  return db.select({ id }).from(signalDecisions).where(isOneOf(id, ids));
}
