import { and, asc, eq, gt, or } from 'drizzle-orm';
import { formatTime } from '#core/server/platform/checks/checks.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import {
  type EntryContent,
  getFormatVersion,
  hasContent,
  listReferences,
  readPayloads,
} from '#features/ledger/server/ledger.ts';
import { readTradingCalendar } from '#features/market/server/market.ts';
import { EVALUATOR_VERSION } from '#features/signals/server/track-record/evaluation/evaluate-signal.ts';
import { countDueSignals } from '#features/signals/server/track-record/outcomes/due-signals.queries.ts';
import { evaluateBatch } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import {
  type DecisionRow,
  type OutcomeRow,
  readEvaluationState,
} from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import { createSignalConverter } from '#features/signals/server/track-record/outcomes/to-evaluated-signal.ts';
import {
  TERMS_PREFIX,
  toTermsEntry,
} from '#features/signals/server/track-record/terms/enter-term-changes.ts';
import { listTermChangeRows } from '#features/signals/server/track-record/terms/terms.queries.ts';
import {
  evaluationChanges,
  signalDecisions,
  signalEvaluations,
  signalMarks,
  signalOutcomes,
} from '#features/signals/server/track-record/track-record.tables.ts';
import {
  DECISION_PREFIX,
  getDecisionReference,
  getLedgerSubject,
  getOutcomeReference,
  OUTCOME_PREFIX,
  toDecisionPayload,
  toOutcomePayload,
} from './to-entry.ts';

const BATCH_ROWS = 500;
const BATCH_REFERENCES = 1_000;

/**
 * Compares every outcome, every decision and every change of the terms with the ledger and yields a sentence for each contradiction, such
 * as one that was changed or deleted in the database.
 */
export async function* compareResultsWithLedger(db: Queryable): AsyncGenerator<string> {
  for (let rows = await listOutcomesAfter(db, null, BATCH_ROWS); rows.length > 0; ) {
    yield* compare(
      db,
      rows.map((row) => ({
        reference: getOutcomeReference(row),
        subject: getLedgerSubject(row.signalId),
        toPayload: (version) => toOutcomePayload(row, version),
      })),
    );
    rows = await listOutcomesAfter(db, rows.at(-1) ?? null, BATCH_ROWS);
  }
  for (let rows = await listDecisionsAfter(db, null, BATCH_ROWS); rows.length > 0; ) {
    yield* compare(
      db,
      rows.map((row) => ({
        reference: getDecisionReference(row),
        subject: getLedgerSubject(row.signalId),
        toPayload: () => toDecisionPayload(row),
      })),
    );
    rows = await listDecisionsAfter(db, rows.at(-1) ?? null, BATCH_ROWS);
  }
  const terms = (await listTermChangeRows(db)).map(toTermsEntry);
  yield* compare(
    db,
    terms.map(({ reference, subject, payload }) => ({ reference, subject, toPayload: () => payload })),
  );
  yield* findDeleted(db, new Set(terms.map(({ reference }) => reference)));
}

interface Result {
  reference: string;
  subject: string;
  toPayload: (formatVersion: 1 | 2) => EntryContent['payload'];
}

async function* compare(db: Queryable, results: readonly Result[]): AsyncGenerator<string> {
  const stored = await readPayloads(
    db,
    results.map(({ reference }) => reference),
  );
  for (const { reference, subject, toPayload } of results) {
    const entered = stored.get(reference);
    if (entered === undefined) {
      yield `${describe(reference)} is not in the ledger.`;
      continue;
    }
    const payload = toPayload(getFormatVersion(entered));
    if (!hasContent(entered, { payload, subject, isOpen: entered.isOpen }))
      yield `${describe(reference)} differs from its entry in the ledger.`;
  }
}

async function* findDeleted(db: Queryable, terms: ReadonlySet<string>): AsyncGenerator<string> {
  for (let rows = await listReferences(db, { after: 0, limit: BATCH_REFERENCES }); rows.length > 0; ) {
    const references = rows.map(({ reference }) => reference);
    const ids = references.flatMap((each) => parse(each, OUTCOME_PREFIX)?.[0] ?? []);
    const decisions = references.flatMap((each) => parse(each, DECISION_PREFIX)?.[0] ?? []);
    const existing = new Set([
      ...terms,
      ...(ids.length === 0 ? [] : await listOutcomeKeys(db, ids)).map(getOutcomeReference),
      ...(decisions.length === 0 ? [] : await listDecisionKeys(db, decisions.map(Number))).map(
        getDecisionReference,
      ),
    ]);
    for (const reference of references) {
      const isCompared = PREFIXES.some((prefix) => reference.startsWith(prefix));
      if (isCompared && !existing.has(reference))
        yield `${describe(reference)} is in the ledger, but was deleted from the database.`;
    }
    rows = await listReferences(db, { after: rows.at(-1)?.sequence ?? 0, limit: BATCH_REFERENCES });
  }
}

