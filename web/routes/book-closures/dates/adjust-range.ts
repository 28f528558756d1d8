import type { TypedDay } from './parse-day-first-date.ts';

export interface DateRange {
  from_date: string;
  to_date: string;
}

interface TypedBound extends TypedDay {
  bound: keyof DateRange;
}

/**
 * The range with a bound that was just typed. When it would end before it begins, the other bound gives way: it becomes
 * the same day where a day was named; where only a year was typed it is cleared, for nobody asks for the 1st of January
 * alone. `notice` says so to the reader.
 */
export function adjustRange(range: DateRange, { bound, day, isWholeYear }: TypedBound) {
  const typed = { ...range, [bound]: day };
  const isInOrder = typed.from_date === '' || typed.to_date === '' || typed.from_date <= typed.to_date;
  if (isInOrder) return { range: typed, notice: null };
  const other = bound === 'from_date' ? 'to_date' : 'from_date';
  const wrong =
    bound === 'from_date'
      ? 'The end was before the start, so it was'
      : 'The start was after the end, so it was';
  return {
    range: { ...typed, [other]: isWholeYear ? '' : day },
    notice: `${wrong} ${isWholeYear ? 'cleared' : `set to ${day} as well`}.`,
  };
}
