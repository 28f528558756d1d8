import { addDays, type LocalDate } from '#contract/dates.ts';
import { type Holidays, isTradingDay } from '#server/domains/market/market.ts';

/** Returns a function that counts the trading days between two dates, both included, and remembers the counts. */
export function countTradingDays(holidays: Holidays): (from: LocalDate, to: LocalDate) => number {
  const counts = new Map<string, number>();
  return (from, to) => {
    const key = `${from}/${to}`;
    const cached = counts.get(key);
    if (cached !== undefined) return cached;
    let count = 0;
    for (let date = from; date <= to; date = addDays(date, 1)) if (isTradingDay(date, holidays)) count += 1;
    counts.set(key, count);
    return count;
  };
}
