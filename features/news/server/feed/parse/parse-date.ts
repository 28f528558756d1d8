const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const EARLIEST = Date.UTC(1990, 0, 1);

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,9})?)?\s*(?<meridiem>[ap]\.?m\.?)?`;
const ZONE = String.raw`(?<zone>[a-z]{1,4}|(?:(?:gmt|utc|pkt)\s?)?[+-]\d{2}:?(?:\d{2})?(?:\s[a-z]{2,4})?)`;
const WEEKDAY = String.raw`(?:[a-z]{3,9}\.?,?\s+)?`;
const DATES = [
  // 21 Sep 26, 20th of November 2026
  String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?(?:\sof)?[\s-](?<month>[a-z]{3,9})\.?,?[\s-](?<year>\d{4}|\d{2})`,
  // Nov 21, 2026
  String.raw`(?<month>[a-z]{3,9})\.?\s(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s(?<year>\d{4})`,
  // 2026-10-09
  String.raw`(?<year>\d{4})[/-](?<month>\d{1,2})[/-](?<day>\d{1,2})`,
  // 20261120
  String.raw`(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})`,
  // 20/11/2026: the day is first in Pakistan.
  String.raw`(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})`,
];
const FORMATS = [
  ...DATES.flatMap((date) => [
    // Mon, 21 Sep 26 02:24:56 +0500; 2026-10-09T15:51:46.193
    String.raw`${WEEKDAY}${date}(?:(?:T|,?\s+(?:(?:at|[|–-])\s+)?)${TIME}(?:\s*${ZONE})?)?`,
    // 09:15 PKT, 20 Nov 2026
    String.raw`${TIME}(?:\s*${ZONE})?,?\s+(?:on\s+)?${WEEKDAY}${date}`,
  ]),
  // Fri Nov 20 18:02:00 PKT 2026
  String.raw`${WEEKDAY}(?<month>[a-z]{3})\s(?<day>\d{1,2})\s${TIME}(?:\s${ZONE})?\s(?<year>\d{4})`,
  // 20261120T181500+0500
  String.raw`(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})[T\s]?(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?(?:[.,]\d{1,9})?\s*${ZONE}?`,
].map((format) => new RegExp(String.raw`^${format}(?:\s*[([][^)\]]*[)\]])?$`, 'i'));
/** Unix time in seconds or milliseconds. */
const EPOCH = /^(\d{10})(?:\.?\d{3})?$/;

export interface ParseDateOptions {
  now: Date;
  /** The publisher is in Pakistan, so that PST means Pakistan Standard Time. */
  isPakistani?: boolean;
}

/** Parses the publication date of an item. Returns `null` for an invalid or implausible date. */
export function parseDate(value: string | null, { now, isPakistani = false }: ParseDateOptions): Date | null {
  const text = value?.replace(/\s+/g, ' ').trim().slice(0, 100) ?? '';
  const time = parseEpoch(text) ?? parseFormats(text, isPakistani);
  if (time === null || time < EARLIEST || time > now.getTime() + DAY_MS) return null;
  // A wrong clock or zone must not keep an article at the top of the list for hours.
  return new Date(Math.min(time, now.getTime()));
}

function parseEpoch(text: string): number | null {
  const seconds = EPOCH.exec(text)?.[1];
  return seconds === undefined ? null : Number(text.replace('.', '').padEnd(13, '0'));
}

function parseFormats(text: string, isPakistani: boolean): number | null {
  const parts = FORMATS.map((format) => format.exec(text)?.groups).find((groups) => groups !== undefined);
  return parts ? toTimestamp(parts, isPakistani) : null;
}

function toTimestamp(parts: Record<string, string | undefined>, isPakistani: boolean): number | null {
  const month = parseMonth(parts.month ?? '');
  const day = Number(parts.day);
  const hour = parseHour(parts.hour ?? '0', parts.meridiem);
  const minute = Number(parts.minute ?? 0);
  const second = Math.min(Number(parts.second ?? 0), 59);
  const zone = parseZoneMinutes(parts.zone, isPakistani);
  const midnight = new Date(Date.UTC(parseYear(parts.year ?? ''), month, day));
  const isRealDate = midnight.getUTCMonth() === month && midnight.getUTCDate() === day;
  // 24:00:00 is the end of the day.
  const isRealTime = minute < 60 && (hour < 24 || (hour === 24 && minute + second === 0));
  return isRealDate && isRealTime && zone !== null
    ? midnight.getTime() + ((hour * 60 + minute - zone) * 60 + second) * 1000
    : null;
}

/** Two-digit years follow RFC 2822: 26 is 2026, 98 is 1998. */
function parseYear(text: string): number {
  const year = Number(text);
  if (text.length === 2) return year < 50 ? 2000 + year : 1900 + year;
  return year;
}

/** Returns the month from 0, or -1 if it is invalid. */
function parseMonth(text: string): number {
  return /^\d+$/.test(text) ? Number(text) - 1 : MONTHS.indexOf(text.slice(0, 3).toLowerCase());
}

function parseHour(text: string, meridiem: string | undefined): number {
  const hour = Number(text);
  if (meridiem === undefined) return hour;
  return (hour % 12) + (meridiem.toLowerCase().startsWith('p') ? 12 : 0);
}

/** Asia/Karachi, the default for dates without a zone. */
const PAKISTAN_MINUTES = 5 * 60;
const MAX_OFFSET_MINUTES = 14 * 60;

const ZONE_HOURS: Record<string, number> = {
  Z: 0,
  UT: 0,
  UTC: 0,
  GMT: 0,
  PKT: 5,
  PKST: 6,
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

/** Parses `PKT`, `+0500` or `GMT+05:00` into minutes ahead of UTC. Returns `null` for an unsupported zone. */
function parseZoneMinutes(zone: string | undefined, isPakistani: boolean): number | null {
  if (zone === undefined) return PAKISTAN_MINUTES;
  const offset = /([+-])(\d{2}):?(\d{2})?(?:\s[a-z]+)?$/i.exec(zone);
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
    return minutes > MAX_OFFSET_MINUTES ? null : minutes * (offset[1] === '-' ? -1 : 1);
  }
  const name = zone.toUpperCase();
  if (name === 'PST' && isPakistani) return PAKISTAN_MINUTES;
  const hours = Object.hasOwn(ZONE_HOURS, name) ? ZONE_HOURS[name] : undefined;
  return hours === undefined ? null : hours * 60;
}

/** Publishers in Pakistan whose domain does not end in `.pk`. */
const PAKISTANI_HOSTS =
  /(?:^|\.)(?:arynews\.tv|aaj\.tv|bolnews\.com|brecorder\.com|dawn\.com|dunyanews\.tv|geo\.tv|hum\.tv|humnews\.tv|jang\.com|mettisglobal\.news|minutemirror\.com|pakobserver\.net|samaa\.tv|scstrade\.com|thefridaytimes\.com|urdupoint\.com|24newshd\.tv)$/;

/** Returns whether an item comes from Pakistan, by the hosts of its feed and link and by the language of the feed. */
export function isFromPakistan(urls: readonly (string | null)[], language: string | null): boolean {
  const hosts = urls.map((url) => (url === null ? '' : (URL.parse(url)?.hostname ?? '')));
  return (
    /^ur(?:-|$)|[-_]pk$/i.test(language ?? '') ||
    hosts.some((host) => host.endsWith('.pk') || PAKISTANI_HOSTS.test(host))
  );
}
