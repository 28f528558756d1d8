import { stringify } from 'csv-stringify/sync';

/** Spreadsheet apps open this many rows without delay. */
export const MAX_EXPORTED_ROWS = 50_000;

const ROWS_PER_CHUNK = 1_000;

export type CsvRow = Record<string, string | null>;

/**
 * Writes a CSV file (RFC 4180) in chunks, the first with the header row. It starts with a byte order mark so that
 * spreadsheet apps recognize UTF-8. A cell that a spreadsheet would run as a formula is prefixed with an apostrophe.
 */
export async function* writeCsv(
  columns: readonly string[],
  ids: readonly number[],
  findRows: (ids: number[]) => Promise<CsvRow[]>,
): AsyncGenerator<string> {
  let header = stringify([columns], { bom: true, record_delimiter: 'windows' });
  for (let begin = 0; begin < ids.length; begin += ROWS_PER_CHUNK) {
    const rows = await findRows(ids.slice(begin, begin + ROWS_PER_CHUNK));
    yield header +
      stringify(rows, { columns: [...columns], escape_formulas: true, record_delimiter: 'windows' });
    header = '';
  }
  if (header !== '') yield header;
}