const PREFIXES = [OUTCOME_PREFIX, DECISION_PREFIX, TERMS_PREFIX];

const parse = (reference: string, prefix: string): string[] | null =>
  reference.startsWith(prefix) ? reference.slice(prefix.length).split(':') : null;

function describe(reference: string): string {
  const [signalId, sequence] = parse(reference, OUTCOME_PREFIX) ?? [];
  if (signalId) return `Outcome ${sequence} of signal ${signalId}`;
  const terms = parse(reference, TERMS_PREFIX);
  if (terms) return `Change ${terms[0]} of the terms`;
  return `Decision ${parse(reference, DECISION_PREFIX)?.[0]} about an outcome`;
}

/** Returns the outcomes after one, by signal and sequence. */
function listOutcomesAfter(
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
function listDecisionsAfter(
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
function listOutcomeKeys(
  db: Queryable,
  signalIds: string[],
): Promise<Pick<OutcomeRow, 'signalId' | 'sequence'>[]> {
  const { signalId, sequence } = signalOutcomes;
  return db.select({ signalId, sequence }).from(signalOutcomes).where(isOneOf(signalId, signalIds));
}

/** Returns those of the IDs that are decisions. */
function listDecisionKeys(db: Queryable, ids: number[]): Promise<Pick<DecisionRow, 'id'>[]> {
  const { id } = signalDecisions;
  return db.select({ id }).from(signalDecisions).where(isOneOf(id, ids));
}

const BATCH_SIGNALS = 200;

/**
 * Returns a sentence if changes, new prices or the rules of a new release are not evaluated yet. Until then outcomes differ from what
 * their inputs say, and ended signals are not public.
 */
export async function describePendingEvaluation(db: Queryable): Promise<string | null> {
  const state = await readEvaluationState(db);
  if (!state) return null;
  const due = (await countDueSignals(db)).reduce((sum, symbol) => sum + symbol.due, 0);
  const [waiting] = await db.select().from(evaluationChanges).limit(1);
  if (due === 0 && !waiting && state.markedUntil === state.pricesUntil) return null;
  const signals = due === 0 ? 'Signals' : due === 1 ? '1 signal' : `${due} signals`;
  const since = `The last evaluation began on ${formatTime(state.evaluatedAt)}.`;
  return `${signals} must be evaluated first, which a running server does within minutes. ${since} Outcomes were not compared with prices: verify again when that is done.`;
}

/**
 * Evaluates every signal again with the prices, adjustments and the calendar in the database, and yields a sentence for each whose last
 * outcome or mark is another, or used other inputs; none while an evaluation is pending.
 */
export async function* compareEvaluations(db: Queryable): AsyncGenerator<string> {
  const state = await readEvaluationState(db);
  if (!state || (await describePendingEvaluation(db)) !== null) return;
  const calendar = await readTradingCalendar(db);
  const converter = createSignalConverter(calendar);
  const run = { calendar, pricesUntil: state.pricesUntil, now: state.evaluatedAt };
  for (let after: string | null = null; ; ) {
    const signalIds = await listEvaluated(db, after);
    after = signalIds.at(-1) ?? null;
    if (after === null) return;
    const marks = await db.select().from(signalMarks).where(isOneOf(signalMarks.signalId, signalIds));
    const stored = new Map(marks.map((mark) => [mark.signalId, mark]));
    for (const { history, row, mark } of await evaluateBatch(db, signalIds, converter, run)) {
      if (row?.isCorrected)
        yield `The prices, adjustments or trading days of signal ${history.id} are not those of its last outcome.`;
      else if (row) yield `Signal ${history.id} was evaluated otherwise than its prices and the rules say.`;
      const { date, price, rMultiple, percent } = stored.get(history.id) ?? {};
      if (
        [date, price, rMultiple, percent].join() !==
        [mark?.date, mark?.price, mark?.rMultiple, mark?.percent].join()
      )
        yield `The mark of signal ${history.id} is not that of the last close.`;
    }
  }
}

async function listEvaluated(db: Queryable, after: string | null): Promise<string[]> {
  const { signalId, evaluatorVersion } = signalEvaluations;
  const rows = await db
    .select({ signalId })
    .from(signalEvaluations)
    .where(and(eq(evaluatorVersion, EVALUATOR_VERSION), after === null ? undefined : gt(signalId, after)))
    .orderBy(asc(signalId))
    .limit(BATCH_SIGNALS);
  return rows.map((row) => row.signalId);
}
