/** Spreadsheets run a text with one of these at its start as a formula, some of them after spaces too. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/;

/** A negative decimal, which API responses have as text, is a number for spreadsheets too. */
const NUMBER = /^-?\d+(\.\d+)?$/;

function toCell(value: string | number | null | undefined): string {
  if (typeof value === 'number') return String(value);
  // Programs that read a file as C strings end it at NUL.
  const text = (value ?? '').replaceAll('\0', '').toWellFormed();
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * Writes rows of a CSV file (RFC 4180). A header is written with a byte order mark, by which spreadsheets recognize UTF-8. A text that
 * spreadsheets would run as a formula is prefixed with an apostrophe; numbers and decimals are not, so that they can be calculated with.
 */
export function writeCsv(
  rows: readonly (readonly (string | number | null | undefined)[])[],
  header?: readonly string[],
): string {
  const lines = [...(header ? [header] : []), ...rows].map((cells) => `${cells.map(toCell).join(',')}\r\n`);
  return (header ? '\ufeff' : '') + lines.join('');
}
