import type { Config } from '#server/config/config.ts';
import { deleteExpiredCredentials } from '#server/domains/accounts/accounts.ts';
import { removeAppliedEvents } from '#server/domains/billing/billing.ts';
import { type Clock, MINUTE } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import { removeExpiredCounters } from '#server/platform/rate-limits/counters.ts';
import { removeOldSecurityEvents } from '#server/platform/security-events/remove-old-events.ts';

const INTERVAL_MS = 10 * MINUTE;

/**
 * Deletes expired rows every ten minutes. Returns the function that stops it. Safe to run on several servers at the
 * same time.
 */
export function scheduleCleanup(
  database: Database,
  { securityLogDays: retentionDays }: Pick<Config, 'securityLogDays'>,
  clock: Clock,
  logger: Logger,
): () => void {
  const timer = setInterval(async () => {
    try {
      await removeExpiredCounters(database.db, clock.now());
      await deleteExpiredCredentials(database.db, clock.now());
      await removeAppliedEvents(database.db, clock.now());
      await database.transaction((tx) => removeOldSecurityEvents(tx, { retentionDays, now: clock.now() }));
    } catch (error) {
      logger.warn({ err: error }, 'the cleanup job failed');
    }
  }, INTERVAL_MS);
  return () => clearInterval(timer);
}
