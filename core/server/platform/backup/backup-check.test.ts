import { rmSync, statfsSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { createJobs } from '#core/server/platform/jobs/jobs.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { databaseMode } from '#core/server/platform/migrations/database-mode.tables.ts';
import { backupQueue } from '#core/server/startup/maintenance-jobs.ts';
import { makeTemporaryDir } from '#tests/support/database/data-dir.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { SettableClock } from '#tests/support/test-app.ts';
import { createBackupCheck, FOLDER_ACTION } from './backup-check.ts';

let shared: TestDatabase;
const clock = new SettableClock();
beforeAll(async () => {
  shared = await createTestDatabase();
});
afterAll(() => shared.remove());

const run = (backups: Parameters<typeof createBackupCheck>[0]['backups']) =>
  createBackupCheck({ db: shared.database.db, clock, backups, queue: backupQueue }).run();

it('fails without scheduled backups, unless they are made by other means', async () => {
  expect(await run(null)).toMatchObject({
    state: 'failing',
    isMissing: true,
    cause: 'No backups are made: BACKUP_DIR is not set.',
  });
  expect((await run('external')).state).toBe('ok');
});

it('fails 26 hours after the first start if no backup was ever made', async () => {
  const dir = makeTemporaryDir();
  await shared.database.db.insert(databaseMode).values({ mode: 'production' }).onConflictDoNothing();
  await shared.database.db.update(databaseMode).set({ storedAt: new Date('2026-11-21T18:00:00Z') });
  clock.set('2026-11-22T19:59:00Z');
  expect((await run({ dir, time: '02:30' })).state).toBe('warning');
  clock.set('2026-11-22T20:00:00Z');
  expect(await run({ dir, time: '02:30' })).toMatchObject({
    state: 'failing',
    cause: 'No backup has been made since the first start on 21 Nov 2026, 23:00 PKT.',
  });
  await shared.database.db.delete(databaseMode);
});

it('fails and names the folder if no backup can be written to it', async () => {
  const file = join(makeTemporaryDir(), 'file');
  writeFileSync(file, '');
  const found = { state: 'failing', action: FOLDER_ACTION };
  expect(await run({ dir: file, time: '02:30' })).toMatchObject({
    ...found,
    cause: `No backup can be written to the folder ${file} (ENOTDIR).`,
  });
  // Where root may not write either.
  expect(await run({ dir: '/proc/tezi', time: '02:30' })).toMatchObject({
    ...found,
    cause: 'No backup can be written to the folder /proc/tezi (ENOENT).',
  });
});

it('fails before the night if the disk has less space than the last backup', async () => {
  const dir = makeTemporaryDir();
  const { bavail, bsize } = statfsSync(dir);
  const name = join(dir, 'tezi-2026-11-22T190000Z.backup');
  writeFileSync(name, '');
  clock.set('2026-11-22T20:00:00Z');
  expect((await run({ dir, time: '02:30' })).state).toBe('ok');
  // A sparse file that takes no space.
  truncateSync(name, bavail * bsize * 2);
  const { state, cause } = await run({ dir, time: '02:30' });
  expect(state).toBe('failing');
  expect(cause).toMatch(
    /^The disk of the backups is full: .* has \d+ MB left, and the last backup has \d+ MB\.$/,
  );
});

it('warns before the first backup, and fails when the last one is older than 26 hours', async () => {
  const dir = makeTemporaryDir();
  clock.set('2026-11-22T20:00:00Z');
  expect(await run({ dir, time: '02:30' })).toMatchObject({
    state: 'warning',
    cause: 'No backup has been made yet. The next one is due at 02:30 in Karachi.',
  });
  writeFileSync(join(dir, 'tezi-2026-11-21T213000Z.backup'), '');
  expect(await run({ dir, time: '02:30' })).toMatchObject({
    state: 'ok',
    cause: 'The last backup was made on 22 Nov 2026, 02:30 PKT.',
    figures: { oldest_seconds: 22.5 * 3600 },
  });
  clock.set('2026-11-23T00:00:00Z');
  expect((await run({ dir, time: '02:30' })).state).toBe('failing');
  // The operator makes one by hand.
  const byHand = join(dir, 'first.backup');
  writeFileSync(byHand, '');
  utimesSync(byHand, clock.now(), new Date('2026-11-22T23:00:00Z'));
  expect((await run({ dir, time: '02:30' })).state).toBe('ok');
  rmSync(byHand);
  expect((await run({ dir, time: '02:30' })).state).toBe('failing');
  // Another server made one in its own folder.
  const jobs = createJobs({ database: shared.database, logger: createLogger('silent') });
  jobs.handleSchedule(backupQueue, { cron: '0 0 * * *' }, async () => {});
  await shared.database.transaction((tx) => enqueue(tx, backupQueue, {}));
  await jobs.runDue(backupQueue);
  await jobs.close();
  await shared.database.pool.query("update pgboss.job set completed_on = '2026-11-22T21:31:00Z'");
  expect((await run({ dir, time: '02:30' })).state).toBe('ok');
});
