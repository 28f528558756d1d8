import type { PreviewedRow } from '#contract/corporate-actions/imports.ts';

/** Rows that were refused as a CSV file, to be corrected and imported: where each stands, why, and as it came. */
export function rejectedRowsToCsv(rows: readonly PreviewedRow[]): string {
  const lines = rows.map(({ line, reason, summary }) => [String(line), reason ?? '', summary]);
  return [['Line', 'Reason', 'Row'], ...lines].map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

/** A spreadsheet would calculate what begins like a formula: the apostrophe makes it text. */
const toCell = (text: string) => `"${(/^\s*[=+\-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
