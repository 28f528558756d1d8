import { desc, eq } from 'drizzle-orm';
import type { DecisionRow } from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import { signalDecisions } from '#server/domains/track-record/track-record.tables.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable } from '#server/platform/database.ts';

/** Returns all decisions about a signal, newest first. */
export const listDecisionsAbout = (db: Queryable, signalId: string): Promise<DecisionRow[]> =>
  db
    .select()
    .from(signalDecisions)
    .where(eq(signalDecisions.signalId, signalId))
    .orderBy(desc(signalDecisions.id));

/** Returns the decisions that apply to some signals. A withdrawn decision does not apply. */
export async function listDecisionsInForce(
  db: Queryable,
  signalIds: readonly string[],
): Promise<DecisionRow[]> {
  const last = await db
    .selectDistinctOn([signalDecisions.signalId])
    .from(signalDecisions)
    .where(isOneOf(signalDecisions.signalId, signalIds))
    .orderBy(signalDecisions.signalId, desc(signalDecisions.id));
  return last.filter(({ kind }) => kind !== 'withdraw');
}
