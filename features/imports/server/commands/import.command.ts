import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { getMessagesByField } from '#core/contract/errors.ts';
import type { CommandDependencies } from '#core/server/commands/command-dependencies.ts';
import { type Output, reportProgress } from '#core/server/commands/output.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import type { Database } from '#core/server/platform/database.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { recordOperatorEvent } from '#core/server/platform/security-events/store-event.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';
import { IMPORT_KINDS, type ImportKind, MAX_IMPORT_BYTES } from '#features/imports/contract/imports.ts';
import {
  confirmRows,
  type FilePlan,
  type Importer,
  type ImportFile,
  listImportRows,
  toEventTarget,
} from '#features/imports/server/imports.ts';
import { decodeFile } from '#features/imports/server/parsing.ts';
import { getSigningKey, type SigningKey } from '#features/ledger/server/ledger.ts';
import { describeImport, describePlan } from './describe-imports.ts';

interface ImportOptions {
  dryRun: boolean;
  confirm: boolean;
}

interface ImportDependencies extends CommandDependencies {
  /** Receives progress. */
  output: Output;
  setUpImporter: (dependencies: {
    database: Database;
    clock: Clock;
    logger: Logger;
    signingKey?: SigningKey | null;
  }) => Importer;
}

const IMPORTED_BY = 'command line';
const MAX_LISTED = 50;

/** `tezi import …`: imports files of board meetings, book closures, prices and index values. */
export function addImportCommands(program: Command, dependencies: ImportDependencies): void {
  const { withDatabase, print } = dependencies;
  const command = program
    .command('import')
    .description('Files of board meetings, book closures, prices and index values');

  for (const kind of IMPORT_KINDS) {
    command
      .command(kind)
      .argument('<files...>', 'files in one of the layouts in docs/imports.md')
      .option('--dry-run', 'preview the import without writing anything', false)
      .option('--confirm', 'import the rows that need review too: read them in a dry run first', false)
      .description(
        `Import ${kind.replace('-', ' ')} from one or several files. Importing the same file again changes nothing. A running server shows the import within a minute.`,
      )
      .action(async (paths: string[], { dryRun: isDryRun, confirm: confirmsReview }: ImportOptions) => {
        const [path = ''] = paths;
        if (paths.length > 1 || ((await getSize(path)) > MAX_IMPORT_BYTES && isPriceKind(kind))) {
          await withDatabase(async (database, config) => {
            const options = {
              kind,
              paths,
              isDryRun,
              confirmsReview,
              signingKey: await getSigningKey(config),
            };
            await withOperatorErrors(importFiles(database, options, dependencies));
          });
          return;
        }
        const file = { kind, fileName: basename(path), ...(await readContent(path)) };
        await withDatabase(async (database, config) => {
          const options = { isDryRun, confirmsReview, signingKey: await getSigningKey(config) };
          await withOperatorErrors(importFile(database, file, options, dependencies));
        });
      });
  }

  command
    .command('list')
    .description('List the last imports, newest first')
    .action(() =>
      withDatabase(async (database) => {
        const rows = await listImportRows(database.db, MAX_LISTED);
        if (rows.length === 0) print('Nothing has been imported yet.');
        for (const row of rows) print(describeImport(row));
      }),
    );

  command
    .command('revert')
    .argument('<number>', 'the number of the import, from `import list`')
    .description('Revert a whole import')
    .action((number: string) =>
      withDatabase((database) => withOperatorErrors(revertImport(database, number, dependencies))),
    );
}

interface ImportOptionsOfFile {
  isDryRun: boolean;
  confirmsReview: boolean;
  signingKey: SigningKey | null;
}

async function importFile(
  database: Database,
  file: ImportFile,
  { isDryRun, confirmsReview, signingKey }: ImportOptionsOfFile,
  { print, output, clock, logger, setUpImporter }: ImportDependencies,
): Promise<void> {
  const importer = setUpImporter({ database, clock, logger, signingKey });
  const preview = await importer.plan(file);
  for (const line of describePlan(importer.handlers[file.kind], preview)) print(line);
  const plan = (confirmsReview ? confirmRows(preview) : null) ?? preview;
  if (plan.writes.length === 0 || isDryRun) {
    print(isDryRun ? 'Dry run: nothing was written.' : 'The file changes nothing.');
    return;
  }
  const { finished } = await importer.start(file, plan, {
    by: IMPORTED_BY,
    record: (tx, row) =>
      recordOperatorEvent(tx, { kind: 'import_started', ...toEventTarget(row) }, clock.now()),
    onProgress: reportProgress(output, 'Importing'),
  });
  const { id, done } = await finished;
  print(`Import ${id} is done: ${done} ${done === 1 ? 'row' : 'rows'} written.`);
  print(`Revert it with: npm run tezi -- import revert ${id}`);
}

const isPriceKind = (kind: ImportKind) =>
  kind === 'prices' || kind === 'index-values' || kind === 'intraday-prices';

