import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { restoreBackup } from '#core/server/platform/backup/restore-backup.ts';
import { writeBackupInProcess } from '#core/server/platform/backup/write-in-process.ts';
import { findUnavailable } from '#core/server/platform/database/unavailable.ts';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { createJobs } from '#core/server/platform/jobs/jobs.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { getRootMessage } from '#core/server/platform/startup-error.ts';
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

it('logs at the start that no backup can be written, then a failure, and tries again later', async () => {
  const file = join(makeTemporaryDir(), 'file');
  writeFileSync(file, '');
  expect(await runBackup(file)).toMatchObject([
    { dir: file },
    { queue: 'backup', attempts: 1, isFinal: false, err: { message: expect.stringContaining('ENOTDIR') } },
  ]);
  const { rows } = await test.database.pool.query(
    "select state from pgboss.job where name = 'backup' and state = 'retry'",
  );
  expect(rows).toHaveLength(1);
});

it('writes the backup in a process of its own, which ends with the signal of its job', async () => {
  const file = join(makeTemporaryDir(), 'own.backup');
  const task = { url: test.database.url, file, now: test.clock.now() };
  const ending = new AbortController();
  const writing = writeBackupInProcess(task, ending.signal);
  ending.abort();
  await expect(writing).rejects.toThrow();
  expect(existsSync(file)).toBe(false);
  await writeBackupInProcess(task, new AbortController().signal);
  expect(existsSync(file)).toBe(true);
  await expect(writeBackupInProcess(task, new AbortController().signal)).rejects.toThrow('already exists');
});

it('reports a database that is not available as such, with its cause', async () => {
  const task = { url: 'postgres://x@127.0.0.1:1/x', file: join(makeTemporaryDir(), 'a'), now: new Date() };
  const error = await writeBackupInProcess(task, new AbortController().signal).catch((reason) => reason);
  expect(findUnavailable(error)?.reason).toBe('unreachable');
  expect(getRootMessage(error)).toContain('ECONNREFUSED');
});

it('removes what a killed process has written', async () => {
  const file = join(makeTemporaryDir(), 'killed.backup');
  const ending = new AbortController();
  const writing = writeBackupInProcess(
    { url: test.database.url, file, now: test.clock.now() },
    ending.signal,
  );
  writeFileSync(`${file}.partial`, '');
  ending.abort();
  await expect(writing).rejects.toThrow();
  expect(existsSync(`${file}.partial`)).toBe(false);
});

it('writes many small rows that are followed by many large ones', { timeout: 180_000 }, async () => {
  const { database, remove } = await createTestDatabase();
  await database.pool.query(
    `insert into demo_mailbox (recipient, subject, text, sent_at)
     select '', '', case when n > 3016 then repeat('ک', 200000) else '' end, now() from generate_series(1, 3316) n`,
  );
  const file = join(makeTemporaryDir(), 'large.backup');
  const task = { url: database.url, file, now: test.clock.now() };
  await writeBackupInProcess(task, new AbortController().signal);
  await remove();
  expect(existsSync(file)).toBe(true);
});

it.each([
  ['02:30', '30 21 * * *'],
  ['12:00', '0 7 * * *'],
])('runs at %s in Karachi', (time, cron) => {
  const handleSchedule = vi.fn();
  const config = readConfig({ BACKUP_DIR: makeTemporaryDir(), BACKUP_TIME: time });
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
