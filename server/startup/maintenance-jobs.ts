import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { deleteExpiredCredentials } from '#server/domains/accounts/accounts.ts';
import { removeOldAlerts } from '#server/domains/alerts/alerts.ts';
import { removeAppliedWebhookEvents, removeOldBillingEmails } from '#server/domains/billing/billing.ts';
import { removeOldSignalEvents } from '#server/domains/signals/signals.ts';
import { deleteOldFiles, getFileName } from '#server/platform/backup/backup-files.ts';
import { writeBackup } from '#server/platform/backup/write-backup.ts';
import { type Clock, DAY, HOUR, MINUTE, systemClock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { countDeadLetters } from '#server/platform/jobs/dead-letters.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { defineQueue } from '#server/platform/jobs/queue.ts';
import type { Logger } from '#server/platform/logger.ts';
import { removeExpiredCounters } from '#server/platform/rate-limits/counters.ts';
import { removeOldSecurityEvents } from '#server/platform/security-events/security-events.queries.ts';

/** A backup that fails three times is a dead letter, which the cleanup job logs until an operator retries it. */
export const backupQueue = defineQueue('backup', {
  timeLimitMs: 6 * HOUR,
  retries: { maxAttempts: 3, firstDelayMs: 5 * MINUTE, longestDelayMs: HOUR },
  isExclusive: true,
  keepCompletedMs: 3 * DAY,
});

const KARACHI_UTC_OFFSET_HOURS = 5;

/** Backs up the database once a day, on one server, and deletes old backups after a new one is complete. */
export function scheduleBackups(
  jobs: Jobs,
  { scheduledBackups }: Pick<Config, 'scheduledBackups'>,
  { database, logger, clock = systemClock }: { database: Database; logger: Logger; clock?: Clock },
): void {
  if (scheduledBackups === null) return;
  const { dir, time, retention } = scheduledBackups;
  jobs.handleSchedule(backupQueue, { cron: toCron(time) }, async () => {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const now = clock.now();
    const file = join(dir, getFileName(now));
    await writeBackup(database.url, file, { now });
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
}

/** Deletes expired rows every ten minutes, and warns of jobs that wait for an operator. */
export function scheduleCleanup(
  jobs: Jobs,
  { securityLogDays: retentionDays }: Pick<Config, 'securityLogDays'>,
  { database, clock, logger }: CleanupDependencies,
): void {
  jobs.handleSchedule(cleanupQueue, { cron: EVERY_TEN_MINUTES }, async () => {
    await removeExpiredCounters(database.db, clock.now());
    await deleteExpiredCredentials(database.db, clock.now());
    await removeAppliedWebhookEvents(database.db, clock.now());
    await removeOldSignalEvents(database.db, clock.now());
    await removeOldBillingEmails(database.db, clock.now());
    await removeOldAlerts(database.db, clock.now());
    await database.transaction((tx) => removeOldSecurityEvents(tx, { retentionDays, now: clock.now() }));
    const deadLetters = await countDeadLetters(database.db);
    if (deadLetters > 0)
      logger.warn({ deadLetters }, 'background jobs failed permanently: npm run tezi -- jobs');
  });
}
