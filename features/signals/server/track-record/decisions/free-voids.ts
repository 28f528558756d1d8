import { toKarachiDate } from '#core/contract/dates.ts';
import { getSessionEnd, getSessionTime, type TradingCalendar } from '#features/market/server/market.ts';

/**
 * Returns whether a signal was voided before it could first have been filled: before the open of its first day. One that was published in
 * session may have been filled at once. Only prices that are imported after the void could show that it was not, and they can be chosen.
 */
export function isFreeVoid(
  { publishedAtMs, decidedAtMs }: { publishedAtMs: number; decidedAtMs: number },
  calendar: TradingCalendar,
): boolean {
  const firstDate = toKarachiDate(getSessionEnd(new Date(publishedAtMs), calendar));
  const open = getSessionTime(firstDate, 0, calendar);
  return open !== null && decidedAtMs < open.getTime();
}
