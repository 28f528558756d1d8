import type { LocalDate } from '#contract/dates.ts';
import { getSessions, type Schedules, toTimestamp } from './trading-schedule.ts';

const MINUTE_MS = 60_000;

/**
 * Returns the timestamp, to the minute, after a share of a trading day's session time: 0 is the open, 0.5 half of the
 * minutes in session. With `until` only the session time before it counts; the result is `null` if there is none.
 */
export function getSessionTime(
  date: LocalDate,
  share: number,
  { schedules, until = null }: { schedules: Schedules; until?: Date | null },
): Date | null {
  const limit = until?.getTime() ?? Number.POSITIVE_INFINITY;
  const sessions = getSessions(date, schedules)
    .map(({ opens, closes }) => [toMs(date, opens), Math.min(toMs(date, closes), limit)] as const)
    .filter(([opens, closes]) => closes > opens);
  const total = sessions.reduce((sum, [opens, closes]) => sum + closes - opens, 0);
  let rest = Math.floor((total * share) / MINUTE_MS) * MINUTE_MS;
  for (const [opens, closes] of sessions) {
    if (rest < closes - opens) return new Date(opens + rest);
    rest -= closes - opens;
  }
  return null;
}

const toMs = (date: LocalDate, time: string) => toTimestamp(date, time).getTime();
