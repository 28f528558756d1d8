import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { IMPORT_KINDS, MAX_IMPORT_BYTES } from '#contract/corporate-actions/imports.ts';
import { messagesByField } from '#contract/errors.ts';
import type { Config } from '#server/config/config.ts';
import {
  aboutImport,
  createImporter,
  decodeFile,
  type ImportFile,
  listImportRows,
} from '#server/domains/corporate-actions/corporate-actions.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { HttpError } from '#server/platform/http-error.ts';
import type { Logger } from '#server/platform/logger.ts';
import { recordOperatorEvent } from '#server/platform/security-events/store-event.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { describeImport, describePlan } from './describe-imports.ts';
import { type Output, reportProgress } from './report-progress.ts';

export interface ImportCommandParts {
  withDatabase: (work: (database: Database, config: Config) => Promise<void>) => Promise<void>;
  say: (line: string) => void;
  output: Output;
  clock: Clock;
  logger: Logger;
}

const IMPORTED_BY = 'command line';
const MAX_LISTED = 50;

/** `tezi import …`: files of board meetings and book closures. */
export function importCommands(program: Command, parts: ImportCommandParts): void {
  const { withDatabase, say } = parts;
  const command = program.command('import').description('Files of board meetings and book closures');

  for (const kind of IMPORT_KINDS) {
    command
      .command(kind)
      .argument('<file>', 'a table or list in one of the layouts that docs/imports.md names')
      .option('--dry-run', 'say what the import would do, and write nothing', false)
      .description(
        `Import ${kind.replace('-', ' ')}. The same file again changes nothing. A running server shows it within a minute.`,
      )
      .action(async (path: string, { dryRun }: { dryRun: boolean }) => {
        const file = { kind, fileName: basename(path), content: await readText(path) };
        await withDatabase((database) => inWords(importFile(database, file, dryRun, parts)));
      });
  }

  command
    .command('list')
    .description('Name the last imports, newest first')
    .action(() =>
      withDatabase(async (database) => {
        const rows = await listImportRows(database.db, MAX_LISTED);
        if (rows.length === 0) say('Nothing has been imported yet.');
        for (const row of rows) say(describeImport(row));
      }),
    );

  command
    .command('undo')
    .argument('<number>', 'the number of the import: see `import list`')
    .description('Take a whole import back')
    .action((number: string) => withDatabase((database) => inWords(undoImport(database, number, parts))));
}

async function importFile(
  database: Database,
  file: ImportFile,
  isDryRun: boolean,
  { say, output, clock, logger }: ImportCommandParts,
): Promise<void> {
  const importer = createImporter({ database, clock, logger });
  const plan = await importer.plan(file);
  for (const line of describePlan(file.kind, plan)) say(line);
  if (plan.writes.length === 0 || isDryRun) {
    say(isDryRun ? 'Nothing is written: this is a dry run.' : 'The file changes nothing.');
    return;
  }
  const { finished } = await importer.start(file, plan, {
    by: IMPORTED_BY,
    record: (tx, row) =>
      recordOperatorEvent(tx, { kind: 'import_started', ...aboutImport(row) }, clock.now()),
    onProgress: reportProgress(output, 'Importing'),
  });
  const { id, done } = await finished;
  say(`Import ${id} is done: ${done} ${done === 1 ? 'row is' : 'rows are'} written.`);
  say(`Take it back with: npm run tezi -- import undo ${id}`);
}

async function undoImport(
  database: Database,
  number: string,
  { say, output, clock, logger }: ImportCommandParts,
): Promise<void> {
  if (!/^[1-9]\d{0,8}$/.test(number)) throw new StartupError(`"${number}" is no number of an import.`);
  const importer = createImporter({ database, clock, logger });
  const { finished } = await importer.undo(Number(number), {
    by: IMPORTED_BY,
    record: (tx, row) =>
      recordOperatorEvent(tx, { kind: 'import_reverted', ...aboutImport(row) }, clock.now()),
    onProgress: reportProgress(output, 'Taking back'),
  });
  const { id, done } = await finished;
  say(`Import ${id} is taken back: ${done} ${done === 1 ? 'row' : 'rows'}.`);
}

/** What a refusal says, for the operator. */
async function inWords(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (error.status === 404) throw new StartupError('There is no import of that number: see `import list`.');
    const detail = 'detail' in error.body && typeof error.body.detail === 'string' ? [error.body.detail] : [];
    const sentences = [...detail, ...Object.values(messagesByField(error.body)).flat()];
    throw new StartupError(sentences.join('\n'), { cause: error });
  }
}

async function readText(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MAX_IMPORT_BYTES) {
      throw new StartupError(
        `${path} is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB. Split it into several files.`,
      );
    }
    return decodeFile(await readFile(path));
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`${path} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'this user may not';
  return error instanceof Error ? error.message : String(error);
}
