import { MAX_IMPORT_BYTES } from '#contract/imports/imports.ts';
import { fileRejected } from '#server/domains/imports/imports.errors.ts';
import type { ParseContext } from '#server/domains/imports/layouts/layout.ts';
import type { RecognizedFile } from '#server/domains/imports/layouts/recognized-file.ts';
import type { ImportFile } from '#server/domains/imports/plan/plan.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { groupByLength, serveTasks } from '#server/platform/task-processes/serve-tasks.ts';
import type { TaskMessage } from '#server/platform/task-processes/task-processes.ts';
import { decodeFile } from './decode-file.ts';
import { type FileResult, type FileTask, tooLarge } from './file-parser.ts';
import type { ImportRecord, ParsedRow, ReadCell } from './records.ts';

const MAX_ROWS = 60_000;
/** The characters of a row, as it is sent to the server, that are not those of its texts. */
const ROW_LENGTH = 80;
/** The characters of all rows as they are sent to the server: several times as many as a file has. */
const MAX_LENGTH = 5 * MAX_IMPORT_BYTES;
/** A preview shows less of a row. */
const MAX_TEXT_LENGTH = 600;
const MAX_CELL_LENGTH = 301;
const MAX_CELLS = 40;
const MAX_DOUBTS = 10;

interface FileReader<R extends ImportRecord> {
  /** Recognizes the layout of a file. Throws an `HttpError` that describes the file if it is not supported. */
  recognize(file: ImportFile & { content: string }): RecognizedFile<R>;
  /** Returns a function that returns the reasons why an administrator must confirm a record. */
  createDoubts?(recognized: RecognizedFile<R>): (record: R) => string[];
}

/** Parses files in the child process of a `createFileParser`. */
export function serveFileParser<R extends ImportRecord>(reader: FileReader<R>): void {
  serveTasks((task: FileTask) => parse(reader, task));
}

/** Yields the rows of a file, and then its layout or the reason why it is rejected. */
export function* parse<R extends ImportRecord>(
  { recognize, createDoubts }: FileReader<R>,
  { file, context }: FileTask,
): Generator<TaskMessage<ParsedRow<R>[], FileResult>> {
  try {
    const content = typeof file.content === 'string' ? file.content : decodeFile(file.content);
    if (content.length > MAX_IMPORT_BYTES) throw tooLarge();
    const recognized = recognize({ ...file, content });
    const getDoubts = createDoubts?.(recognized);
    const rows = listRows(recognized, context, getDoubts);
    for (const part of groupByLength(rows, getLength)) yield { part };
    yield { result: { name: recognized.name, isTeziLayout: recognized.isTeziLayout } };
  } catch (error) {
    const sentences = error instanceof HttpError && 'content' in error.body ? error.body.content : null;
    if (!Array.isArray(sentences)) throw error;
    yield { result: { rejection: String(sentences[0]) } };
  }
}

function* listRows<R extends ImportRecord>(
  recognized: RecognizedFile<R>,
  context: ParseContext,
  getDoubts: (record: R) => string[] = ({ doubts = [] }) => doubts,
): Generator<ParsedRow<R>> {
  let count = 0;
  let length = 0;
  for (const rows of recognized.rows(context)) {
    for (const row of rows) {
      const limited = limitRow(row, getDoubts);
      count += 1;
      length += getLength(limited);
      if (count > MAX_ROWS) {
        throw fileRejected(
          `The file has more than ${MAX_ROWS.toLocaleString('en')} rows. Split it into several files.`,
        );
      }
      if (length > MAX_LENGTH) {
        throw fileRejected('The rows of the file have too much text. Split it into several files.');
      }
      yield limited;
    }
  }
}

/** Limits what a preview shows of a row, and adds the doubts about its record. */
function limitRow<R extends ImportRecord>(
  { cells, ...row }: ParsedRow<R>,
  getDoubts: (record: R) => string[],
): ParsedRow<R> {
  const text = row.text.slice(0, MAX_TEXT_LENGTH);
  if (!('record' in row)) return { ...row, text, ...limitCells(cells) };
  const doubts = getDoubts(row.record).slice(0, MAX_DOUBTS);
  const { cells: own, ...record } = row.record;
  return { ...row, text, record: { ...record, doubts } as unknown as R, ...limitCells(own ?? cells) };
}

function limitCells(cells: readonly ReadCell[] | undefined): { cells?: ReadCell[] } {
  if (cells === undefined) return {};
  const shown = cells.slice(0, MAX_CELLS);
  return { cells: shown.map(({ text, role }) => ({ text: text.slice(0, MAX_CELL_LENGTH), role })) };
}

function getLength<R extends ImportRecord>({ text, cells = [], ...row }: ParsedRow<R>): number {
  let length = ROW_LENGTH + text.length;
  for (const cell of cells) length += cell.text.length + cell.role.length;
  if ('rejection' in row) return length + row.rejection.length;
  if ('omission' in row) return length + row.omission.length;
  const { companyName, values, doubts = [] } = row.record;
  length += companyName.length;
  for (const value of [...Object.values(values), ...doubts]) length += String(value).length;
  return length;
}
