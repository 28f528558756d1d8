import type { BookClosure } from '#contract/corporate-actions/book-closures.ts';
import { getClosureStatus } from '#server/domains/corporate-actions/rules/closure-status.ts';
import {
  dependsOnTentativeHoliday,
  estimateExDate,
  getLastBuyingDay,
} from '#server/domains/corporate-actions/rules/ex-date.ts';
import { presentPayout } from '#server/domains/corporate-actions/rules/payout.ts';
import type { Holidays } from '#server/domains/market/market.ts';
import type { BookClosureRow } from './book-closures.queries.ts';

/** What the presentation of closures depends on: the date in Karachi and the exchange's holidays. */
export interface ClosureContext {
  today: string;
  holidays: Holidays;
  /** The holidays whose dates are not certain. */
  tentativeHolidays: Holidays;
}

export function presentBookClosure(
  row: BookClosureRow,
  { today, holidays, tentativeHolidays }: ClosureContext,
): BookClosure {
  const { payouts, rupeesPerShare, isFaceValueAssumed } = presentPayout(row.payout, row.faceValue);
  const { isActive, isUpcoming } = getClosureStatus(row, today);
  const { exDate, lastBuyingDay } = row.exDate
    ? { exDate: row.exDate, lastBuyingDay: getLastBuyingDay(row.exDate, holidays) }
    : estimateExDate(row.bcFrom, holidays);
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
    depends_on_tentative_holiday: dependsOnTentativeHoliday(
      lastBuyingDay,
      row.exDate ?? row.bcFrom,
      tentativeHolidays,
    ),
  };
}
