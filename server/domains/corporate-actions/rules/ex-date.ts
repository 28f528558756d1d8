import {
  type Holidays,
  settlementDay,
  tradingDayAfter,
  tradingDayBefore,
} from '#server/domains/market/market.ts';

export interface ExDate {
  /** The first trading day on which a buyer does not get the payout. */
  exDate: string;
  /** The last trading day on which a buyer gets it. */
  lastBuyingDay: string;
}

/**
 * Reckoned from the first day of the closure: whoever is to get the payout has to own the shares before it, so the last
 * buying day is the last whose trades settle before the closure. An estimate: the exchange's own ex-date goes before it.
 */
export function exDateOf(bcFrom: string, holidays: Holidays): ExDate {
  let lastBuyingDay = tradingDayBefore(bcFrom, holidays);
  while (settlementDay(lastBuyingDay, holidays) >= bcFrom)
    lastBuyingDay = tradingDayBefore(lastBuyingDay, holidays);
  return { exDate: tradingDayAfter(lastBuyingDay, holidays), lastBuyingDay };
}

/** Of an ex-date that was published. */
export const lastBuyingDayBefore = (exDate: string, holidays: Holidays) => tradingDayBefore(exDate, holidays);
