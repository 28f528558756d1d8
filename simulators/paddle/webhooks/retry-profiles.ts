const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The delays between delivery attempts. Paddle's sandbox makes three more attempts within 15 minutes; production makes
 * sixty within three days, twenty of them in the first hour. Paddle does not publish the intervals.
 */
const DELAYS_MS = {
  sandbox: [MINUTE_MS, 4 * MINUTE_MS, 10 * MINUTE_MS],
  live: [...Array<number>(20).fill(3 * MINUTE_MS), ...Array<number>(40).fill((71 * HOUR_MS) / 40)],
  fast: Array<number>(5).fill(SECOND_MS),
};

export type RetryProfile = keyof typeof DELAYS_MS;

/** Returns the delay after a number of failed attempts; `null` after the last one. */
export function getRetryDelayMs(profile: RetryProfile, failedAttempts: number): number | null {
  return DELAYS_MS[profile][failedAttempts - 1] ?? null;
}
