import { addDays, getWeekday, type LocalDate } from '#core/contract/dates.ts';

/** The days on which the exchange does not trade or the banks do not settle. */
export interface Holidays {
  /** The weekdays on which the exchange is closed, as dates such as `2026-08-14`. */
  exchange: ReadonlySet<LocalDate>;
  /** The weekdays on which banks are closed. On those that are not in `exchange`, shares are traded but nothing settles. */
  banks: ReadonlySet<LocalDate>;
  /** The settlement dates that the clearing company published, by the date of the trade. */
  settlementDates: ReadonlyMap<LocalDate, LocalDate>;
}

/** Creates holidays of the exchange, of banks, and published settlement dates. */
export const toHolidays = (
  exchange: Iterable<LocalDate> = [],
  banks: Iterable<LocalDate> = [],
  settlementDates: Iterable<readonly [LocalDate, LocalDate]> = [],
): Holidays => ({
  exchange: new Set(exchange),
  banks: new Set(banks),
  settlementDates: new Map(settlementDates),
});

const SUNDAY = 0;
const SATURDAY = 6;

export function isTradingDay(date: string, holidays: Holidays): boolean {
  return !isWeekend(date) && !holidays.exchange.has(date);
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

function findNearestTradingDay(date: string, step: 1 | -1, holidays: Holidays): string {
  let candidate = addDays(date, step);
  while (!isTradingDay(candidate, holidays)) candidate = addDays(candidate, step);
  return candidate;
}

/** Trades from this date on settle on the next settlement day (T+1). */
const NEXT_DAY_SETTLEMENT_SINCE = '2026-02-09';

/** Returns the number of days until a trade settles: T+1 or T+2. */
export const getSettlementDays = (tradeDate: LocalDate): 1 | 2 =>
  tradeDate < NEXT_DAY_SETTLEMENT_SINCE ? 2 : 1;

/**
 * Returns the date on which a trade settles and the buyer owns the shares. Under T+2, two trading days are counted, and a
 * settlement on a bank holiday takes place on the next settlement day. Under T+1, a trade on a bank holiday counts as one of the
 * next settlement day, and settles on the settlement day after it. Both fit the clearing company's schedules of 2021, 2022, 2025
 * and 2026. A published settlement date overrides them.
 */
export function getSettlementDate(tradeDate: LocalDate, holidays: Holidays): LocalDate {
  const published = holidays.settlementDates.get(tradeDate);
  if (published !== undefined) return published;
  if (getSettlementDays(tradeDate) === 1)
    return toSettlementDay(addDays(toSettlementDay(tradeDate, holidays), 1), holidays);
  return toSettlementDay(getNextTradingDay(getNextTradingDay(tradeDate, holidays), holidays), holidays);
}

/** Returns a date, or the next one on which the exchange and the banks are open. */
function toSettlementDay(date: LocalDate, holidays: Holidays): LocalDate {
  let day = date;
  while (!isTradingDay(day, holidays) || holidays.banks.has(day)) day = addDays(day, 1);
  return day;
}
