import { addDays, formatShortDate, formatShortDateWithWeekday } from '#core/contract/dates.ts';
import type { ExplainedHolidays } from '#features/market/server/market.ts';
import {
  getNextTradingDay,
  getPreviousTradingDay,
  getSettlementDate,
  type Holidays,
} from '#features/market/server/trading-days.ts';

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
  return {
    // The payout still goes to buyers of the day before or later, whose trades settle in time.
    from: from && addDays(getFirstSettlement(getPreviousTradingDay(from, holidays), holidays), 1),
    // The payout no longer goes to buyers of the last day or later, whose trades settle too late.
    to: to && getFirstSettlement(getPreviousTradingDay(addDays(to, 1), holidays), holidays),
  };
}

/**
 * Returns the first date on which a trade of a trading day or a later one settles. Later trades settle earlier only if a
 * published settlement date contradicts the others.
 */
function getFirstSettlement(tradeDate: string, holidays: Holidays): string {
  let first = getSettlementDate(tradeDate, holidays);
  for (let date = tradeDate; date < first; date = getNextTradingDay(date, holidays)) {
    const settlement = getSettlementDate(date, holidays);
    if (settlement < first) first = settlement;
  }
  return first;
}

/**
 * Returns whether an ex-date or a last buying day may change with the tentative holidays of the exchange or of banks: one of them
 * is between the last buying day and `end` (the closure or the published ex-date), or could move there by a day.
 */
export function dependsOnTentativeHoliday(
  lastBuyingDay: string,
  end: string,
  tentative: ReadonlySet<string>,
): boolean {
  for (let date = addDays(lastBuyingDay, -1); date <= end; date = addDays(date, 1))
    if (tentative.has(date)) return true;
  return false;
}

/**
 * Explains the dates of a closure: the days without trading or settlement between the last buying day and the closure or the
 * published ex-date, the days that are not confirmed, and the notices that the settlement dates are from. Empty if the dates
 * follow from an ordinary week.
 */
export function explainDates(
  { bcFrom, exDate: published }: { bcFrom: string; exDate: string | null },
  { lastBuyingDay, exDate }: ExDate,
  holidays: ExplainedHolidays,
): string[] {
  const reasons: string[] = [];
  const end = published ?? bcFrom;
  for (let date = addDays(lastBuyingDay, -1); date <= end; date = addDays(date, 1)) {
    const isBetween = lastBuyingDay <= date && date < end;
    const day = formatShortDateWithWeekday(date);
    const closed = holidays.exchangeDays.get(date);
    // Settlement does not matter for the last buying day before a published ex-date.
    const bank = published === null && !closed ? holidays.bankDays.get(date) : undefined;
    const holiday = closed ?? bank;
    if (!holiday || !(isBetween || holiday.is_tentative)) continue;
    const effect = closed ? 'no trading' : 'no settlement';
    reasons.push(
      `${day}: ${holiday.name}, ${effect}${holiday.is_tentative ? ' (expected, not confirmed)' : ''}`,
    );
  }
  if (published !== null) return reasons;
  for (const date of [lastBuyingDay, exDate]) {
    const settlement = holidays.settlementDates.get(date);
    if (settlement === undefined) continue;
    reasons.push(
      `Trades of ${formatShortDate(date)} settle on ${formatShortDate(settlement)} (${holidays.notices.get(date)})`,
    );
  }
  return reasons;
}
