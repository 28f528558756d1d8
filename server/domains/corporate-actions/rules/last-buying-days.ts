import type { Holidays } from '#server/domains/market/market.ts';
import { type ExDate, getExDate } from './ex-date.ts';
import { paysNothing } from './payout.ts';

interface Closure {
  bcFrom: string;
  exDate: string | null;
  payout: string;
}

interface BuyingDays {
  /** The range of last buying days, both dates included. */
  from: string;
  to: string;
  maxDays: number;
  holidays: Holidays;
}

/**
 * Groups closures by ex-date, soonest first: those with a last buying day in the range, up to `maxDays` ex-dates. Leaves out
 * closures that pay nothing.
 */
export function groupByExDate<C extends Closure>(
  closures: C[],
  { from, to, maxDays, holidays }: BuyingDays,
): (ExDate & { closures: C[] })[] {
  const groups: (ExDate & { closures: C[] })[] = [];
  const dated = closures
    .map((closure) => ({ closure, ...getExDate(closure, holidays) }))
    .filter(({ lastBuyingDay }) => from <= lastBuyingDay && lastBuyingDay <= to)
    .sort((a, b) => a.exDate.localeCompare(b.exDate));
  for (const { closure, exDate, lastBuyingDay } of dated) {
    const last = groups.at(-1);
    const isNew = last?.exDate !== exDate;
    if (isNew && groups.length === maxDays) break;
    if (paysNothing(closure.payout)) continue;
    if (isNew) groups.push({ exDate, lastBuyingDay, closures: [closure] });
    else last?.closures.push(closure);
  }
  return groups;
}
