import { MAX_GRANT_YEARS } from '#contract/billing/admin-endpoints.ts';
import { getStartOfDate, type LocalDate, toKarachiDate } from '#contract/dates.ts';
import { addMilliseconds, DAY } from '#server/platform/clock.ts';

/** Returns the timestamp at which a date in Karachi ends. */
export function getEndOfDate(date: LocalDate): Date {
  return addMilliseconds(getStartOfDate(date), DAY);
}

/** Returns the reason why a date cannot be the last one of a grant; `null` when it can. */
export function findLastDayError(date: LocalDate, now: Date): 'past' | 'too-far' | null {
  const today = toKarachiDate(now);
  if (date < today) return 'past';
  const maxDate = `${Number(today.slice(0, 4)) + MAX_GRANT_YEARS}${today.slice(4)}`;
  return date > maxDate ? 'too-far' : null;
}
