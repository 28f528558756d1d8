import type { PreviewedRow } from '#contract/imports/imports.ts';

/** Writes rejected rows as a CSV file with their line, reason and original text, to be corrected and imported again. */
export function rejectedRowsToCsv(rows: readonly PreviewedRow[]): string {
  const lines = rows.map(({ line, reason, summary }) => [String(line), reason ?? '', summary]);
  return [['Line', 'Reason', 'Row'], ...lines].map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

/** Quotes a cell. An apostrophe prevents spreadsheets from running it as a formula. */
const toCell = (text: string) => `"${(/^\s*[=+\-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
