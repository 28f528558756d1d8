const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How long a failed delivery waits for its next try: Paddle's sandbox gives up after three more within a quarter of an
 * hour, live after sixty within three days, twenty of them in the first hour. Their spacing is not published.
 */
const DELAYS_MS = {
  sandbox: [MINUTE_MS, 4 * MINUTE_MS, 10 * MINUTE_MS],
  live: [...Array<number>(20).fill(3 * MINUTE_MS), ...Array<number>(40).fill((71 * HOUR_MS) / 40)],
  fast: Array<number>(5).fill(SECOND_MS),
};

export type RetryProfile = keyof typeof DELAYS_MS;

/** The wait after so many failed tries; `null` when there is no further one. */
export function retryDelayMs(profile: RetryProfile, failedTries: number): number | null {
  return DELAYS_MS[profile][failedTries - 1] ?? null;
}
