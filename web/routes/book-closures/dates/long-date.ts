const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day as the headings of the lists have it: `Tuesday, Aug 18th, 2026`. Takes `2026-08-18`. */
export function longDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const weekday = WEEKDAYS[new Date(Date.UTC(year, month - 1, date)).getUTCDay()];
  return `${weekday}, ${MONTHS[month - 1]} ${date}${suffix(date)}, ${year}`;
}

function suffix(date: number): string {
  if (date >= 11 && date <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][date % 10] ?? 'th';
}