/** Imports several files, or one that is larger than the limit, as one import. A dry run plans each file. */
async function importFiles(
  database: Database,
  {
    kind,
    paths,
    isDryRun,
    confirmsReview,
    signingKey,
  }: ImportOptionsOfFile & { kind: ImportKind; paths: readonly string[] },
  { print, output, clock, logger, setUpImporter }: ImportDependencies,
): Promise<void> {
  const importer = setUpImporter({ database, clock, logger, signingKey });
  for (const path of paths) await getSize(path);
  const printPlan = ({ fileName }: ImportFile, plan: FilePlan) => {
    const { rejected, review } = plan.counts;
    if (isDryRun || rejected + review > 0) {
      print(fileName);
      for (const line of describePlan(importer.handlers[kind], plan)) print(`  ${line}`);
    }
  };
  const files = readImportFiles(kind, paths);
  if (isDryRun) {
    for await (const file of files) printPlan(file, await importer.plan(file));
    print('Dry run: nothing was written.');
    return;
  }
  const name = paths.length === 1 ? basename(paths[0] ?? '') : `${paths.length} files`;
  const { finished } = await importer.startFiles({ kind, name }, files, {
    by: IMPORTED_BY,
    record: (tx, row) =>
      recordOperatorEvent(tx, { kind: 'import_started', ...toEventTarget(row) }, clock.now()),
    // The number of rows is known only after the last file.
    onProgress: ({ done }) => {
      if (output.isTTY) output.write(`\rImporting: ${done} rows`);
    },
    confirmsReview,
    onPlanned: printPlan,
    onRejected: ({ fileName }, error) => print(`${fileName}: ${listSentences(error).join(' ')}`),
  });
  const { id, done } = await finished;
  print(`Import ${id} is done: ${done} ${done === 1 ? 'row' : 'rows'} written.`);
  print(`Revert it with: npm run tezi -- import revert ${id}`);
}

async function revertImport(
  database: Database,
  number: string,
  { print, output, clock, logger, setUpImporter }: ImportDependencies,
): Promise<void> {
  if (!/^[1-9]\d{0,8}$/.test(number)) throw new StartupError(`"${number}" is not the number of an import.`);
  const importer = setUpImporter({ database, clock, logger });
  const { finished } = await importer.revert(Number(number), {
    by: IMPORTED_BY,
    record: (tx, row) =>
      recordOperatorEvent(tx, { kind: 'import_reverted', ...toEventTarget(row) }, clock.now()),
    onProgress: reportProgress(output, 'Reverting'),
  });
  const { id, done } = await finished;
  print(`Import ${id} is reverted: ${done} ${done === 1 ? 'row' : 'rows'}.`);
}

/** Translates an `HttpError` into the messages for the operator. */
async function withOperatorErrors(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (error.status === 404)
      throw new StartupError('There is no import with that number; see `import list`.');
    throw new StartupError(listSentences(error).join('\n'), { cause: error });
  }
}

function listSentences({ body }: HttpError): string[] {
  const detail = 'detail' in body && typeof body.detail === 'string' ? [body.detail] : [];
  return [...detail, ...Object.values(getMessagesByField(body)).flat()];
}

async function getSize(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    throw new StartupError(`${path} cannot be read: ${describeFileError(error)}.`, { cause: error });
  }
}

/** Reads a file, with the hash of its bytes. */
async function readContent(path: string): Promise<Pick<ImportFile, 'content' | 'sha256'>> {
  try {
    const { size } = await stat(path);
    if (size > MAX_IMPORT_BYTES) {
      throw new StartupError(
        `${path} is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB. Split it into several files.`,
      );
    }
    return decodeBytes(await readFile(path));
  } catch (error) {
    if (error instanceof StartupError) throw error;
    if (error instanceof HttpError) throw new StartupError(`${path}: ${listSentences(error).join(' ')}`);
    throw new StartupError(`${path} cannot be read: ${describeFileError(error)}.`, { cause: error });
  }
}

const decodeBytes = (bytes: Buffer) => ({
  content: decodeFile(bytes),
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

function describeFileError(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'permission denied';
  return error instanceof Error ? error.message : String(error);
}

const LINES_PER_PART = 50_000;
/** A part, with the header and its last line, must not be larger than a file may be. */
const MAX_PART_LENGTH = MAX_IMPORT_BYTES - 64 * 1024;

/** Reads files one after the other. A table that is larger than the limit of a file is read in parts of its lines. */
export async function* readImportFiles(
  kind: ImportKind,
  paths: readonly string[],
): AsyncGenerator<ImportFile> {
  for (const path of paths) {
    const fileName = basename(path);
    const { size } = await stat(path);
    if (size > MAX_IMPORT_BYTES) yield* readParts(kind, path);
    else yield { kind, fileName, ...decodeBytes(await readFile(path)) };
  }
}

/** Hashes a file that is too large to be read as a whole. */
async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes);
  return hash.digest('hex');
}

/** Repeats the header in each part. Tables without a header start with a digit. */
async function* readParts(kind: ImportKind, path: string): AsyncGenerator<ImportFile> {
  // Before the lines are read: they do not wait.
  const sha256 = await hashFile(path);
  const lines = createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let header: string | null = null;
  let part: string[] = [];
  let length = 0;
  let first = 1;
  let line = 0;
  const toFile = (): ImportFile => ({
    kind,
    sha256,
    fileName: `${basename(path)}, lines ${first} to ${line}`,
    content: [...(header === null ? [] : [header]), ...part].join('\n'),
  });
  for await (const text of lines) {
    line += 1;
    if (line === 1 && !/^\ufeff?\s*\d/.test(text)) {
      header = text;
      first = 2;
      continue;
    }
    part.push(text);
    length += text.length + 1;
    if (part.length < LINES_PER_PART && length < MAX_PART_LENGTH) continue;
    yield toFile();
    part = [];
    length = 0;
    first = line + 1;
  }
  if (part.length > 0) yield toFile();
}
