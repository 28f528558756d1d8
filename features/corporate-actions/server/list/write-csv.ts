import { writeCsv } from '#core/contract/text/csv.ts';
import type { FileContent } from '#core/server/http/response-cache/shared-file.ts';

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
  const chunks = writeChunks(columns, ids, findRows);
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

/** Writes a CSV file in chunks, the first with the header row. */
async function* writeChunks<Row>(
  columns: CsvColumns<Row>,
  ids: readonly number[],
  findRows: (ids: number[]) => Promise<Row[]>,
): AsyncGenerator<string> {
  const getCells = Object.values(columns);
  yield writeCsv([], Object.keys(columns));
  for (let begin = 0; begin < ids.length; begin += ROWS_PER_CHUNK) {
    const rows = await findRows(ids.slice(begin, begin + ROWS_PER_CHUNK));
    yield writeCsv(rows.map((row) => getCells.map((getCell) => getCell(row))));
  }
}
