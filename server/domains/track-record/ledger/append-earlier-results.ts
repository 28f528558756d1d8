import type { SignalType } from '#contract/signals/signal-types.ts';
import {
  appendEntries,
  countReferences,
  type NewEntry,
  readPayloads,
} from '#server/domains/ledger/ledger.ts';
import { listSignalSubjects } from '#server/domains/signals/signals.ts';
import type { Database } from '#server/platform/database.ts';
import { countResults, listDecisionsAfter, listOutcomesAfter } from './stored-results.queries.ts';
import {
  DECISION_PREFIX,
  IMPORTED_OUTCOME,
  OUTCOME_PREFIX,
  toDecisionEntry,
  toOutcomeEntry,
} from './to-entry.ts';

const BATCH_ROWS = 500;

/**
 * Enters the outcomes and decisions that the ledger lacks: those from before it contained them, and those that a server of an
 * older version wrote while it was replaced. Their entries have the kind `outcome.imported` and the current time, and their content
 * the original one. Returns their number. Not safe on two servers at the same time: call it while the migration lock is held.
 */
export async function appendEarlierResults(database: Database, now: Date): Promise<number> {
  const { db } = database;
  const stored = await countResults(db);
  const isComplete =
    stored.outcomes === (await countReferences(db, OUTCOME_PREFIX)) &&
    stored.decisions === (await countReferences(db, DECISION_PREFIX));
  if (isComplete) return 0;

  const types = new Map((await listSignalSubjects(db)).map(({ id, signalType }) => [id, signalType]));
  const getContext = (signalId: string) => {
    const signalType: SignalType = types.get(signalId) ?? 'investment';
    return { signalType, recordedAt: now, kind: IMPORTED_OUTCOME };
  };
  let appended = 0;
  async function appendMissing(entries: readonly NewEntry[]): Promise<void> {
    const entered = await readPayloads(
      db,
      entries.map(({ reference }) => reference),
    );
    const missing = entries.filter(({ reference }) => !entered.has(reference));
    if (missing.length === 0) return;
    appended += missing.length;
    await database.transaction(async (tx, announce) => {
      announce('ledger');
      await appendEntries(tx, missing);
    });
  }

  // By ID, which is random: neighbors in the ledger do not hint at the symbols of sealed entries.
  for (let rows = await listOutcomesAfter(db, null, BATCH_ROWS); rows.length > 0; ) {
    await appendMissing(rows.map((row) => toOutcomeEntry(row, getContext(row.signalId))));
    rows = await listOutcomesAfter(db, rows.at(-1) ?? null, BATCH_ROWS);
  }
  for (let rows = await listDecisionsAfter(db, null, BATCH_ROWS); rows.length > 0; ) {
    await appendMissing(rows.map((row) => toDecisionEntry(row, getContext(row.signalId))));
    rows = await listDecisionsAfter(db, rows.at(-1) ?? null, BATCH_ROWS);
  }
  return appended;
}
