import type { Queue as QueueOptions } from 'pg-boss';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';

declare const dataType: unique symbol;

/** A queue of jobs whose data is of type `Data`. The data is stored as JSON. */
export interface Queue<Data extends object = Record<string, never>> {
  readonly name: string;
  readonly options: Omit<QueueOptions, 'name'>;
  readonly [dataType]?: Data;
}

interface QueueSettings {
  /** A job that is still running after this time has failed. */
  timeLimitMs: number;
  /** The attempts of a job and the delays between them, which double. Without retries a failed job is only logged. */
  retries?: { maxAttempts: number; firstDelayMs: number; longestDelayMs: number };
  /** Allows one waiting or running job per key at a time, on all servers together. */
  isExclusive?: boolean;
  /** Completed jobs stay for so long, to know when the last one succeeded. */
  keepCompletedMs?: number;
}

/** A failure of a job that users can cause, for example by an email address that does not exist. It is no error of the server. */
export class ExpectedJobError extends Error {}

/** A job that failed all its attempts is moved to this queue, which no server processes. */
export const DEAD_LETTERS = 'dead-letters';

const DEAD_LETTER_RETENTION_SECONDS = 30 * 24 * 3600;

export const DEAD_LETTER_OPTIONS: Queue['options'] = {
  retentionSeconds: DEAD_LETTER_RETENTION_SECONDS,
  deleteAfterSeconds: DEAD_LETTER_RETENTION_SECONDS,
};

/**
 * The library fails a running job whose server has not reported for this long, and delays its next attempt. Before that,
 * `interrupted-jobs.ts` makes it due again.
 */
const HEARTBEAT_MS = 14 * SECOND;

/** Completed jobs may contain personal data, so they are deleted soon. */
const COMPLETED_RETENTION_MS = MINUTE;

const toSeconds = (durationMs: number) => Math.ceil(durationMs / SECOND);

export function defineQueue<Data extends object = Record<string, never>>(
  name: string,
  { timeLimitMs, retries, isExclusive = false, keepCompletedMs = COMPLETED_RETENTION_MS }: QueueSettings,
): Queue<Data> {
  return {
    name,
    options: {
      policy: isExclusive ? 'exclusive' : 'standard',
      expireInSeconds: toSeconds(timeLimitMs),
      heartbeatSeconds: toSeconds(HEARTBEAT_MS),
      deleteAfterSeconds: toSeconds(keepCompletedMs),
      retryLimit: retries ? retries.maxAttempts - 1 : 0,
      ...(retries
        ? {
            retryBackoff: true,
            retryDelay: toSeconds(retries.firstDelayMs),
            retryDelayMax: toSeconds(retries.longestDelayMs),
            deadLetter: DEAD_LETTERS,
          }
        : {}),
    },
  };
}
