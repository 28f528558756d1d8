import { importConflict } from '#server/domains/imports/imports.errors.ts';
import type { FilePlan, ImportFile } from '#server/domains/imports/plan/plan.ts';
import type { Transaction } from '#server/platform/database.ts';
import { HttpError, notFound } from '#server/platform/http-error.ts';
import { databaseNow } from '#server/platform/schedule.ts';
import {
  abandonStale,
  findBusyImport,
  findImport,
  type ImportRow,
  insertImport,
  lockImportStart,
  updateImport,
} from './imports.queries.ts';
import type { KindHandlers } from './kind-handler.ts';
import { describeBusyImport, getRevertBlocker } from './revert-blocker.ts';

/** Records that an import is running, which prevents any other from starting until it ends. */
export async function beginImport(
  tx: Transaction,
  {
    file,
    plan,
    by,
    now,
  }: { file: Pick<ImportFile, 'kind' | 'fileName'>; plan: PlannedCounts; by: string; now: Date },
): Promise<ImportRow> {
  if (plan.total === 0) throw nothingToImport(plan);
  await lockImportStart(tx);
  const busy = await findBusyImport(tx);
  if (busy) throw importConflict('import_running', describeBusyImport(busy));
  await abandonStale(tx);
  return insertImport(tx, {
    kind: file.kind,
    fileName: file.fileName,
    layout: plan.layout,
    importedBy: by,
    status: 'running',
    startedAt: now,
    ...toCounts(plan),
  });
}

/** The outcome of planning one or several files. */
interface PlannedCounts extends Pick<FilePlan, 'layout' | 'counts'> {
  /** The number of rows to write. */
  total: number;
}

/** Converts planned counts to the columns of an import. */
export const toCounts = ({ counts, total }: Pick<PlannedCounts, 'counts' | 'total'>) => ({
  total,
  new: counts.new,
  changed: counts.changed,
  unchanged: counts.unchanged,
  rejected: counts.rejected,
  leftOut: counts.left_out + counts.review,
});

/** Records that an import is being reverted. */
export async function beginRevert(
  tx: Transaction,
  { id, by, handlers }: { id: number; by: string; handlers: KindHandlers },
): Promise<ImportRow> {
  await lockImportStart(tx);
  const row = await findImport(tx, id);
  if (!row) throw notFound();
  const blocker = await getRevertBlocker(tx, row, handlers);
  if (blocker !== null) throw importConflict('import_not_reverted', blocker);
  await abandonStale(tx);
  const current = await findImport(tx, id);
  const total = await handlers[row.kind].countRevertible(tx, id);
  const updated =
    current &&
    (await updateImport(tx, current, {
      status: 'reverting',
      aliveAt: databaseNow,
      total,
      done: 0,
      revertedBy: by,
    }));
  if (!updated) throw notFound();
  return updated;
}

function nothingToImport({ counts }: PlannedCounts): HttpError {
  const { unchanged, review, rejected, left_out: leftOut } = counts;
  const parts = [
    describe(unchanged, 'is unchanged', 'are unchanged'),
    ...(review > 0 ? [describe(review, 'needs review', 'need review')] : []),
    describe(rejected, 'is rejected', 'are rejected'),
    ...(leftOut > 0 ? [describe(leftOut, 'is left out', 'are left out')] : []),
  ];
  const [first = '', ...rest] = parts;
  const rows = first.replace(/^\d+/, (count) => `${count} ${unchanged === 1 ? 'row' : 'rows'}`);
  const listed = [rows, ...rest.slice(0, -1)].join(', ');
  const detail = `The file changes nothing: ${listed} and ${rest.at(-1)}.`;
  return new HttpError({ status: 400, code: 'import_changes_nothing', body: { content: [detail] } });
}

const describe = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;
