import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Header } from '#server/platform/backup/format.ts';
import { restoreBackup } from '#server/platform/backup/restore-backup.ts';
import { writeBackup } from '#server/platform/backup/write-backup.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { DatabaseSource } from '#server/platform/database.ts';
import { type Output, reportProgress } from './report-progress.ts';

interface Context {
  /** Runs work on the configured database as it is, also while a server uses it. */
  withExistingDatabase: (work: (source: DatabaseSource) => Promise<void>) => Promise<void>;
  /** Runs work on the configured database, which no server may use if it is the embedded one. */
  withUnusedDatabase: (work: (source: DatabaseSource) => Promise<void>) => Promise<void>;
  print: (line: string) => void;
  /** Receives the progress. */
  output: Output;
  clock: Clock;
}

/** `tezi backup` and `tezi restore`: copy the whole database to a file and back, also from one database to the other. */
export function addBackupCommands(program: Command, context: Context): void {
  const { withExistingDatabase, withUnusedDatabase, print, output, clock } = context;

  program
    .command('backup')
    .argument('<file>', 'the new file, for example tezi.backup')
    .description('Write a copy of the whole database to a file, also while a server runs')
    .action((file: string) =>
      withExistingDatabase(async (source) => {
        const onProgress = reportProgress(output, 'Backup');
        const header = await writeBackup(source, file, { now: clock.now(), onProgress });
        print(`${file}: ${describe(header)}, ${formatSize((await stat(file)).size)}`);
      }),
    );

  program
    .command('restore')
    .argument('<file>', 'a file that `backup` wrote')
    .description('Restore a backup into an empty database, of either kind, while no server runs on it')
    .action((file: string) =>
      withUnusedDatabase(async (source) => {
        const onProgress = reportProgress(output, 'Restore');
        const report = (line: string) => output.write(`${line}\n`);
        const header = await restoreBackup(source, file, { onProgress, report });
        print(`Restored ${describe(header)}, backed up at ${header.createdAt}.`);
      }),
    );
}

function describe({ tables, migration }: Header): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables (migration ${migration})`;
}

const formatSize = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
