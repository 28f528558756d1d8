import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import {
  type FilePlan,
  type ImportRow,
  presentImport,
  presentPlannedRow,
} from '#server/domains/corporate-actions/corporate-actions.ts';
import { formatMinute } from './format-minute.ts';

const MAX_ROWS = 50;

/** Formats the preview of an import: the layout, the counts, and each rejected row with its reason. */
export function describePlan(kind: ImportKind, { layout, counts, rows }: FilePlan): string[] {
  const { new: added, changed, unchanged, refused: rejected } = counts;
  const rejectedRows = rows.filter(({ status }) => status === 'refused');
  const lines = rejectedRows.slice(0, MAX_ROWS).map((row) => {
    const { line, reason, summary } = presentPlannedRow(kind, row);
    return `  Line ${line}: ${reason}\n    ${summary}`;
  });
  const more = rejectedRows.length - lines.length;
  return [
    layout,
    `${added} new, ${changed} changed, ${unchanged} unchanged, ${rejected} rejected`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** Formats an import as one line. */
export function describeImport(row: ImportRow): string {
  const presented = presentImport(row, { revertBlocker: null });
  const startedAt = formatMinute(new Date(presented.started_at));
  const counts = `${presented.new} new, ${presented.changed} changed, ${presented.unchanged} unchanged, ${presented.refused} rejected`;
  return `${presented.id}  ${startedAt}  ${presented.kind}  ${presented.file_name}  ${presented.status}: ${counts} (${presented.imported_by})`;
}
