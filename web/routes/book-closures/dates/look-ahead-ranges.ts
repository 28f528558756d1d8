import { addDays, getWeekday, type LocalDate } from '#contract/dates.ts';

/** The ranges that start now, of ex-dates or of first days, with the dates that they set. */
export const LOOK_AHEAD_RANGES = {
  'Ex-Date This Week': getTradingWeek,
  'Next 7 Days': (today: LocalDate) => ({ from_date: today, to_date: addDays(today, 6) }),
  'Next 30 Days': (today: LocalDate) => ({ from_date: today, to_date: addDays(today, 29) }),
};

const SATURDAY = 6;

/** Returns Monday to Friday of the week; on a weekend, of the next one. */
function getTradingWeek(today: LocalDate) {
  const weekday = getWeekday(today);
  const monday = addDays(today, weekday === SATURDAY ? 2 : 1 - weekday);
  return { ex_date_from: monday, ex_date_to: addDays(monday, 4) };
}
