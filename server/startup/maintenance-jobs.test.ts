import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { restoreBackup } from '#server/platform/backup/restore-backup.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import { createJobs } from '#server/platform/jobs/jobs.ts';
import { createLogger } from '#server/platform/logger.ts';
import { makeTemporaryDir } from '#tests/support/database/data-dir.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { backupQueue, scheduleBackups } from './maintenance-jobs.ts';

const test = useTestApp();

/** Queues the job, as the schedule does, and runs it. Returns what was logged as an error. */
async function runBackup(dir: string, settings: Record<string, string> = {}): Promise<unknown[]> {
  const logger = createLogger('silent');
  const error = vi.spyOn(logger, 'error');
  const jobs = createJobs({ database: test.database, logger });
  const config = readConfig({ BACKUP_DIR: dir, ...settings });
  scheduleBackups(jobs, config, { database: test.database, logger, clock: test.clock });
  await test.database.transaction((tx) => enqueue(tx, backupQueue, {}));
  await jobs.runDue(backupQueue);
  await jobs.close();
  return error.mock.calls.map(([fields]) => fields);
}

it('writes a backup that can be restored, and deletes old ones but no other files', async () => {
  const dir = join(makeTemporaryDir(), 'backups');
  expect(await runBackup(dir, { BACKUP_KEEP_DAILY: '1', BACKUP_KEEP_WEEKLY: '0' })).toEqual([]);
  expect(readdirSync(dir)).toEqual(['tezi-2026-11-21T054200Z.backup']);
  writeFileSync(join(dir, 'notes.txt'), '');
  writeFileSync(join(dir, 'tezi-2026-11-20T213000Z.backup.partial'), '');

  test.clock.set('2026-11-21T21:30:00.000Z');
  expect(await runBackup(dir, { BACKUP_KEEP_DAILY: '1', BACKUP_KEEP_WEEKLY: '0' })).toEqual([]);
  expect(readdirSync(dir).sort()).toEqual(['notes.txt', 'tezi-2026-11-21T213000Z.backup']);

  const { database, remove } = await createTestDatabase({ isMigrated: false });
  const header = await restoreBackup(database.url, join(dir, 'tezi-2026-11-21T213000Z.backup'));
  await remove();
  expect(header.createdAt).toBe('2026-11-21T21:30:00.000Z');
});

it('logs a failure and tries again later', async () => {
  const file = join(makeTemporaryDir(), 'file');
  writeFileSync(file, '');
  expect(await runBackup(file)).toMatchObject([{ queue: 'backup', attempts: 1, isFinal: false }]);
  const { rows } = await test.database.pool.query(
    "select state from pgboss.job where name = 'backup' and state = 'retry'",
  );
  expect(rows).toHaveLength(1);
});

it.each([
  ['02:30', '30 21 * * *'],
  ['12:00', '0 7 * * *'],
])('runs at %s in Karachi', (time, cron) => {
  const handleSchedule = vi.fn();
  const config = readConfig({ BACKUP_DIR: 'backups', BACKUP_TIME: time });
  const { database, logger } = test;
  scheduleBackups({ ...test.jobs, handleSchedule }, config, { database, logger });
  expect(handleSchedule.mock.calls[0]?.[1]).toEqual({ cron });
});

it('schedules nothing without a folder', () => {
  const handleSchedule = vi.fn();
  const { database, logger } = test;
  scheduleBackups({ ...test.jobs, handleSchedule }, readConfig({}), { database, logger });
  expect(handleSchedule).not.toHaveBeenCalled();
});
