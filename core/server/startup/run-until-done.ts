import { MINUTE } from '#core/server/platform/clock.ts';
import type { Logger } from '#core/server/platform/logger.ts';

const RETRY_MS = MINUTE;

/**
 * Runs work again every minute until it succeeds. A start does not fail for it, for example because the work waits for a lock of another
 * server. `problem` is the log message of a failed attempt.
 */
export async function runUntilDone(
  work: () => Promise<void>,
  problem: string,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      logger.warn({ err: error }, problem);
      await new Promise<void>((resolve) => setTimeout(resolve, RETRY_MS).unref());
    }
  }
}
