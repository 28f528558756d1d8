/** Delays the request after an expiry, so that a fast clock of the browser does not cause many requests. */
const MARGIN_MS = 15_000;

/** Browsers run timers of more than 24 days at once, which a slow clock of the browser would cause again and again. */
const MAX_DELAY_MS = 3_600_000;

/**
 * Returns the delay until a list must be loaded again because a signal in it expires, at most an hour; `false` if none does.
 * `expiries` are the timestamps at which open signals expire, `null` for those that do not.
 */
export function getDelayUntilExpiry(
  expiries: readonly (string | null | undefined)[],
  now: number,
): number | false {
  const times = expiries.flatMap((expiry) => (expiry ? Date.parse(expiry) : []));
  if (times.length === 0) return false;
  return Math.min(Math.max(Math.min(...times) - now, 0) + MARGIN_MS, MAX_DELAY_MS);
}
