import { desc, eq } from 'drizzle-orm';
import type { LocalDate } from '#contract/dates.ts';
import type {
  DecisionRow,
  MarkRow,
  OutcomeRow,
} from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import {
  signalDecisions,
  signalMarks,
  signalOutcomes,
} from '#server/domains/track-record/track-record.tables.ts';
import type { Queryable } from '#server/platform/database.ts';

/** Returns the evaluations of a signal, the newest first. */
export const listOutcomesOf = (db: Queryable, signalId: string, limit: number): Promise<OutcomeRow[]> =>
  db
    .select()
    .from(signalOutcomes)
    .where(eq(signalOutcomes.signalId, signalId))
    .orderBy(desc(signalOutcomes.sequence))
    .limit(limit);

/** Returns the decisions about a signal, oldest first. */
export const listDecisionsOf = (db: Queryable, signalId: string): Promise<DecisionRow[]> =>
  db.select().from(signalDecisions).where(eq(signalDecisions.signalId, signalId)).orderBy(signalDecisions.id);

export async function findMark(db: Queryable, signalId: string): Promise<MarkRow | null> {
  const [row] = await db.select().from(signalMarks).where(eq(signalMarks.signalId, signalId));
  return row ?? null;
}

/** Returns the IDs of the signals whose last evaluation ended on or before a date. */
export async function listEndedUntil(db: Queryable, date: LocalDate): Promise<Set<string>> {
  const rows = await db
    .selectDistinctOn([signalOutcomes.signalId], {
      id: signalOutcomes.signalId,
      endedOn: signalOutcomes.endedOn,
    })
    .from(signalOutcomes)
    .orderBy(signalOutcomes.signalId, desc(signalOutcomes.sequence));
  return new Set(rows.filter(({ endedOn }) => endedOn !== null && endedOn <= date).map(({ id }) => id));
}
