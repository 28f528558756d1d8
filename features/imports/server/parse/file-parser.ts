import type { FieldErrors } from '#core/contract/api/field-errors.ts';
import { FairQueue, type Lane } from '#core/server/platform/fair-queue.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import { groupByLength, serveTasks } from '#core/server/platform/task-processes/serve-tasks.ts';
import {
  createTaskRunner,
  type TaskLimits,
  type TaskMessage,
  TaskStoppedError,
} from '#core/server/platform/task-processes/task-processes.ts';
import { DamagedFileError, decodeFile as decode, isZip } from '#features/imports/contract/decode-file.ts';
import { extractZip } from '#features/imports/contract/extract-zip.ts';
import { MAX_IMPORT_BYTES } from '#features/imports/contract/imports.ts';
import type { ImportFile } from '#features/imports/server/run/plan.ts';
import { findPrintedCompany, setPrintedCompanies } from './aliases.ts';
import { NOT_USED, type ReadCell } from './cells.ts';
import {
  type FileKind,
  fileRejected,
  type ImportRecord,
  type ParseContext,
  type ParsedRow,
  type RecognizedFile,
} from './records.ts';

const SECOND_MS = 1000;
const LIMITS: TaskLimits = {
  timeMs: 20 * SECOND_MS,
  memoryMb: 256,
  maxTasks: 100,
  /** The preview of a file is usually followed by its import. */
  idleMs: 5 * 60 * SECOND_MS,
};

const createQueue = (maxWaiting: number) =>
  new FairQueue({
    maxRunning: 1,
    maxWaiting,
    createError: () =>
      new HttpError({
        status: 409,
        code: 'imports_busy',
        body: { detail: 'Other files are being read. Try again in a minute.' },
      }),
  });
/**
 * All parsers share the memory of this process: one file is parsed at a time, and each that waits holds its content in memory. Those of
 * customers, who take turns, have a queue of their own, so that they do not delay administrators.
 */
const queue = createQueue(4);
const customerQueue = createQueue(8);
const ADMINISTRATORS: Lane = { client: null, groups: [] };

/** A file of any kind. */
type ParsedInput = Omit<ImportFile, 'kind'> & { kind: FileKind };

interface FileTask {
  file: ParsedInput;
  context: ParseContext;
}

/** The layout of a file whose rows are the parts of the task, or a sentence that says why the file is rejected. */
type FileResult = ParsedLayout | { rejection: string; sample?: readonly string[] };

interface ParsedLayout {
  name: string;
  isTeziLayout: boolean;
  /** The columns of its rows, in the order of the first ones. */
  columns: string[];
}

interface ParsedFile<R extends ImportRecord> extends ParsedLayout {
  rows: ParsedRow<R>[];
}

/** Parses a file, that of a customer with `userId`. Throws an `HttpError` with a sentence for the user if the file is rejected. */
type ParseFile<R extends ImportRecord> = (
  file: ParsedInput,
  context: ParseContext,
  userId?: string,
) => Promise<ParsedFile<R>>;

/**
 * Creates a parser of files in child processes, whose `module` calls `serveFileParser`: a file may come from anywhere, and even a
 * normal one takes seconds. All parsers of this server take turns, so that only one process needs memory.
 */
export function createFileParser<R extends ImportRecord>(
  module: URL,
  limits: Partial<TaskLimits> = {},
): ParseFile<R> {
  const all = { ...LIMITS, ...limits };
  const run = createTaskRunner<FileTask, ParsedRow<R>[], FileResult, FileResult>(
    module,
    all,
    (result) => result,
  );
  return (file, context, userId) => {
    const parse = async () => {
      if (file.content.length > MAX_IMPORT_BYTES) throw tooLarge();
      const rows: ParsedRow<R>[] = [];
      try {
        const result = await run({ file, context }, (part) => rows.push(...part));
        if ('rejection' in result) throw fileRejected(result.rejection, result.sample);
        return { ...result, rows };
      } catch (error) {
        throw error instanceof TaskStoppedError ? describeStop(error, all.timeMs) : error;
      }
    };
    return userId === undefined
      ? queue.run(ADMINISTRATORS, parse)
      : customerQueue.run({ client: userId, groups: [userId] }, parse);
  };
}

const tooLarge = () =>
  fileRejected(`The file is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB. Split it into several files.`);

function describeStop({ exceeded }: TaskStoppedError, timeMs: number) {
  const next = 'and was stopped. Split the file into smaller ones, or save the table as CSV.';
  return fileRejected(
    exceeded === 'time'
      ? `Reading the file took longer than ${timeMs / SECOND_MS} seconds ${next}`
      : `Reading the file needed too much memory ${next}`,
  );
}

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
  recognize(file: ParsedInput & { content: string }): RecognizedFile<R>;
  /** Returns a function that returns the reasons why an administrator must confirm a record. */
  createDoubts?(recognized: RecognizedFile<R>): (record: R) => string[];
  /** By default as many as there can be rows. */
  maxRecords?: number;
}

