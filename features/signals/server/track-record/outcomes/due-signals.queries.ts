import { and, count, eq, gt, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { LocalDate } from '#core/contract/dates.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { selectPublishedSymbols } from '#features/signals/server/list-signal-histories.ts';
import { EVALUATOR_VERSION } from '#features/signals/server/track-record/evaluation/evaluate-signal.ts';
import {
  evaluationChanges,
  evaluationState,
  signalEvaluations,
} from '#features/signals/server/track-record/track-record.tables.ts';

const { signalId, symbol, evaluatorVersion, usedFrom, usedUntil } = signalEvaluations;

/** Signals that changed, and those that an earlier release evaluated by other rules. */
const isDue = lt(evaluatorVersion, EVALUATOR_VERSION);
const MARK = { evaluatorVersion: 0 };
const isNotMarked = ne(evaluatorVersion, 0);

/** Returns whether anything is to be evaluated with prices until a date. */
export async function hasWork(db: Queryable, pricesUntil: LocalDate): Promise<boolean> {
  const changes = db.select({ id: evaluationChanges.id }).from(evaluationChanges);
  const due = db.select({ signalId }).from(signalEvaluations).where(isDue);
  const marked = db
    .select({ id: evaluationState.id })
    .from(evaluationState)
    .where(eq(evaluationState.markedUntil, pricesUntil));
  const { rows } = await db.execute<{ result: boolean }>(
    sql`select exists(${changes}) or exists(${due}) or not exists(${marked}) as result`,
  );
  return rows[0]?.result ?? true;
}

/** Returns whether a signal is not evaluated by the rules of this release and with what has changed. */
export async function hasDueSignals(db: Queryable): Promise<boolean> {
  const rows = await db.select({ signalId }).from(signalEvaluations).where(isDue).limit(1);
  return rows.length > 0;
}

const STATE_ID = 1;

/** Begins a run, which ends those before it. Locks the state until the transaction ends. */
export async function beginRun(
  tx: Transaction,
  { pricesUntil, now }: { pricesUntil: LocalDate; now: Date },
): Promise<{ run: number; markedUntil: LocalDate | null }> {
  const { run, markedUntil } = evaluationState;
  const [state] = await tx
    .insert(evaluationState)
    .values({ id: STATE_ID, run: 1, pricesUntil, evaluatedAt: now })
    .onConflictDoUpdate({ target: evaluationState.id, set: { run: sql`${run} + 1` } })
    .returning({ run, markedUntil });
  return state as NonNullable<typeof state>;
}

/** Returns whether no later run has begun, and prevents that until the transaction ends. */
export async function lockRun(tx: Transaction, run: number): Promise<boolean> {
  const rows = await tx
    .select({ run: evaluationState.run })
    .from(evaluationState)
    .where(eq(evaluationState.run, run))
    .for('share');
  return rows.length > 0;
}

export async function finishRun(
  db: Queryable,
  run: number,
  { pricesUntil, now }: { pricesUntil: LocalDate; now: Date },
): Promise<void> {
  await db
    .update(evaluationState)
    .set({ pricesUntil, evaluatedAt: now, fingerprint: '' })
    .where(eq(evaluationState.run, run));
}

/** Marks all signals, or those with the IDs, including new ones. */
export async function markSignals(tx: Transaction, signalIds?: readonly string[]): Promise<void> {
  const published = selectPublishedSymbols(tx, signalIds).as('published');
  await tx.execute(sql`
    insert into ${signalEvaluations} (signal_id, symbol, evaluator_version)
    select id, symbol, 0 from ${published}
    on conflict (signal_id) do update set evaluator_version = 0`);
}

/** So many changes are deleted by one statement. */
const CHANGES_PER_STATEMENT = 50_000;

/** Marks the signals that the recorded changes concern, and deletes the changes. */
export async function markChangedSignals(tx: Transaction): Promise<void> {
  for (;;) {
    const changes = await takeChanges(tx);
    const signalIds = changes.flatMap((change) => change.signalId ?? []);
    if (signalIds.length > 0) await markSignals(tx, signalIds);
    const ofSignals = changes.filter((change) => change.signalId === null);
    const ofSymbols = ofSignals.filter((change) => change.symbol !== null);
    if (ofSymbols.length > 0)
      await tx
        .update(signalEvaluations)
        .set(MARK)
        .from(
          sql`unnest(${sql.param(ofSymbols.map((change) => change.symbol))}::text[],
            ${sql.param(ofSymbols.map((change) => change.dates))}::datemultirange[]) as changed(symbol, dates)`,
        )
        .where(and(isNotMarked, sql`changed.symbol = ${symbol}`, isUsedIn(sql`changed.dates`)));
    for (const { dates } of ofSignals.filter((change) => change.symbol === null))
      await tx
        .update(signalEvaluations)
        .set(MARK)
        .where(and(isNotMarked, isUsedIn(sql`${dates}::datemultirange`)));
    if (changes.reduce((sum, change) => sum + change.count, 0) < CHANGES_PER_STATEMENT) return;
  }
}

const isUsedIn = (dates: SQL) => sql`daterange(${usedFrom}, ${usedUntil}, '[]') && ${dates}`;

type Change = { signalId: string | null; symbol: string | null; dates: string; count: number };

/** Deletes changes and returns them, those of a signal or a symbol as one. */
async function takeChanges(tx: Transaction): Promise<Change[]> {
  const { rows } = await tx.execute<Change>(sql`
    with taken as (
      delete from ${evaluationChanges}
      where id in (select id from ${evaluationChanges} order by id limit ${CHANGES_PER_STATEMENT})
      returning *
    )
    select signal_id as "signalId", symbol, range_agg(daterange(from_date, until_date, '[]'))::text as dates,
      count(*)::integer as count
    from taken group by signal_id, symbol`);
  return rows;
}

/**
 * Marks the signals whose outcome depends on the last date with prices: those that are pending or open, and if it went back, those
 * that used later prices.
 */
export async function markSignalsUntil(tx: Transaction, pricesUntil: LocalDate): Promise<void> {
  await tx
    .update(signalEvaluations)
    .set(MARK)
    .where(and(isNotMarked, or(isNull(usedUntil), gt(usedUntil, pricesUntil))));
  await tx.update(evaluationState).set({ markedUntil: pricesUntil });
}

/** Returns the number of marked signals of each symbol. */
export const countDueSignals = (db: Queryable): Promise<{ symbol: string; due: number }[]> =>
  db.select({ symbol, due: count() }).from(signalEvaluations).where(isDue).groupBy(symbol);

/** Returns the marked signals of symbols after one, by ID. */
export async function listDueSignals(
  db: Queryable,
  symbols: readonly string[],
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ signalId })
    .from(signalEvaluations)
    .where(and(isDue, isOneOf(symbol, symbols), after === null ? undefined : gt(signalId, after)))
    .orderBy(signalId)
    .limit(limit);
  return rows.map((row) => row.signalId);
}

export interface UsedDates {
  signalId: string;
  usedFrom: LocalDate;
  usedUntil: LocalDate | null;
}

/** Stores that signals were evaluated by the current rules, and what that depended on. */
export async function saveUsedDates(tx: Transaction, used: readonly UsedDates[]): Promise<void> {
  await tx.execute(sql`
    update ${signalEvaluations} evaluation
    set evaluator_version = ${EVALUATOR_VERSION}, used_from = used."usedFrom", used_until = used."usedUntil"
    from jsonb_to_recordset(${JSON.stringify(used)}::jsonb) used("signalId" uuid, "usedFrom" date, "usedUntil" date)
    where evaluation.signal_id = used."signalId"`);
}
