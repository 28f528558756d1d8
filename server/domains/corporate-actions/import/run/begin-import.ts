import type { FilePlan, ImportFile } from '#server/domains/corporate-actions/import/plan/plan-batch.ts';
import type { Transaction } from '#server/platform/database.ts';
import { HttpError, notFound } from '#server/platform/http-error.ts';
import { databaseNow } from '#server/platform/schedule.ts';
import { importConflict } from './imports.errors.ts';
import {
  countChanges,
  findBusyImport,
  findImport,
  giveUpStale,
  type ImportRow,
  insertImport,
  lockBeginning,
  updateImport,
} from './imports.queries.ts';
import { whileBusy, whyNotUndone } from './revert-blocker.ts';

/** Writes down that an import runs, and that no other may until it is done. */
export async function beginImport(
  tx: Transaction,
  { file, plan, by, now }: { file: ImportFile; plan: FilePlan; by: string; now: Date },
): Promise<ImportRow> {
  if (plan.writes.length === 0) throw nothingToImport(plan);
  await lockBeginning(tx);
  const busy = await findBusyImport(tx);
  if (busy) throw importConflict('import_running', whileBusy(busy));
  await giveUpStale(tx);
  return insertImport(tx, {
    kind: file.kind,
    fileName: file.fileName,
    layout: plan.layout,
    importedBy: by,
    status: 'running',
    startedAt: now,
    total: plan.writes.length,
    ...plan.counts,
  });
}

/** Writes down that an import is being taken back. */
export async function beginUndo(tx: Transaction, { id, by }: { id: number; by: string }): Promise<ImportRow> {
  await lockBeginning(tx);
  const row = await findImport(tx, id);
  if (!row) throw notFound();
  const refusal = await whyNotUndone(tx, row);
  if (refusal !== null) throw importConflict('import_not_undone', refusal);
  await giveUpStale(tx);
  const current = await findImport(tx, id);
  const total = await countChanges(tx, id);
  const begun =
    current &&
    (await updateImport(tx, current, {
      status: 'undoing',
      aliveAt: databaseNow,
      total,
      done: 0,
      undoneBy: by,
    }));
  if (!begun) throw notFound();
  return begun;
}

function nothingToImport({ counts }: FilePlan): HttpError {
  const { unchanged, refused } = counts;
  const known = unchanged === 1 ? '1 row is known already' : `${unchanged} rows are known already`;
  const wrong = refused === 1 ? '1 is refused' : `${refused} are refused`;
  const detail = `The file changes nothing: ${known} and ${wrong}.`;
  return new HttpError({ status: 400, code: 'import_changes_nothing', body: { content: [detail] } });
}
