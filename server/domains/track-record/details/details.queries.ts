import { desc, eq, lte, sql } from 'drizzle-orm';
import type { LocalDate } from '#contract/dates.ts';
import type {
  DecisionRow,
  MarkRow,
  OutcomeRow,
} from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import {
  evaluationState,
  signalDecisions,
  signalMarks,
  signalOutcomes,
  signalResults,
} from '#server/domains/track-record/track-record.tables.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable } from '#server/platform/database.ts';

interface StoredEvaluations {
  /** The newest first. */
  outcomes: OutcomeRow[];
  /** The signal at the last close while it is open. */
  mark: MarkRow | null;
  /** The last day of the prices with which signals were evaluated; `null` without an outcome. */
  pricesUntil: LocalDate | null;
}

export async function readEvaluations(
  db: Queryable,
  signalId: string,
  limit: number,
): Promise<StoredEvaluations> {
  const rows = await db
    .select({ outcome: signalOutcomes, mark: signalMarks, pricesUntil: evaluationState.pricesUntil })
    .from(signalOutcomes)
    .leftJoin(signalMarks, eq(signalMarks.signalId, signalOutcomes.signalId))
    // It has one row.
    .leftJoin(evaluationState, sql`true`)
    .where(eq(signalOutcomes.signalId, signalId))
    .orderBy(desc(signalOutcomes.sequence))
    .limit(limit);
  return {
    outcomes: rows.map(({ outcome }) => outcome),
    mark: rows[0]?.mark ?? null,
    pricesUntil: rows[0]?.pricesUntil ?? null,
  };
}

/** Returns the decisions about signals, oldest first. */
export const listDecisionsOf = (db: Queryable, signalIds: readonly string[]): Promise<DecisionRow[]> =>
  db
    .select()
    .from(signalDecisions)
    .where(isOneOf(signalDecisions.signalId, signalIds))
    .orderBy(signalDecisions.id);

/** Returns the IDs of the signals whose last evaluation ended on or before a date. */
export async function listEndedUntil(db: Queryable, date: LocalDate): Promise<Set<string>> {
  const { signalId, endedOn } = signalResults;
  const rows = await db.select({ id: signalId }).from(signalResults).where(lte(endedOn, date));
  return new Set(rows.map(({ id }) => id));
}
