import { MAX_GRANT_YEARS } from '#contract/billing/admin-endpoints.ts';
import { getStartOfDate } from '#contract/dates.ts';
import { after, DAY, HOUR } from '#server/platform/clock.ts';

/** Pakistan has no daylight saving time. */
const KARACHI_OFFSET_MS = 5 * HOUR;

/** The moment at which a day in Karachi, `2026-12-31`, is over. */
export function endOfDay(day: string): Date {
  return after(getStartOfDate(day), DAY);
}

/** What is wrong with a day as the last one of granted premium: it is over, or too far away; `null` for nothing. */
export function findLastDayError(day: string, now: Date): 'past' | 'too-far' | null {
  const today = after(now, KARACHI_OFFSET_MS).toISOString().slice(0, 10);
  if (day < today) return 'past';
  const farthest = `${Number(today.slice(0, 4)) + MAX_GRANT_YEARS}${today.slice(4)}`;
  return day > farthest ? 'too-far' : null;
}
