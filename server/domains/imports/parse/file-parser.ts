import { MAX_IMPORT_BYTES } from '#contract/imports/imports.ts';
import { fileRejected, importConflict } from '#server/domains/imports/imports.errors.ts';
import type { ParseContext } from '#server/domains/imports/layouts/layout.ts';
import type { ImportFile } from '#server/domains/imports/plan/plan.ts';
import {
  createTaskRunner,
  type TaskLimits,
  TaskStoppedError,
} from '#server/platform/task-processes/task-processes.ts';
import type { ImportRecord, ParsedRow } from './records.ts';

const SECOND_MS = 1000;
const LIMITS: TaskLimits = {
  timeMs: 20 * SECOND_MS,
  memoryMb: 256,
  maxTasks: 100,
  /** The preview of a file is usually followed by its import. */
  idleMs: 5 * 60 * SECOND_MS,
};

export interface FileTask {
  file: ImportFile;
  context: ParseContext;
}

/** The layout of a file whose rows are the parts of the task, or a sentence that says why the file is rejected. */
export type FileResult = ParsedLayout | { rejection: string };

interface ParsedLayout {
  name: string;
  isTeziLayout: boolean;
}

export interface ParsedFile<R extends ImportRecord> extends ParsedLayout {
  rows: ParsedRow<R>[];
}

/** Parses a file. Throws an `HttpError` with a sentence for the administrator if the file is rejected. */
export type ParseFile<R extends ImportRecord> = (
  file: ImportFile,
  context: ParseContext,
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
  return (file, context) =>
    takeTurn(async () => {
      if (file.content.length > MAX_IMPORT_BYTES) throw tooLarge();
      const rows: ParsedRow<R>[] = [];
      const roles = new Map<string, string>();
      try {
        const result = await run({ file, context }, (part) => {
          for (const row of part) rows.push(shareRoles(row, roles));
        });
        if ('rejection' in result) throw fileRejected(result.rejection);
        return { ...result, rows };
      } catch (error) {
        throw error instanceof TaskStoppedError ? describeStop(error, all.timeMs) : error;
      }
    });
}

export const tooLarge = () =>
  fileRejected(`The file is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB. Split it into several files.`);

/** Each message has its own copies of the few roles that cells have, which would take much memory. */
function shareRoles<R extends ImportRecord>(row: ParsedRow<R>, roles: Map<string, string>): ParsedRow<R> {
  const cells = 'record' in row ? (row.record.cells ?? row.cells) : row.cells;
  for (const cell of cells ?? []) {
    const role = roles.get(cell.role) ?? cell.role;
    roles.set(role, role);
    cell.role = role;
  }
  return row;
}

function describeStop({ exceeded }: TaskStoppedError, timeMs: number) {
  const next = 'and was stopped. Split the file into smaller ones, or save the table as CSV.';
  return fileRejected(
    exceeded === 'time'
      ? `Reading the file took longer than ${timeMs / SECOND_MS} seconds ${next}`
      : `Reading the file needed too much memory ${next}`,
  );
}

/** Each holds a file in memory, as does the one that is being parsed. */
const MAX_WAITING = 4;
/** Those that wait, and the one that is being parsed. */
let files = 0;
let last: Promise<unknown> = Promise.resolve();

async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
  if (files > MAX_WAITING) {
    throw importConflict('imports_busy', 'Other files are being read. Try again in a minute.');
  }
  files += 1;
  const turn = last.then(work, work);
  last = turn;
  try {
    return await turn;
  } finally {
    files -= 1;
  }
}
