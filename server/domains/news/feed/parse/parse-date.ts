const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const EARLIEST = Date.UTC(1990, 0, 1);
/** Asia/Karachi, the default for dates without a zone. */
const PAKISTAN_MINUTES = 5 * 60;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ZONE_HOURS: Record<string, number> = {
  Z: 0,
  UT: 0,
  UTC: 0,
  GMT: 0,
  PKT: 5,
  IST: 5.5,
  GST: 4,
  BST: 1,
  CET: 1,
  CEST: 2,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
};

const TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,9})?)?\s*(?<meridiem>[ap]m)?`;
const ZONE = String.raw`(?<zone>[a-z]{1,4}|(?:gmt|utc)?[+-]\d{2}:?(?:\d{2})?)`;
const WEEKDAY = String.raw`(?:[a-z]{3,9}\.?,?\s+)?`;
const REST = String.raw`(?:,?\s+(?:at\s+)?${TIME}(?:\s*${ZONE})?)?(?:\s*\([^)]*\))?$`;
const FORMATS = [
  // Mon, 21 Sep 26 02:24:56 +0500
  new RegExp(
    String.raw`^${WEEKDAY}(?<day>\d{1,2})[\s-](?<month>[a-z]{3,9})\.?,?[\s-](?<year>\d{4}|\d{2})${REST}`,
    'i',
  ),
  // Nov 21, 2026 5:10 PM
  new RegExp(String.raw`^${WEEKDAY}(?<month>[a-z]{3,9})\.?\s(?<day>\d{1,2}),?\s(?<year>\d{4})${REST}`, 'i'),
  // 2026-10-09T15:51:46.193
  new RegExp(
    String.raw`^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T\s]\s*${TIME}(?:\s*${ZONE})?)?$`,
    'i',
  ),
];

/** Parses the publication date of an item. Returns `null` for an invalid or implausible date. */
export function parseDate(value: string | null, now: Date): Date | null {
  const text = value?.replace(/\s+/g, ' ').trim().slice(0, 100) ?? '';
  const parts = FORMATS.map((format) => format.exec(text)?.groups).find((groups) => groups !== undefined);
  const time = parts ? toTimestamp(parts) : null;
  if (time === null || time < EARLIEST || time > now.getTime() + DAY_MS) {
    return null;
  }
  // A wrong clock or zone must not keep an article at the top of the list for hours.
  return new Date(Math.min(time, now.getTime()));
}

function toTimestamp(parts: Record<string, string | undefined>): number | null {
  const month = parseMonth(parts.month ?? '');
  const day = Number(parts.day);
  const hour = parseHour(parts.hour ?? '0', parts.meridiem);
  const minute = Number(parts.minute ?? 0);
  const second = Math.min(Number(parts.second ?? 0), 59);
  const zone = parseZoneMinutes(parts.zone);
  const time = Date.UTC(parseYear(parts.year ?? ''), month, day, hour, minute, second);
  const date = new Date(time);
  const isReal = date.getUTCMonth() === month && date.getUTCDate() === day && hour < 24 && minute < 60;
  return isReal && zone !== null ? time - zone * MINUTE_MS : null;
}

/** Two-digit years follow RFC 2822: 26 is 2026, 98 is 1998. */
function parseYear(text: string): number {
  const year = Number(text);
  if (text.length === 2) {
    return year < 50 ? 2000 + year : 1900 + year;
  }
  return year;
}

/** Returns the month from 0, or -1 if it is invalid. */
function parseMonth(text: string): number {
  return /^\d+$/.test(text) ? Number(text) - 1 : MONTHS.indexOf(text.slice(0, 3).toLowerCase());
}

function parseHour(text: string, meridiem: string | undefined): number {
  const hour = Number(text);
  if (meridiem === undefined) {
    return hour;
  }
  return (hour % 12) + (meridiem.toLowerCase() === 'pm' ? 12 : 0);
}

/** Returns `null` for an unknown zone. */
function parseZoneMinutes(text: string | undefined): number | null {
  if (text === undefined) {
    return PAKISTAN_MINUTES;
  }
  const offset = /([+-])(\d{2}):?(\d{2})?$/.exec(text);
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
    return minutes > 14 * 60 ? null : minutes * (offset[1] === '-' ? -1 : 1);
  }
  const hours = ZONE_HOURS[text.toUpperCase()];
  return hours === undefined ? null : hours * 60;
}
