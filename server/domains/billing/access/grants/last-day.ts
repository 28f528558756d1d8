import { MAX_GRANT_YEARS } from '#contract/billing/admin-endpoints.ts';
import { getStartOfDate } from '#contract/dates.ts';
import { addMilliseconds, DAY, HOUR } from '#server/platform/clock.ts';

/** Pakistan has no daylight saving time. */
const KARACHI_OFFSET_MS = 5 * HOUR;

/** Returns the timestamp at which a date in Karachi ends. */
export function getEndOfDate(day: string): Date {
  return addMilliseconds(getStartOfDate(day), DAY);
}

/** Returns the reason why a date cannot be the last one of a grant; `null` when it can. */
export function findLastDayError(day: string, now: Date): 'past' | 'too-far' | null {
  const today = addMilliseconds(now, KARACHI_OFFSET_MS).toISOString().slice(0, 10);
  if (day < today) return 'past';
  const farthest = `${Number(today.slice(0, 4)) + MAX_GRANT_YEARS}${today.slice(4)}`;
  return day > farthest ? 'too-far' : null;
}
