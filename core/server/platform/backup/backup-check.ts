import { sql } from 'drizzle-orm';
import { type Check, formatTime, ok } from '#core/server/platform/checks/checks.ts';
import { type Clock, HOUR, SECOND } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { databaseMode } from '#core/server/platform/migrations/database-mode.tables.ts';
import { findFolderProblem, findLastBackup } from './backup-files.ts';

/** What to do if the folder has a problem. */
export const FOLDER_ACTION =
  'Mount the disk, free space on it, let the user of the server read and write BACKUP_DIR, or set it to another folder and restart.';

/** One is made every day, and may take some time. */
const OVERDUE_MS = 26 * HOUR;

interface BackupCheckDependencies {
  db: Queryable;
  clock: Clock;
  /** `null`: none are made. `external`: something else makes them. */
  backups: { dir: string; time: string } | 'external' | null;
  queue: { name: string };
}

/**
 * Fails if the folder cannot be written, and without a backup of the last 26 hours. Any server may have made the last one, in a folder that this one cannot read: the
 * completed jobs of the last days count too.
 */
export const createBackupCheck = ({ db, clock, backups, queue }: BackupCheckDependencies): Check => ({
  id: 'backups',
  title: 'The database is backed up',
  scope: 'shared',
  usesClock: backups !== null,
  setup: {
    group: 'Site',
    purpose:
      'A daily copy of the database, from which the site can be restored after the loss of the server.',
    settings: ['BACKUP_DIR', 'BACKUP_TIME'],
    isEssential: true,
  },
  async run() {
    if (backups === 'external') return ok('Backups are made by other means (BACKUP_DIR=external).');
    if (backups === null) {
      return {
        state: 'failing',
        isMissing: true,
        cause: 'No backups are made: BACKUP_DIR is not set.',
        action:
          'Set BACKUP_DIR and restart. If the database is backed up by other means, set BACKUP_DIR=external.',
      };
    }
    const { rows } = await db.execute<{ last: number | null; started: number | null }>(sql`
      select extract(epoch from max(completed_on))::float8 as last,
        (select extract(epoch from min(${databaseMode.storedAt}))::float8 from ${databaseMode}) as started
      from pgboss.job where name = ${queue.name} and state = 'completed'`);
    const problem = await findFolderProblem(backups.dir);
    if (problem !== null) return { state: 'failing', cause: problem, action: FOLDER_ACTION };
    const inFolder = await findLastBackup(backups.dir);
    const last = Math.max((rows[0]?.last ?? 0) * SECOND, inFolder?.getTime() ?? 0);
    const action =
      'Search the log for “background job failed” with the queue backup. Until it is fixed, back up by hand with `npm run tezi -- backup FILE`.';
    const startedAt = (rows[0]?.started ?? Number.POSITIVE_INFINITY) * SECOND;
    if (last === 0 && clock.now().getTime() - startedAt >= OVERDUE_MS) {
      const cause = `No backup has been made since the first start on ${formatTime(new Date(startedAt))}.`;
      return { state: 'failing', cause, action };
    }
    if (last === 0) {
      const cause = `No backup has been made yet. The next one is due at ${backups.time} in Karachi.`;
      return { state: 'warning', cause, action: null };
    }
    const oldest_seconds = (clock.now().getTime() - last) / SECOND;
    const cause = `The last backup was made on ${formatTime(new Date(last))}.`;
    if (oldest_seconds * SECOND < OVERDUE_MS) return ok(cause, { oldest_seconds });
    return { state: 'failing', cause, action, figures: { oldest_seconds } };
  },
});
