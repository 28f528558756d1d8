import { createHash } from 'node:crypto';
import type { LocalDate } from '#core/contract/dates.ts';
import { canonicalize } from '#features/ledger/contract/verify-record.mjs';
import type { TradingCalendar } from '#features/market/server/market.ts';
import type {
  EvaluatedAdjustment,
  EvaluatedBar,
} from '#features/signals/server/track-record/evaluation/evaluation.ts';

interface Inputs {
  from: LocalDate;
  until: LocalDate;
  bars: readonly EvaluatedBar[];
  adjustments: readonly EvaluatedAdjustment[];
  calendar: TradingCalendar;
}

/** Returns the SHA-256 of the prices, adjustments, holidays and trading hours of some dates, in canonical form. */
export function digestInputs({ from, until, bars, adjustments, calendar }: Inputs): string {
  const isUsed = (date: LocalDate) => from <= date && date <= until;
  const inputs = {
    from,
    until,
    bars: bars
      .filter(({ date }) => isUsed(date))
      .map(({ date, open, high, low, close, previousClose, volume, intraday = [] }) => [
        ...[date, open, high, low, close, previousClose, volume],
        intraday.map((bar) => [bar.at, bar.open, bar.high, bar.low, bar.close]),
      ]),
    adjustments: adjustments
      .filter(({ exDate }) => isUsed(exDate))
      .map(({ exDate, factor, dividend = null }) => [exDate, factor, dividend])
      .sort(),
    holidays: [...calendar.holidays.exchange].filter(isUsed).sort(),
    // Clipped, because a schedule that ends or begins on another date does not concern these.
    schedules: calendar.schedules
      .map(({ valid_from, valid_to, monday_to_thursday, friday }) => ({
        valid_from: valid_from < from ? from : valid_from,
        valid_to: valid_to === null || valid_to > until ? until : valid_to,
        monday_to_thursday: monday_to_thursday.map(({ opens, closes }) => [opens, closes]),
        friday: friday.map(({ opens, closes }) => [opens, closes]),
      }))
      .filter(({ valid_from, valid_to }) => valid_from <= valid_to),
  };
  return createHash('sha256').update(canonicalize(inputs)).digest('hex');
}
