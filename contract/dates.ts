/** A calendar date in Karachi, `YYYY-MM-DD`, without a time. */
export type LocalDate = string;

/** Covers the three summers with daylight saving time in Pakistan (2002, 2008 and 2009). */
const KARACHI_DATE_FORMAT = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Karachi',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Returns the date in Karachi at a timestamp. */
export const toKarachiDate = (timestamp: Date): LocalDate => KARACHI_DATE_FORMAT.format(timestamp);

/** Adds a number of days, which may be negative. Throws a `RangeError` for an invalid date. */
export function addDays(date: LocalDate, count: number): LocalDate {
  const result = toUtcMidnight(date);
  result.setUTCDate(result.getUTCDate() + count);
  return result.toISOString().slice(0, 10);
}

/** Returns the timestamp of midnight in Karachi. Pakistan has had no daylight saving time since 2009. */
export const getStartOfDate = (date: LocalDate): Date => new Date(`${date}T00:00:00+05:00`);

/** Returns the weekday from 0 for Sunday to 6 for Saturday. */
export const getWeekday = (date: LocalDate): number => toUtcMidnight(date).getUTCDay();

const toUtcMidnight = (date: LocalDate) => new Date(`${date}T00:00:00Z`);
