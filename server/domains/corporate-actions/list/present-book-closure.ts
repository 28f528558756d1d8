import { LRUCache } from 'lru-cache';
import type { BookClosure } from '#contract/corporate-actions/book-closures.ts';
import {
  dependsOnTentativeHoliday,
  type ExDate,
  getExDate,
} from '#server/domains/corporate-actions/rules/ex-date.ts';
import { presentPayout } from '#server/domains/corporate-actions/rules/payout.ts';
import type { Holidays, TradingCalendar } from '#server/domains/market/market.ts';
import type { ListedClosure } from './book-closures.queries.ts';

/** What the presentation of closures depends on: the date in Karachi and the exchange's calendar. */
export interface ClosureContext extends TradingCalendar {
  today: string;
  /** The holidays whose dates are not certain. */
  tentativeHolidays: Holidays;
}

/** Closures share few payouts and dates, so that most of both need not be calculated again. */
const payoutTerms = new LRUCache<string, ReturnType<typeof presentPayout>, ListedClosure>({
  max: 2_000,
  memoMethod: (_key, _stale, { context: { payout, faceValue } }) => presentPayout(payout, faceValue),
});
const MAX_EX_DATES = 5_000;
/** By the holidays that they were calculated from: a change of the holidays creates new sets. */
const exDates = new WeakMap<
  Holidays,
  { tentativeHolidays: Holidays; byClosure: LRUCache<string, ExDates> }
>();

interface ExDates extends ExDate {
  dependsOnTentativeHoliday: boolean;
}

export function presentBookClosure(row: ListedClosure, context: ClosureContext): BookClosure {
  const { payouts, rupeesPerShare, isFaceValueAssumed } = payoutTerms.memo(`${row.faceValue} ${row.payout}`, {
    context: row,
  });
  const { isActive, isUpcoming } = getClosureStatus(row, context.today);
  const { exDate, lastBuyingDay, dependsOnTentativeHoliday } = getExDates(row, context);
  return {
    id: row.id,
    symbol: row.symbol,
    company_name: row.companyName,
    face_value: row.faceValue,
    payout: row.payout,
    bc_from: row.bcFrom,
    bc_to: row.bcTo,
    is_active: isActive,
    is_upcoming: isUpcoming,
    note: row.note,
    payouts,
    rupees_per_share: rupeesPerShare,
    is_face_value_assumed: isFaceValueAssumed,
    ex_date: exDate,
    last_buying_day: lastBuyingDay,
    is_ex_date_estimated: row.exDate === null,
    depends_on_tentative_holiday: dependsOnTentativeHoliday,
  };
}

function getExDates(row: ListedClosure, context: ClosureContext): ExDates {
  const { holidays, tentativeHolidays } = context;
  let cached = exDates.get(holidays);
  if (cached?.tentativeHolidays !== tentativeHolidays) {
    cached = { tentativeHolidays, byClosure: new LRUCache({ max: MAX_EX_DATES }) };
    exDates.set(holidays, cached);
  }
  const key = `${row.exDate} ${row.bcFrom}`;
  const dates = cached.byClosure.get(key) ?? calculateExDates(row, context);
  cached.byClosure.set(key, dates);
  return dates;
}

function calculateExDates(row: ListedClosure, { holidays, tentativeHolidays }: ClosureContext): ExDates {
  const { exDate, lastBuyingDay } = getExDate(row, holidays);
  const end = row.exDate ?? row.bcFrom;
  return {
    exDate,
    lastBuyingDay,
    dependsOnTentativeHoliday: dependsOnTentativeHoliday(lastBuyingDay, end, tentativeHolidays),
  };
}

/**
 * Returns the status of a closure on a date in Karachi: upcoming before it, active from its first to its last day, closed
 * after it. A closure without a last day lasts one day.
 */
export function getClosureStatus(
  { bcFrom, bcTo }: { bcFrom: string; bcTo: string | null },
  today: string,
): { isActive: boolean; isUpcoming: boolean } {
  return { isActive: bcFrom <= today && today <= (bcTo ?? bcFrom), isUpcoming: today < bcFrom };
}
