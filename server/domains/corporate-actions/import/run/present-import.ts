import type { Import } from '#contract/corporate-actions/imports.ts';
import type { ImportRow } from './imports.queries.ts';

/** An import as the target of a security event. */
export const aboutImport = ({ id, fileName }: ImportRow) => ({
  target: { type: 'import', id: String(id) },
  details: { label: fileName },
});

/** An import for administrators, with why it cannot be undone now. */
export function presentImport(row: ImportRow, { undoRefusal }: { undoRefusal: string | null }): Import {
  const { status } = row;
  const isCutOff = (status === 'running' || status === 'undoing') && !row.isBusy;
  return {
    id: row.id,
    kind: row.kind,
    file_name: row.fileName,
    layout: row.layout,
    imported_by: row.importedBy,
    status: isCutOff ? 'interrupted' : status,
    started_at: row.startedAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    total: row.total,
    done: row.done,
    new: row.new,
    changed: row.changed,
    unchanged: row.unchanged,
    refused: row.refused,
    undone_at: row.undoneAt?.toISOString() ?? null,
    undone_by: row.undoneBy,
    undo_refusal: undoRefusal,
  };
}
