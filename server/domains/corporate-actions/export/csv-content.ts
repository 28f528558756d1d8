import type { FileContent } from '#server/http/shared-file.ts';
import { type CsvRow, writeCsv } from './write-csv.ts';

/** About a megabyte. Longer files are streamed, so that a few do not fill the response cache. */
const MAX_STORED_ROWS = 5_000;

interface CsvParts {
  columns: readonly string[];
  ids: readonly number[];
  findRows: (ids: number[]) => Promise<CsvRow[]>;
  downloadName: string;
}

/** Returns the rows with these ids as a CSV file. */
export async function createCsvContent({
  columns,
  ids,
  findRows,
  downloadName,
}: CsvParts): Promise<FileContent> {
  const chunks = writeCsv(columns, ids, findRows);
  const body = ids.length > MAX_STORED_ROWS ? chunks : await readAll(chunks);
  return { body, type: 'text/csv; charset=utf-8', downloadName };
}

async function readAll(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}
