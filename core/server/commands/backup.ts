import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import type { Header } from '#core/server/platform/backup/format.ts';
import { restoreBackup } from '#core/server/platform/backup/restore-backup.ts';
import { writeBackup } from '#core/server/platform/backup/write-backup.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import { connectDatabase } from '#core/server/platform/database.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { isMigrated } from '#core/server/platform/migrations/migrate.ts';
import type { NewSecurityEvent } from '#core/server/platform/security-events/security-event.ts';
import { recordOperatorEvent } from '#core/server/platform/security-events/store-event.ts';
import { type Output, reportProgress } from './output.ts';

interface BackupDependencies {
  /** Runs work on the configured database as it is, also while a server uses it. */
  withExistingDatabase: (work: (url: string) => Promise<void>) => Promise<void>;
  /** Runs work on the configured database, which no server may use if it is the embedded one. */
  withUnusedDatabase: (work: (url: string) => Promise<void>) => Promise<void>;
  print: (line: string) => void;
  /** Receives the progress. */
  output: Output;
  clock: Clock;
  logger: Logger;
}

/** `tezi backup` and `tezi restore`: copy the whole database to a file and back, also from one database to the other. */
export function addBackupCommands(program: Command, dependencies: BackupDependencies): void {
  const { withExistingDatabase, withUnusedDatabase, print, output, clock } = dependencies;

  program
    .command('backup')
    .argument('<file>', 'the new file, for example tezi.backup')
    .description('Write a copy of the whole database to a file, also while a server runs')
    .action((file: string) =>
      withExistingDatabase(async (url) => {
        const onProgress = reportProgress(output, 'Backup');
        const header = await writeBackup(url, file, { now: clock.now(), onProgress });
        await recordEvent(url, { kind: 'backup_created', details: { label: basename(file) } }, dependencies);
        print(`${file}: ${describe(header)}, ${formatSize((await stat(file)).size)}`);
      }),
    );

  program
    .command('restore')
    .argument('<file>', 'a file that `backup` wrote')
    .description('Restore a backup into an empty database, of either kind, while no server runs on it')
    .action((file: string) =>
      withUnusedDatabase(async (url) => {
        const onProgress = reportProgress(output, 'Restore');
        const report = (line: string) => output.write(`${line}\n`);
        const header = await restoreBackup(url, file, { onProgress, report });
        await recordEvent(
          url,
          { kind: 'database_restored', details: { label: basename(file) } },
          dependencies,
        );
        print(`Restored ${describe(header)}, backed up at ${header.createdAt}.`);
      }),
    );
}

/** Records the event, unless the tables are those of an older version, which is about to be updated. */
async function recordEvent(
  url: string,
  event: NewSecurityEvent,
  { clock, logger }: Pick<BackupDependencies, 'clock' | 'logger'>,
): Promise<void> {
  const database = connectDatabase(url, logger);
  try {
    if (!(await isMigrated(database))) return;
    await database.transaction((tx) => recordOperatorEvent(tx, event, clock.now()));
  } finally {
    await database.close();
  }
}

function describe({ tables, migration }: Header): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables (migration ${migration})`;
}

const formatSize = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
