import type { Config } from '#server/config/config.ts';
import { deleteExpiredCredentials } from '#server/domains/accounts/accounts.ts';
import { removeAppliedWebhookEvents, removeOldBillingEmails } from '#server/domains/billing/billing.ts';
import { removeOldSignalEvents } from '#server/domains/signals/signals.ts';
import { type Clock, MINUTE } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { countDeadLetters } from '#server/platform/jobs/dead-letters.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { defineQueue } from '#server/platform/jobs/queue.ts';
import type { Logger } from '#server/platform/logger.ts';
import { removeExpiredCounters } from '#server/platform/rate-limits/counters.ts';
import { removeOldSecurityEvents } from '#server/platform/security-events/remove-old-events.ts';

const cleanupQueue = defineQueue('cleanup', { timeLimitMs: 10 * MINUTE, isExclusive: true });
const EVERY_TEN_MINUTES = '*/10 * * * *';

interface CleanupParts {
  database: Database;
  clock: Clock;
  logger: Logger;
}

/** Deletes expired rows every ten minutes, and warns of jobs that wait for an operator. */
export function scheduleCleanup(
  jobs: Jobs,
  { securityLogDays: retentionDays }: Pick<Config, 'securityLogDays'>,
  { database, clock, logger }: CleanupParts,
): void {
  jobs.handleSchedule(cleanupQueue, { cron: EVERY_TEN_MINUTES }, async () => {
    await removeExpiredCounters(database.db, clock.now());
    await deleteExpiredCredentials(database.db, clock.now());
    await removeAppliedWebhookEvents(database.db, clock.now());
    await removeOldSignalEvents(database.db, clock.now());
    await removeOldBillingEmails(database.db, clock.now());
    await database.transaction((tx) => removeOldSecurityEvents(tx, { retentionDays, now: clock.now() }));
    const deadLetters = await countDeadLetters(database.db);
    if (deadLetters > 0)
      logger.warn({ deadLetters }, 'background jobs failed permanently: npm run tezi -- jobs');
  });
}