/** Parses files in the child process of a `createFileParser`. */
export function serveFileParser<R extends ImportRecord>(reader: FileReader<R>): void {
  serveTasks((task: FileTask) => parse(reader, task));
}

/** Yields the rows of a file, and then its layout or the reason why it is rejected. */
export function* parse<R extends ImportRecord>(
  { recognize, createDoubts, maxRecords }: FileReader<R>,
  { file, context }: FileTask,
): Generator<TaskMessage<ParsedRow<R>[], FileResult>> {
  try {
    const content = typeof file.content === 'string' ? file.content : decodeFile(file.content);
    if (content.length > MAX_IMPORT_BYTES) throw tooLarge();
    const recognized = recognize({ ...file, content });
    setPrintedCompanies(recognized.name, { ...file, ...file.repairs });
    const getDoubts = createDoubts?.(recognized);
    const columns = new Set<string>();
    const rows = listRows(recognized, columns, { context, maxRecords, getDoubts });
    for (const part of groupByLength(rows, getLength)) yield { part };
    columns.delete(NOT_USED);
    const { name, isTeziLayout } = recognized;
    yield { result: { name, isTeziLayout, columns: [...columns] } };
  } catch (error) {
    const { content: sentences, sample } = (error instanceof HttpError ? error.body : {}) as FieldErrors;
    if (!Array.isArray(sentences)) throw error;
    yield { result: { rejection: String(sentences[0]), ...(sample ? { sample } : {}) } };
  }
}

function* listRows<R extends ImportRecord>(
  recognized: RecognizedFile<R>,
  columns: Set<string>,
  {
    context,
    maxRecords = MAX_ROWS,
    getDoubts = ({ doubts = [] }) => doubts,
  }: {
    context: ParseContext;
    maxRecords?: number | undefined;
    getDoubts?: ((record: R) => string[]) | undefined;
  },
): Generator<ParsedRow<R>> {
  let count = 0;
  let records = 0;
  let length = 0;
  for (const rows of recognized.rows(context)) {
    for (const row of rows) {
      const limited = limitRow(row, getDoubts);
      count += 1;
      length += getLength(limited);
      if ('record' in row) records += 1;
      if (count > MAX_ROWS || records > maxRecords) {
        const limit = Math.min(MAX_ROWS, maxRecords).toLocaleString('en');
        throw fileRejected(`The file has more than ${limit} rows. Split it into several files.`);
      }
      if (length > MAX_LENGTH) {
        throw fileRejected('The rows of the file have too much text. Split it into several files.');
      }
      const { cells } = limited;
      if (typeof cells === 'object') {
        // Without the note that a value was rounded.
        for (const { role } of cells) columns.add(role.split(', ', 1)[0] ?? role);
        limited.cells = JSON.stringify(cells);
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
  const { cells: own, ...record } = row.record;
  if (record.symbol === null && findPrintedCompany(record.companyName)?.symbol === null)
    record.isWithoutSymbol = true;
  const doubts = getDoubts(record as R).slice(0, MAX_DOUBTS);
  return { ...row, text, record: { ...record, doubts } as R, ...limitCells(own ?? cells) };
}

function limitCells(cells: ParsedRow<ImportRecord>['cells']): { cells?: ReadCell[] } {
  if (typeof cells !== 'object') return {};
  const shown = cells.slice(0, MAX_CELLS);
  return { cells: shown.map(({ text, role }) => ({ text: text.slice(0, MAX_CELL_LENGTH), role })) };
}

function getLength<R extends ImportRecord>({ text, cells = [], ...row }: ParsedRow<R>): number {
  let length = ROW_LENGTH + text.length;
  if (typeof cells === 'string') length += cells.length;
  else for (const cell of cells) length += cell.text.length + cell.role.length;
  if ('rejection' in row) return length + row.rejection.length;
  if ('omission' in row) return length + row.omission.length;
  const { companyName, values, doubts = [] } = row.record;
  length += companyName.length;
  for (const value of [...Object.values(values), ...doubts]) length += String(value).length;
  return length;
}

/** The first bytes of the older workbooks of Excel, `.xls`. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];
const FIRST_BYTES = 4000;

/** Returns whether a file is a workbook of Excel: an OLE file, a ZIP archive with a folder `xl`, or XML. */
function isWorkbook(file: Uint8Array): boolean {
  if (OLE.every((byte, index) => file[index] === byte)) return true;
  const ends = [file.subarray(0, FIRST_BYTES), file.subarray(-FIRST_BYTES)];
  const text = ends.map((part) => new TextDecoder('latin1').decode(part)).join('\n');
  return isZip(file) ? text.includes('xl/') : /^\W{0,3}<\?xml/.test(text) && text.includes('<Workbook');
}

/** Decodes a file to import. Throws an `HttpError` if it is a workbook, or compressed and damaged. */
export function decodeFile(file: Uint8Array): string {
  if (isWorkbook(file))
    throw fileRejected('The file is an Excel workbook. Save the sheet as CSV, and import the CSV file.');
  try {
    return decode(isZip(file) ? extractZip(file) : file);
  } catch (error) {
    throw error instanceof DamagedFileError ? fileRejected(error.message) : error;
  }
}
