import { addDays } from '#contract/dates.ts';
import {
  getNextTradingDay,
  getPreviousTradingDay,
  getSettlementDate,
  type Holidays,
} from '#server/domains/market/market.ts';

export interface ExDate {
  /** The first trading day on which a buyer does not get the payout. */
  exDate: string;
  /** The last trading day on which a buyer gets it. */
  lastBuyingDay: string;
}

/**
 * Estimates the ex-date from the first day of the closure. A buyer must own the shares before the closure to get the
 * payout, so the last buying day is the last one whose trades settle before it. A published ex-date takes precedence.
 */
export function estimateExDate(bcFrom: string, holidays: Holidays): ExDate {
  let lastBuyingDay = getPreviousTradingDay(bcFrom, holidays);
  while (getSettlementDate(lastBuyingDay, holidays) >= bcFrom)
    lastBuyingDay = getPreviousTradingDay(lastBuyingDay, holidays);
  return { exDate: getNextTradingDay(lastBuyingDay, holidays), lastBuyingDay };
}

/** Returns the published ex-date of a closure with its last buying day, or the estimate of both. */
export function getExDate(
  { bcFrom, exDate }: { bcFrom: string; exDate: string | null },
  holidays: Holidays,
): ExDate {
  if (exDate === null) return estimateExDate(bcFrom, holidays);
  return { exDate, lastBuyingDay: getPreviousTradingDay(exDate, holidays) };
}

/** A range of dates, both included; open if a date is missing. */
export interface DateRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** Returns the range in which closures start whose estimated ex-date is in a range. */
export function toClosureStarts({ from, to }: DateRange, holidays: Holidays): DateRange {
  const getSettlement = (date: string) => getSettlementDate(getPreviousTradingDay(date, holidays), holidays);
  return {
    // The payout still goes to buyers of the day before, whose trades settle in time.
    from: from && addDays(getSettlement(from), 1),
    // The payout no longer goes to buyers of the last day, whose trades settle too late.
    to: to && getSettlement(addDays(to, 1)),
  };
}

/**
 * Returns whether an ex-date or a last buying day may change with the tentative holidays: one of them is between the last
 * buying day and `end` (the closure or the published ex-date), or could move there by a day.
 */
export function dependsOnTentativeHoliday(lastBuyingDay: string, end: string, tentative: Holidays): boolean {
  for (let date = addDays(lastBuyingDay, -1); date <= end; date = addDays(date, 1))
    if (tentative.has(date)) return true;
  return false;
}
