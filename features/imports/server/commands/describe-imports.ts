import { formatMinute } from '#core/server/commands/output.ts';
import type { PreviewStatus } from '#features/imports/contract/imports.ts';
import {
  type FilePlan,
  type ImportRow,
  type KindHandler,
  presentImport,
  presentPlannedRow,
} from '#features/imports/server/imports.ts';

const MAX_ROWS = 50;

/** Formats the preview of an import: the layout, the counts, and each row that is not imported with its reason. */
export function describePlan(handler: KindHandler, { layout, counts, rows }: FilePlan): string[] {
  const { new: added, changed, unchanged, review, rejected, left_out: leftOut } = counts;
  const others = [
    ...(review > 0 ? [`${review} need review`] : []),
    `${rejected} rejected`,
    ...(leftOut > 0 ? [`${leftOut} left out`] : []),
  ];
  return [
    layout,
    `${added} new, ${changed} changed, ${unchanged} unchanged, ${others.join(', ')}`,
    ...listRows(handler, rows, 'rejected', ''),
    ...listRows(handler, rows, 'review', 'Needs review: '),
    ...(review > 0
      ? [
          'Rows that need review are left out, unless you import with --confirm or confirm them on the Imports page.',
        ]
      : []),
    ...countReasons(rows),
  ];
}

function listRows(
  handler: KindHandler,
  rows: FilePlan['rows'],
  listed: PreviewStatus,
  label: string,
): string[] {
  const matching = rows.filter(({ status }) => status === listed);
  const lines = matching.slice(0, MAX_ROWS).map((row) => {
    const { line, reason, text } = presentPlannedRow(handler, row);
    return `  Line ${line}: ${label}${reason}\n    ${text}`;
  });
  const more = matching.length - lines.length;
  return more > 0 ? [...lines, `  and ${more} more`] : lines;
}

/** Counts the rows that are left out by reason. */
function countReasons(rows: FilePlan['rows']): string[] {
  const counts = new Map<string, number>();
  for (const { status, reason } of rows)
    if (status === 'left_out' && reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `  Left out: ${count} (${reason})`);
}

/** Formats an import as one line. */
export function describeImport(row: ImportRow): string {
  const presented = presentImport(row, { revertBlocker: null });
  const startedAt = formatMinute(new Date(presented.started_at));
  const leftOut = presented.left_out > 0 ? `, ${presented.left_out} left out` : '';
  const counts = `${presented.new} new, ${presented.changed} changed, ${presented.unchanged} unchanged, ${presented.rejected} rejected${leftOut}`;
  return `${presented.id}  ${startedAt}  ${presented.kind}  ${presented.file_name}  ${presented.status}: ${counts} (${presented.imported_by})`;
}
