import { join } from 'node:path';
import type { Config } from '#core/server/config/config.ts';
import { openBuiltPages } from '#core/server/http/pages/page-source.ts';
import { removeOldAssets, storeAssets } from '#core/server/platform/assets/assets.ts';
import { FOLDER_ACTION } from '#core/server/platform/backup/backup-check.ts';
import { deleteOldFiles, findFolderProblem, getFileName } from '#core/server/platform/backup/backup-files.ts';
import { writeBackupInProcess } from '#core/server/platform/backup/write-in-process.ts';
import { type Clock, DAY, HOUR, MINUTE, systemClock } from '#core/server/platform/clock.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import { removeExpiredKeys } from '#core/server/platform/idempotency/run-once.ts';
import { countDeadLetters } from '#core/server/platform/jobs/dead-letters.ts';
import type { Jobs } from '#core/server/platform/jobs/jobs.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { removeExpiredCounters } from '#core/server/platform/rate-limits/counters.ts';
import { removeOldSecurityEvents } from '#core/server/platform/security-events/security-events.queries.ts';

/** A backup that fails three times is a dead letter, which the cleanup job logs until an operator retries it. */
export const backupQueue = defineQueue('backup', {
  timeLimitMs: 6 * HOUR,
  retries: { maxAttempts: 3, firstDelayMs: 5 * MINUTE, longestDelayMs: HOUR },
  isExclusive: true,
  keepCompletedMs: 3 * DAY,
});

const KARACHI_UTC_OFFSET_HOURS = 5;

/**
 * Backs up the database once a day, on one server, and deletes old backups after a new one is complete. A folder that cannot be
 * written is logged at once: it does not prevent a start, because the site can work without its backup disk.
 */
export function scheduleBackups(
  jobs: Jobs,
  { scheduledBackups }: Pick<Config, 'scheduledBackups'>,
  { database, logger, clock = systemClock }: { database: Database; logger: Logger; clock?: Clock },
): void {
  if (scheduledBackups === null) return;
  const { dir, time, retention } = scheduledBackups;
  const inspected = findFolderProblem(dir).then((problem) => {
    if (problem !== null) logger.error({ dir }, `${problem} ${FOLDER_ACTION}`);
  });
  jobs.handleSchedule(backupQueue, { cron: toCron(time) }, async ({ signal }) => {
    await inspected;
    const now = clock.now();
    const file = join(dir, getFileName(now));
    await writeBackupInProcess({ url: database.url, file, now }, signal);
    const deleted = await deleteOldFiles(dir, retention);
    logger.info({ file, deleted }, 'the database is backed up');
  });
}

/** Returns a cron expression in UTC. Pakistan has no daylight saving time. */
function toCron(time: string): string {
  const [hours, minutes] = time.split(':').map(Number);
  return `${minutes} ${((hours ?? 0) + 24 - KARACHI_UTC_OFFSET_HOURS) % 24} * * *`;
}

const cleanupQueue = defineQueue('cleanup', { timeLimitMs: 10 * MINUTE, isExclusive: true });
const EVERY_TEN_MINUTES = '*/10 * * * *';

interface CleanupDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  /** Delete what the features store for a limited time, in this order. */
  removals: readonly ((db: Queryable, now: Date) => Promise<void>)[];
}

/** Deletes expired rows every ten minutes, and warns of jobs that wait for an operator. */
export function scheduleCleanup(
  jobs: Jobs,
  { securityLogDays: retentionDays }: Pick<Config, 'securityLogDays'>,
  { database, clock, logger, removals }: CleanupDependencies,
): void {
  jobs.handleSchedule(cleanupQueue, { cron: EVERY_TEN_MINUTES }, async () => {
    await removeExpiredCounters(database.db, clock.now());
    await removeExpiredKeys(database.db);
    for (const remove of removals) await remove(database.db, clock.now());
    await database.transaction((tx) => removeOldSecurityEvents(tx, { retentionDays, now: clock.now() }));
    const deadLetters = await countDeadLetters(database.db);
    if (deadLetters > 0)
      logger.warn({ deadLetters }, 'background jobs failed permanently: npm run tezi -- jobs');
    // A server may run for longer than assets are stored. Last, because it fails if the build is being replaced.
    await storeAssets(database.db, openBuiltPages().clientDir);
    await removeOldAssets(database.db);
  });
}
