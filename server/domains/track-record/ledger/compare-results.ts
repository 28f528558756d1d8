import { canonicalize, type JsonValue } from '#contract/record/verify-record.mjs';
import { listReferences, readPayloads } from '#server/domains/ledger/ledger.ts';
import type { Queryable } from '#server/platform/database.ts';
import {
  listDecisionKeys,
  listDecisionsAfter,
  listOutcomeKeys,
  listOutcomesAfter,
} from './stored-results.queries.ts';
import {
  DECISION_PREFIX,
  getDecisionReference,
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
      rows.map((row) => ({ reference: getOutcomeReference(row), payload: toOutcomePayload(row) })),
    );
    rows = await listOutcomesAfter(db, rows.at(-1) ?? null, BATCH_ROWS);
  }
  for (let rows = await listDecisionsAfter(db, null, BATCH_ROWS); rows.length > 0; ) {
    yield* compare(
      db,
      rows.map((row) => ({ reference: getDecisionReference(row), payload: toDecisionPayload(row) })),
    );
    rows = await listDecisionsAfter(db, rows.at(-1) ?? null, BATCH_ROWS);
  }
  yield* findDeleted(db);
}

async function* compare(
  db: Queryable,
  results: readonly { reference: string; payload: JsonValue }[],
): AsyncGenerator<string> {
  const stored = await readPayloads(
    db,
    results.map(({ reference }) => reference),
  );
  for (const { reference, payload } of results) {
    const entered = stored.get(reference)?.payload;
    if (entered === undefined) yield `${describe(reference)} is not in the ledger.`;
    else if (entered !== canonicalize(payload))
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
