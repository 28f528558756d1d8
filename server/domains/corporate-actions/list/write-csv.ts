import { stringify } from 'csv-stringify/sync';
import type { FileContent } from '#server/http/response-cache/shared-file.ts';

/** About a megabyte. Longer files are streamed, so that a few do not fill the response cache. */
const MAX_STORED_ROWS = 5_000;

/** The cells of a row by column. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | null>>;

interface CsvParts<Row> {
  columns: CsvColumns<Row>;
  ids: readonly number[];
  findRows: (ids: number[]) => Promise<Row[]>;
  downloadName: string;
}

/** Returns the rows with these ids as a CSV file. */
export async function createCsvContent<Row>({
  columns,
  ids,
  findRows,
  downloadName,
}: CsvParts<Row>): Promise<FileContent> {
  const chunks = writeCsv(columns, ids, findRows);
  const body = ids.length > MAX_STORED_ROWS ? chunks : await readAll(chunks);
  return { body, type: 'text/csv; charset=utf-8', downloadName };
}

async function readAll(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

/** Spreadsheet apps open this many rows without delay. */
export const MAX_EXPORTED_ROWS = 50_000;

const ROWS_PER_CHUNK = 1_000;

/**
 * Writes a CSV file (RFC 4180) in chunks, the first with the header row. It starts with a byte order mark so that
 * spreadsheet apps recognize UTF-8. A cell that a spreadsheet would run as a formula is prefixed with an apostrophe.
 */
async function* writeCsv<Row>(
  columns: CsvColumns<Row>,
  ids: readonly number[],
  findRows: (ids: number[]) => Promise<Row[]>,
): AsyncGenerator<string> {
  const getCells = Object.values(columns);
  let header = stringify([Object.keys(columns)], { bom: true, record_delimiter: 'windows' });
  for (let begin = 0; begin < ids.length; begin += ROWS_PER_CHUNK) {
    const rows = await findRows(ids.slice(begin, begin + ROWS_PER_CHUNK));
    const cells = rows.map((row) => getCells.map((getCell) => getCell(row)));
    yield header + stringify(cells, { escape_formulas: true, record_delimiter: 'windows' });
    header = '';
  }
  if (header !== '') yield header;
}
