import type { Import } from '#contract/imports/imports.ts';
import type { ImportRow } from './imports.queries.ts';

/** Returns the import as the target of a security event. */
export const toEventTarget = ({ id, fileName }: ImportRow) => ({
  target: { type: 'import', id: String(id) },
  details: { label: fileName },
});

/** Presents an import to administrators, with the reason why it cannot be reverted now. */
export function presentImport(row: ImportRow, { revertBlocker }: { revertBlocker: string | null }): Import {
  const { status } = row;
  const isInterrupted = (status === 'running' || status === 'reverting') && !row.isBusy;
  return {
    id: row.id,
    kind: row.kind,
    file_name: row.fileName,
    layout: row.layout,
    imported_by: row.importedBy,
    status: isInterrupted ? 'interrupted' : status,
    started_at: row.startedAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    total: row.total,
    done: row.done,
    new: row.new,
    changed: row.changed,
    unchanged: row.unchanged,
    rejected: row.rejected,
    left_out: row.leftOut,
    reverted_at: row.revertedAt?.toISOString() ?? null,
    reverted_by: row.revertedBy,
    revert_blocker: revertBlocker,
  };
}
