import type { DateRange } from '#web/list/filters.ts';
import type { TypedDate } from './parse-day-first-date.ts';

interface TypedBound extends TypedDate {
  bound: keyof DateRange;
}

/**
 * Returns the range with a bound that was just typed. If it would end before it starts, the other bound becomes the same
 * date, or is cleared if only a year was typed, because the user does not want a range of 1 January alone.
 * `notice` describes the adjustment.
 */
export function adjustRange(range: DateRange, { bound, date, isWholeYear }: TypedBound) {
  const typed: DateRange = { ...range, [bound]: date };
  const isInOrder = typed.from_date === '' || typed.to_date === '' || typed.from_date <= typed.to_date;
  if (isInOrder) return { range: typed, notice: null };
  const other = bound === 'from_date' ? 'to_date' : 'from_date';
  const reason =
    bound === 'from_date'
      ? 'The end was before the start, so it was'
      : 'The start was after the end, so it was';
  return {
    range: { ...typed, [other]: isWholeYear ? '' : date },
    notice: `${reason} ${isWholeYear ? 'cleared' : `set to ${date} as well`}.`,
  };
}
