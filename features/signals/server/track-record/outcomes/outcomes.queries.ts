import { and, asc, desc, eq, gte, inArray, isNull, min, ne, or, sql } from 'drizzle-orm';
import { addDays, formatShortDate, type LocalDate } from '#core/contract/dates.ts';
import type { InboxWork } from '#core/contract/inbox.ts';
import { paths } from '#core/contract/paths.ts';
import { isOneOf, TOTAL, toInsertBatches } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { signals } from '#features/signals/server/signals.tables.ts';
import {
  evaluationState,
  signalDecisions,
  signalEvaluations,
  signalMarks,
  signalOutcomes,
  signalResults,
} from '#features/signals/server/track-record/track-record.tables.ts';

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

/** Returns the first end of each of the signals by any outcome. */
export async function listFirstEnds(
  db: Queryable,
  signalIds: readonly string[],
): Promise<Map<string, LocalDate | null>> {
  const { signalId, firstEndedOn } = signalResults;
  const rows = await db
    .select({ signalId, firstEndedOn })
    .from(signalResults)
    .where(isOneOf(signalId, signalIds));
  return new Map(rows.map((row) => [row.signalId, row.firstEndedOn]));
}

/** Returns the symbols of signals that are not evaluated yet, pending or open. */
export async function listSymbolsInPlay(db: Queryable): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectDistinct({ symbol: signals.symbol })
    .from(signals)
    .leftJoin(signalResults, eq(signalResults.signalId, signals.id))
    .where(isNull(signalResults.endedOn));
  return new Set(rows.map(({ symbol }) => symbol));
}

/** Returns the first date whose prices a signal has used; `null` before the first evaluation. */
export async function findEvaluatedSince(db: Queryable): Promise<LocalDate | null> {
  const [row] = await db.select({ since: min(signalEvaluations.usedFrom) }).from(signalEvaluations);
  return row?.since ?? null;
}

/** Returns the signals of symbols that a date or later ones decide, oldest first. `usedUntil` is the last such date, or `null` if they are in progress. */
export async function listSignalsUsing(db: Queryable, symbols: readonly string[], since: LocalDate) {
  const { signalId, symbol, usedUntil } = signalEvaluations;
  const { id, signalType, orderType, createdAt } = signals;
  return db
    .select({ id, symbol, usedUntil, signalType, orderType, createdAt })
    .from(signalEvaluations)
    .innerJoin(signals, eq(id, signalId))
    .where(and(isOneOf(symbol, symbols), or(isNull(usedUntil), gte(usedUntil, since))))
    .orderBy(asc(createdAt), asc(id));
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

/** Returns all outcomes of signals without their explanations, the newest of each first. */
export function listResultsOf(db: Queryable, signalIds: readonly string[]) {
  const { signalId, sequence, state, reason, orderKind, fillDate, fillPrice } = signalOutcomes;
  const { exits, targetsHit, rMultiple, percent, endedOn } = signalOutcomes;
  const order = { orderKind, fillDate, fillPrice, exits, targetsHit };
  return db
    .select({ signalId, sequence, state, reason, ...order, rMultiple, percent, endedOn })
    .from(signalOutcomes)
    .where(isOneOf(signalId, signalIds))
    .orderBy(signalId, desc(sequence));
}

/** Returns the open positions of signals at the last close. */
export const listMarksOf = (db: Queryable, signalIds: readonly string[]): Promise<MarkRow[]> =>
  db.select().from(signalMarks).where(isOneOf(signalMarks.signalId, signalIds));

interface StoredEvaluations {
  /** The newest first. */
  outcomes: OutcomeRow[];
  /** The signal at the last close while it is open. */
  mark: MarkRow | null;
  /** The last day of the prices with which signals were evaluated; `null` without an outcome. */
  pricesUntil: LocalDate | null;
  /** The first end by any outcome. */
  firstEndedOn: LocalDate | null;
}

export async function readEvaluations(
  db: Queryable,
  signalId: string,
  limit: number,
): Promise<StoredEvaluations> {
  const rows = await db
    .select({
      outcome: signalOutcomes,
      mark: signalMarks,
      pricesUntil: evaluationState.pricesUntil,
      firstEndedOn: signalResults.firstEndedOn,
    })
    .from(signalOutcomes)
    .leftJoin(signalResults, eq(signalResults.signalId, signalOutcomes.signalId))
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
    firstEndedOn: rows[0]?.firstEndedOn ?? null,
  };
}

/** Returns the decisions about signals, oldest first. */
export const listDecisionsOf = (db: Queryable, signalIds: readonly string[]): Promise<DecisionRow[]> =>
  db
    .select()
    .from(signalDecisions)
    .where(isOneOf(signalDecisions.signalId, signalIds))
    .orderBy(signalDecisions.id);

/** Returns the IDs of the signals that replace some, also of those whose void was withdrawn since. */
export async function listReplacements(
  db: Queryable,
  signalIds: readonly string[],
): Promise<Map<string, string>> {
  if (signalIds.length === 0) return new Map();
  const { signalId, kind, replacementId, id } = signalDecisions;
  const last = await db
    .selectDistinctOn([signalId], { signalId, replacementId })
    .from(signalDecisions)
    .where(and(isOneOf(signalId, signalIds), ne(kind, 'withdraw')))
    .orderBy(signalId, desc(id));
  return new Map(last.flatMap((each) => (each.replacementId ? [[each.signalId, each.replacementId]] : [])));
}

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
      at: row.endedOn === null ? null : new Date(`${row.endedOn}T00:00:00+05:00`).toISOString(),
      path: `${paths.adminDashboard}?signal_type=${row.signalType}&search=${encodeURIComponent(row.symbol)}`,
    })),
  };
}
