/** A calendar date in Karachi, `YYYY-MM-DD`, without a time. */
export type LocalDate = string;

/** The English names, January first. */
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
/** The English names, Sunday first, as `getWeekday` counts. */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const UTC_OFFSET_MS = 5 * 60 * 60 * 1000;

/** Since then Pakistan has had one UTC offset. Adding it is much faster than formatting by the time zone. */
const LAST_OFFSET_CHANGE_MS = /* @__PURE__ */ Date.UTC(2009, 10, 1);

/** Returns the date in Karachi at a timestamp. */
export const toKarachiDate = (timestamp: Date): LocalDate =>
  timestamp.getTime() >= LAST_OFFSET_CHANGE_MS
    ? new Date(timestamp.getTime() + UTC_OFFSET_MS).toISOString().slice(0, 10)
    : getKarachiDateFormat().format(timestamp);

let karachiDateFormat: Intl.DateTimeFormat | undefined;

/**
 * Returns a format that covers the three summers with daylight saving time in Pakistan (2002, 2008 and 2009). Created when
 * it is needed, because that takes a phone 50 ms.
 */
function getKarachiDateFormat(): Intl.DateTimeFormat {
  karachiDateFormat ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Karachi',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return karachiDateFormat;
}

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

/** Formats `2026-11-21` as `21 Nov 2026`. The months are spelled here because browsers and servers abbreviate them differently. */
export function formatShortDate(date: LocalDate): string {
  const { day, month, year } = parseDate(date);
  return `${day} ${month.slice(0, 3)} ${year}`;
}

/** Formats `2026-11-21` as `Sat 21 Nov 2026`. */
export const formatShortDateWithWeekday = (date: LocalDate): string =>
  `${getWeekdayName(date).slice(0, 3)} ${formatShortDate(date)}`;

/** Formats `2026-11-21` as `Saturday, Nov 21st, 2026`. */
export function formatLongDate(date: LocalDate): string {
  const { day, month, year } = parseDate(date);
  return `${getWeekdayName(date)}, ${month.slice(0, 3)} ${day}${getOrdinalSuffix(day)}, ${year}`;
}

/** Formats the date in Karachi at a timestamp as `21 Dec 2026`. */
export const formatKarachiDate = (timestamp: string | Date): string =>
  formatShortDate(toKarachiDate(new Date(timestamp)));

/**
 * Returns the last date in Karachi before an end, such as that of a subscription. An end at midnight in Karachi belongs to the
 * date before: nothing is left of the next one.
 */
export const getEndDate = (end: string | Date): LocalDate =>
  toKarachiDate(new Date(new Date(end).getTime() - 1));

/** Formats the last date in Karachi before an end as `21 Dec 2026`. */
export const formatEndDate = (end: string | Date): string => formatShortDate(getEndDate(end));

/** Formats `14:30:00` as `2:30 PM`. */
export function formatTime(time: string): string {
  const [hours = '', minutes] = time.split(':');
  return `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'AM' : 'PM'}`;
}

/** Formats an RFC 3339 timestamp as `21 Nov 2026, 10:42 PKT`. */
export const formatTimestamp = (timestamp: string): string => {
  const [date, time] = toKarachiClock(timestamp);
  return `${formatShortDate(date)}, ${time.slice(0, 5)} PKT`;
};

/** Formats an RFC 3339 timestamp as `Sat 21 Nov 2026, 10:42 PKT`. */
export const formatTimestampWithWeekday = (timestamp: string): string => {
  const [date, time] = toKarachiClock(timestamp);
  return `${formatShortDateWithWeekday(date)}, ${time.slice(0, 5)} PKT`;
};

/** Formats an RFC 3339 timestamp as `21 Nov 2026, 10:42:07 PKT`. */
export const formatTimestampWithSeconds = (timestamp: string): string => {
  const [date, time] = toKarachiClock(timestamp);
  return `${formatShortDate(date)}, ${time} PKT`;
};

/** Formats an RFC 3339 timestamp as `November 21, 2026 at 10:42 AM PKT`. */
export function formatLongTimestamp(timestamp: string): string {
  const [date, time] = toKarachiClock(timestamp);
  const { day, month, year } = parseDate(date);
  return `${month} ${day}, ${year} at ${formatTime(time)} PKT`;
}

function parseDate(date: LocalDate): { day: number; month: string; year: number } {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return { day, month: MONTHS[month - 1] ?? '', year };
}

const getWeekdayName = (date: LocalDate) => WEEKDAYS[getWeekday(date)] ?? '';

/** 1st, 2nd, 3rd, but 11th, 12th, 13th. */
function getOrdinalSuffix(day: number): string {
  const isTeen = day > 10 && day < 20;
  return (isTeen ? undefined : ['th', 'st', 'nd', 'rd'][day % 10]) ?? 'th';
}

/** Returns date and time in Karachi, `['2026-11-21', '10:42:07']`, by today's UTC offset, which the label PKT names. */
function toKarachiClock(timestamp: string): [date: LocalDate, time: string] {
  const local = new Date(Date.parse(timestamp) + UTC_OFFSET_MS).toISOString();
  return [local.slice(0, 10), local.slice(11, 19)];
}
