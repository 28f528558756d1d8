import type { BookClosure } from '#contract/corporate-actions/book-closures.ts';
import type { CsvRow } from './write-csv.ts';

/** The columns up to `note` can be imported again; the others are calculated. */
export const CLOSURE_COLUMNS = [
  'symbol',
  'company_name',
  'face_value',
  'payout',
  'bc_from',
  'bc_to',
  'ex_date',
  'note',
  'estimated_ex_date',
  'last_buying_day',
  'depends_on_tentative_holiday',
  'rupees_per_share',
  'status',
] as const;

export function toClosureCells(
  closure: BookClosure,
): CsvRow & Record<(typeof CLOSURE_COLUMNS)[number], unknown> {
  const isEstimated = closure.is_ex_date_estimated;
  return {
    symbol: closure.symbol,
    company_name: closure.company_name,
    face_value: closure.face_value,
    payout: closure.payout,
    bc_from: closure.bc_from,
    bc_to: closure.bc_to,
    ex_date: isEstimated ? null : closure.ex_date,
    note: closure.note,
    estimated_ex_date: isEstimated ? closure.ex_date : null,
    last_buying_day: closure.last_buying_day,
    depends_on_tentative_holiday: closure.depends_on_tentative_holiday ? 'yes' : 'no',
    rupees_per_share: closure.rupees_per_share,
    status: getStatusLabel(closure),
  };
}

function getStatusLabel({ is_active, is_upcoming }: BookClosure): string {
  if (is_active) return 'Active';
  return is_upcoming ? 'Upcoming' : 'Closed';
}
