import type { PreviewedRow } from '#contract/corporate-actions/imports.ts';

/** Rows that were refused as a CSV file, to be corrected and imported: where each stands, why, and as it came. */
export function refusedRowsAsCsv(rows: readonly PreviewedRow[]): string {
  const lines = rows.map(({ line, reason, summary }) => [String(line), reason ?? '', summary]);
  return [['Line', 'Reason', 'Row'], ...lines].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/** A spreadsheet would calculate what begins like a formula: the apostrophe makes it text. */
const cell = (text: string) => `"${(/^\s*[=+\-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
