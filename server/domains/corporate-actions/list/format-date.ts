import { getWeekday } from '#contract/dates.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const ENDINGS = ['th', 'st', 'nd', 'rd'];
const HALF_DAY_HOURS = 12;

/** `2026-11-23` as `Monday, Nov 23rd, 2026`. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${WEEKDAYS[getWeekday(day)]}, ${MONTHS[(month ?? 0) - 1]} ${ordinal(date ?? 0)}, ${year}`;
}

/** `2026-11-23` as `23 Nov 2026`. */
export function formatShortDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${MONTHS[(month ?? 0) - 1]} ${year}`;
}

/** `14:30:00` as `2:30 PM`. */
export function formatTime(time: string): string {
  const [hours = '', minutes] = time.split(':');
  const hour = Number(hours) % HALF_DAY_HOURS || HALF_DAY_HOURS;
  return `${hour}:${minutes} ${Number(hours) < HALF_DAY_HOURS ? 'AM' : 'PM'}`;
}

/** 1st, 2nd, 3rd, but 11th, 12th, 13th. */
function ordinal(date: number): string {
  const isTeen = date > 10 && date < 20;
  return `${date}${(isTeen ? undefined : ENDINGS[date % 10]) ?? 'th'}`;
}
