import { and, asc, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { InboxWork } from '#contract/admin/inbox.ts';
import { addDays, formatShortDate, type LocalDate } from '#contract/dates.ts';
import { paths } from '#contract/paths.ts';
import {
  evaluationState,
  signalDecisions,
  signalMarks,
  signalOutcomes,
  signalResults,
} from '#server/domains/track-record/track-record.tables.ts';
import { isOneOf, TOTAL, toInsertBatches } from '#server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

export type OutcomeRow = typeof signalOutcomes.$inferSelect;
export type DecisionRow = typeof signalDecisions.$inferSelect;
export type MarkRow = typeof signalMarks.$inferSelect;

/** Returns the last outcome of each of the signals. */
export async function listLastOutcomes(db: Queryable, signalIds: readonly string[]): Promise<OutcomeRow[]> {
  if (signalIds.length === 0) return [];
  return db
    .selectDistinctOn([signalOutcomes.signalId])
    .from(signalOutcomes)
    .where(isOneOf(signalOutcomes.signalId, signalIds))
    .orderBy(signalOutcomes.signalId, desc(signalOutcomes.sequence));
}

/** Returns those of the outcomes that exist, the newest of each signal first. */
export async function listOutcomes(
  db: Queryable,
  keys: readonly Pick<OutcomeRow, 'signalId' | 'sequence'>[],
): Promise<OutcomeRow[]> {
  if (keys.length === 0) return [];
  const { signalId, sequence } = signalOutcomes;
  const ids = sql.param(keys.map((key) => key.signalId));
  const sequences = sql.param(keys.map((key) => key.sequence));
  return db
    .select()
    .from(signalOutcomes)
    .where(sql`(${signalId}, ${sequence}) in (select * from unnest(${ids}::uuid[], ${sequences}::int[]))`)
    .orderBy(signalId, desc(sequence));
}

/** Returns those of the signals that were voided or overridden before a time, and for which that still applies. */
export async function listDecidedSignals(
  db: Queryable,
  signalIds: readonly string[],
  before: Date,
): Promise<string[]> {
  if (signalIds.length === 0) return [];
  const { signalId, kind, decidedAt, id } = signalDecisions;
  const rows = await db
    .selectDistinctOn([signalId], { signalId, kind, decidedAt })
    .from(signalDecisions)
    .where(isOneOf(signalId, signalIds))
    .orderBy(signalId, desc(id));
  return rows.filter((row) => row.kind !== 'withdraw' && row.decidedAt <= before).map((row) => row.signalId);
}

export async function insertOutcomes(tx: Transaction, rows: readonly OutcomeRow[]): Promise<void> {
  for (const batch of toInsertBatches(rows)) await tx.insert(signalOutcomes).values(batch);
}

/** Replaces the marks of signals: those without a mark lose theirs. */
export async function replaceMarks(
  tx: Transaction,
  signalIds: readonly string[],
  marks: readonly MarkRow[],
): Promise<void> {
  if (signalIds.length > 0) await tx.delete(signalMarks).where(isOneOf(signalMarks.signalId, signalIds));
  for (const batch of toInsertBatches(marks)) await tx.insert(signalMarks).values(batch);
}

/** Returns the last finished evaluation. */
export async function readEvaluationState(db: Queryable) {
  const [row] = await db.select().from(evaluationState);
  return row ?? null;
}

/** A result needs no decision: after this time the evaluated one stays, so that the inbox can become empty. */
const UNDECIDED_DAYS = 30;

/**
 * Presents the signals that ended in the last 30 days and whose result the prices do not show and no decision
 * replaces, the oldest first, for the administrators' inbox.
 */
export async function listUndecidedWork(db: Queryable, today: LocalDate, limit: number): Promise<InboxWork> {
  const { signalId, symbol, signalType, state, reason, endedOn, isDeleted, decisionId } = signalResults;
  const rows = await db
    .select({ signalId, symbol, signalType, reason, endedOn, total: TOTAL })
    .from(signalResults)
    .leftJoin(signalDecisions, eq(signalDecisions.id, decisionId))
    .where(
      and(
        or(eq(state, 'not_measurable'), inArray(reason, ['unproven', 'no_prices'])),
        eq(isDeleted, false),
        gte(endedOn, addDays(today, -UNDECIDED_DAYS)),
        or(isNull(signalDecisions.kind), eq(signalDecisions.kind, 'withdraw')),
      ),
    )
    .orderBy(asc(endedOn), asc(signalId))
    .limit(limit);
  return {
    count: rows[0]?.total ?? 0,
    items: rows.map((row) => ({
      id: row.signalId,
      title: row.symbol,
      detail: `${row.reason === 'no_prices' ? 'No prices' : 'Not measurable'}${row.endedOn ? `, ended on ${formatShortDate(row.endedOn)}` : ''}`,
      at: null,
      path: `${paths.adminDashboard}?signal_type=${row.signalType}&search=${encodeURIComponent(row.symbol)}`,
    })),
  };
}
