import { and, asc, eq, gt, or } from 'drizzle-orm';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import {
  type EntryContent,
  getFormatVersion,
  hasContent,
  listReferences,
  readPayloads,
} from '#features/ledger/server/ledger.ts';
import type {
  DecisionRow,
  OutcomeRow,
} from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import {
  signalDecisions,
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
 * Compares every outcome and every decision with the ledger and yields a sentence for each contradiction, such as one that was
 * changed or deleted in the database.
 */
export async function* compareResultsWithLedger(db: Queryable): AsyncGenerator<string> {
  for (let rows = await listOutcomesAfter(db, null, BATCH_ROWS); rows.length > 0; ) {
    yield* compare(
      db,
      rows.map((row) => ({
        reference: getOutcomeReference(row),
        signalId: row.signalId,
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
        signalId: row.signalId,
        toPayload: () => toDecisionPayload(row),
      })),
    );
    rows = await listDecisionsAfter(db, rows.at(-1) ?? null, BATCH_ROWS);
  }
  yield* findDeleted(db);
}

interface Result {
  reference: string;
  signalId: string;
  toPayload: (formatVersion: 1 | 2) => EntryContent['payload'];
}

async function* compare(db: Queryable, results: readonly Result[]): AsyncGenerator<string> {
  const stored = await readPayloads(
    db,
    results.map(({ reference }) => reference),
  );
  for (const { reference, signalId, toPayload } of results) {
    const entered = stored.get(reference);
    if (entered === undefined) {
      yield `${describe(reference)} is not in the ledger.`;
      continue;
    }
    const payload = toPayload(getFormatVersion(entered));
    const subject = getLedgerSubject(signalId);
    if (!hasContent(entered, { payload, subject, isOpen: entered.isOpen }))
      yield `${describe(reference)} differs from its entry in the ledger.`;
  }
}

async function* findDeleted(db: Queryable): AsyncGenerator<string> {
  for (let rows = await listReferences(db, { after: 0, limit: BATCH_REFERENCES }); rows.length > 0; ) {
    const references = rows.map(({ reference }) => reference);
    const ids = references.flatMap((each) => parse(each, OUTCOME_PREFIX)?.[0] ?? []);
    const decisions = references.flatMap((each) => parse(each, DECISION_PREFIX)?.[0] ?? []);
    const existing = new Set([
      ...(ids.length === 0 ? [] : await listOutcomeKeys(db, ids)).map(getOutcomeReference),
      ...(decisions.length === 0 ? [] : await listDecisionKeys(db, decisions.map(Number))).map(
        getDecisionReference,
      ),
    ]);
    for (const reference of references) {
      const isResult = reference.startsWith(OUTCOME_PREFIX) || reference.startsWith(DECISION_PREFIX);
      if (isResult && !existing.has(reference))
        yield `${describe(reference)} is in the ledger, but was deleted from the database.`;
    }
    rows = await listReferences(db, { after: rows.at(-1)?.sequence ?? 0, limit: BATCH_REFERENCES });
  }
}

const parse = (reference: string, prefix: string): string[] | null =>
  reference.startsWith(prefix) ? reference.slice(prefix.length).split(':') : null;

function describe(reference: string): string {
  const [signalId, sequence] = parse(reference, OUTCOME_PREFIX) ?? [];
  if (signalId) return `Outcome ${sequence} of signal ${signalId}`;
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
