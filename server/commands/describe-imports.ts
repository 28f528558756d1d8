import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import {
  type FilePlan,
  type ImportRow,
  presentImport,
  presentPlannedRow,
} from '#server/domains/corporate-actions/corporate-actions.ts';

const MAX_ROWS = 50;

/** What an import would do, in lines for a terminal: the layout, the counts, and each refused row with its reason. */
export function describePlan(kind: ImportKind, { layout, counts, rows }: FilePlan): string[] {
  const { new: fresh, changed, unchanged, refused } = counts;
  const refusals = rows.filter(({ status }) => status === 'refused');
  const lines = refusals.slice(0, MAX_ROWS).map((row) => {
    const { line, reason, summary } = presentPlannedRow(kind, row);
    return `  Line ${line}: ${reason}\n    ${summary}`;
  });
  const more = refusals.length - lines.length;
  return [
    layout,
    `${fresh} new, ${changed} changed, ${unchanged} unchanged, ${refused} refused`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** An import in one line. */
export function describeImport(row: ImportRow): string {
  const made = presentImport(row, { undoRefusal: null });
  const when = made.started_at.slice(0, 16).replace('T', ' ');
  const counts = `${made.new} new, ${made.changed} changed, ${made.unchanged} unchanged, ${made.refused} refused`;
  return `${made.id}  ${when} UTC  ${made.kind}  ${made.file_name}  ${made.status}: ${counts} (${made.imported_by})`;
}
