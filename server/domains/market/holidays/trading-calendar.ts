import { addDays, getWeekday } from '#contract/dates.ts';

/** The weekdays on which the exchange is closed, as dates such as `2026-08-14`. */
export type Holidays = ReadonlySet<string>;

const SUNDAY = 0;
const SATURDAY = 6;

/** Trades from this date on settle on the next trading day (T+1). */
const NEXT_DAY_SETTLEMENT_SINCE = '2026-02-09';

export function isTradingDay(date: string, holidays: Holidays): boolean {
  return !isWeekend(date) && !holidays.has(date);
}

export function isWeekend(date: string): boolean {
  const weekday = getWeekday(date);
  return weekday === SUNDAY || weekday === SATURDAY;
}

/** Returns the last trading day before a date. */
export const getPreviousTradingDay = (date: string, holidays: Holidays) =>
  findNearestTradingDay(date, -1, holidays);

/** Returns the first trading day after a date. */
export const getNextTradingDay = (date: string, holidays: Holidays) =>
  findNearestTradingDay(date, 1, holidays);

/** Returns the number of trading days until a trade settles: T+1 or T+2. */
export const getSettlementDays = (tradeDate: string): 1 | 2 =>
  tradeDate < NEXT_DAY_SETTLEMENT_SINCE ? 2 : 1;

/** Returns the date on which a trade settles and the buyer owns the shares. */
export function getSettlementDate(tradeDate: string, holidays: Holidays): string {
  let date = tradeDate;
  for (let remaining = getSettlementDays(tradeDate); remaining > 0; remaining -= 1)
    date = getNextTradingDay(date, holidays);
  return date;
}

function findNearestTradingDay(date: string, step: 1 | -1, holidays: Holidays): string {
  let candidate = addDays(date, step);
  while (!isTradingDay(candidate, holidays)) candidate = addDays(candidate, step);
  return candidate;
}
