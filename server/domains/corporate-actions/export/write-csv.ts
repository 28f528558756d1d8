import { stringify } from 'csv-stringify/sync';

/** What a spreadsheet program opens without delay. */
export const MAX_ROWS = 50_000;

const SLICE_ROWS = 1_000;

export type CsvRow = Record<string, string | null>;

/**
 * A CSV file (RFC 4180), in pieces: the rows of so many ids at a time, the first with the title row. It begins with a byte order mark,
 * without which spreadsheets take it for something else than UTF-8. A cell that a spreadsheet would run as a formula gets
 * an apostrophe before it.
 */
export async function* writeCsv(
  columns: readonly string[],
  ids: readonly number[],
  readRows: (ids: number[]) => Promise<CsvRow[]>,
): AsyncGenerator<string> {
  let titles = stringify([columns], { bom: true, record_delimiter: 'windows' });
  for (let begin = 0; begin < ids.length; begin += SLICE_ROWS) {
    const rows = await readRows(ids.slice(begin, begin + SLICE_ROWS));
    yield titles +
      stringify(rows, { columns: [...columns], escape_formulas: true, record_delimiter: 'windows' });
    titles = '';
  }
  if (titles !== '') yield titles;
}
