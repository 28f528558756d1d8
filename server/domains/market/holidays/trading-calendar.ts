import { addDays, getWeekday } from '#contract/dates.ts';

/** Weekdays on which the exchange is closed, as `2026-08-14`. */
export type Holidays = ReadonlySet<string>;

const SUNDAY = 0;
const SATURDAY = 6;

/** Trades from this day on settle on the next trading day. */
const NEXT_DAY_SETTLEMENT_SINCE = '2026-02-09';

export function isTradingDay(day: string, holidays: Holidays): boolean {
  return !isWeekend(day) && !holidays.has(day);
}

export function isWeekend(day: string): boolean {
  const weekday = getWeekday(day);
  return weekday === SUNDAY || weekday === SATURDAY;
}

export const getPreviousTradingDay = (day: string, holidays: Holidays) =>
  findNearestTradingDay(day, -1, holidays);

export const getNextTradingDay = (day: string, holidays: Holidays) => findNearestTradingDay(day, 1, holidays);

/** T+1 or T+2: after how many trading days a trade of that day settles. */
export const getSettlementDays = (tradeDay: string): 1 | 2 => (tradeDay < NEXT_DAY_SETTLEMENT_SINCE ? 2 : 1);

/** When the buyer of that trading day owns the shares. */
export function getSettlementDate(tradeDay: string, holidays: Holidays): string {
  let day = tradeDay;
  for (let left = getSettlementDays(tradeDay); left > 0; left -= 1) day = getNextTradingDay(day, holidays);
  return day;
}

function findNearestTradingDay(day: string, step: 1 | -1, holidays: Holidays): string {
  let found = addDays(day, step);
  while (!isTradingDay(found, holidays)) found = addDays(found, step);
  return found;
}
