/** Knows Pakistan's three summers with daylight saving time (2002, 2008 and 2009), for dates that come as moments. */
const KARACHI = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Karachi',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The day in Karachi at a moment, `2026-11-21`. */
export const karachiDay = (at: Date): string => KARACHI.format(at);

/** So many days later; earlier with a negative count. Throws for what is no day. */
export function addDays(day: string, count: number): string {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** When a date begins in Karachi, which has had no daylight saving time since 2009. */
export const startOfDate = (date: string): Date => new Date(`${date}T00:00:00+05:00`);

/** From 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: string): number => dateOf(day).getUTCDay();

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
