import type { MarketPeriod, MarketStatus } from '#contract/market/status.ts';

/** Pages are rendered again after a minute; a difference above this is a wrong clock or an old copy of the page. */
const MAX_DIFFERENCE_MS = 3 * 60_000;

/** Returns whether a time of the device is right, as far as the time at which the page was rendered shows. */
export const isPlausible = (now: number, { as_of }: MarketStatus): boolean =>
  Math.abs(now - Date.parse(as_of)) <= MAX_DIFFERENCE_MS;

/** Returns the period at a time and its remaining duration; `null` if it is not among those whose end is known. */
export function findPeriod(
  periods: readonly MarketPeriod[],
  now: number,
): { period: MarketPeriod; remainingMs: number } | null {
  const index = periods.findLastIndex(({ from }) => Date.parse(from) <= now);
  const period = periods[index];
  const next = periods[index + 1];
  return period && next ? { period, remainingMs: Date.parse(next.from) - now } : null;
}
