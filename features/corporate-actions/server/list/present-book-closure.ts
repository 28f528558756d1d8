import { LRUCache } from 'lru-cache';
import type { BookClosure } from '#features/corporate-actions/contract/book-closures.ts';
import {
  dependsOnTentativeHoliday,
  type ExDate,
  explainDates,
  getExDate,
} from '#features/corporate-actions/server/rules/ex-date.ts';
import { presentPayout } from '#features/corporate-actions/server/rules/payout.ts';
import type { ExplainedHolidays, TradingCalendar } from '#features/market/server/market.ts';
import type { ListedClosure } from './book-closures.queries.ts';

/** What the presentation of closures depends on: the date in Karachi and the exchange's calendar. */
export interface ClosureContext extends TradingCalendar {
  today: string;
  holidays: ExplainedHolidays;
}

/** Closures share few payouts and dates, so that most of both need not be calculated again. */
const payoutTerms = new LRUCache<string, ReturnType<typeof presentPayout>, ListedClosure>({
  max: 2_000,
  memoMethod: (_key, _stale, { context: { payout, faceValue } }) => presentPayout(payout, faceValue),
});
const MAX_EX_DATES = 5_000;
/** The keys are the holidays that the dates were calculated from: a change of the holidays creates a new object. */
const exDates = new WeakMap<ExplainedHolidays, LRUCache<string, ExDates>>();

interface ExDates extends ExDate {
  dependsOnTentativeHoliday: boolean;
  reasons: string[];
}

export function presentBookClosure(row: ListedClosure, context: ClosureContext): BookClosure {
  const { payouts, rupeesPerShare, isFaceValueAssumed } = payoutTerms.memo(`${row.faceValue} ${row.payout}`, {
    context: row,
  });
  const { isActive, isUpcoming } = getClosureStatus(row, context.today);
  const { exDate, lastBuyingDay, dependsOnTentativeHoliday, reasons } = getExDates(row, context);
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
    date_reasons: reasons,
    earlier: (row.revisions ?? []).map(({ bcFrom, bcTo, payout }) => ({
      bc_from: bcFrom,
      bc_to: bcTo,
      payout,
    })),
  };
}

function getExDates(row: ListedClosure, { holidays }: ClosureContext): ExDates {
  let byClosure = exDates.get(holidays);
  if (!byClosure) {
    byClosure = new LRUCache({ max: MAX_EX_DATES });
    exDates.set(holidays, byClosure);
  }
  const key = `${row.exDate} ${row.bcFrom}`;
  const dates = byClosure.get(key) ?? calculateExDates(row, holidays);
  byClosure.set(key, dates);
  return dates;
}

function calculateExDates(row: ListedClosure, holidays: ExplainedHolidays): ExDates {
  const dates = getExDate(row, holidays);
  const end = row.exDate ?? row.bcFrom;
  return {
    ...dates,
    dependsOnTentativeHoliday: dependsOnTentativeHoliday(dates.lastBuyingDay, end, holidays.tentative),
    reasons: explainDates(row, dates, holidays),
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
