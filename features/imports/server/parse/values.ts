import { getWeekday, type LocalDate, MONTHS, toKarachiDate, WEEKDAYS } from '#core/contract/dates.ts';
import { toSingleLine } from '#core/contract/text/single-line.ts';
import { RowRejection } from './records.ts';

/** Returns the text on one line with single spaces and without characters that cannot be displayed or stored. */
export function cleanText(text: string): string {
  const line = toSingleLine(text);
  return (UNEVEN.test(line) ? line.replace(/\s+/g, ' ') : line).trim();
}

const UNEVEN = /\s\s|[^\S ]/;

const MAX_QUOTE_LENGTH = 60;

/** Quotes text of a file in a message: on one line and truncated. */
export function quote(text: string): string {
  const cleaned = cleanText(text);
  return `"${cleaned.length > MAX_QUOTE_LENGTH ? `${cleaned.slice(0, MAX_QUOTE_LENGTH)}…` : cleaned}"`;
}

const MAX_LENGTH = 200;
/** The limits of parts that differ from `MAX_LENGTH`. */
const MAX_LENGTHS: Readonly<Record<string, number>> = {
  subject: 500,
  payout: 300,
  note: 1000,
  reference: 100,
  document: 300,
};

/** Cleans a text value of an event. Returns `null` if it is blank; throws `RowRejection` if it is too long for its part. */
export function parseText(part: string, text: string | null | undefined): string | null {
  const cleaned = cleanText(text ?? '');
  const maxLength = MAX_LENGTHS[part] ?? MAX_LENGTH;
  // Some characters become several when they are compared: a name of 200 can have 3,600.
  if (cleaned.length > maxLength || cleaned.normalize('NFKC').length > maxLength) {
    throw new RowRejection(`The ${part} ${quote(cleaned)} is longer than ${maxLength} characters.`);
  }
  return cleaned === '' ? null : cleaned;
}

/** Parses a required date. Throws `RowRejection` with the name of the `part` if it is missing. */
export function requireDate(text: string, part: string): LocalDate {
  if (text.trim() === '') throw new RowRejection(`The ${part} is missing.`);
  const result = parseDate(text);
  if ('rejection' in result) throw new RowRejection(result.rejection);
  return result.date;
}

/** Placeholders that sources use for a missing value. */
const BLANK = /^(?:|-+|–|—|n\/?a|nil|none|null|tba|tbd|to be announced)\.?$/i;

export const isBlank = (text: string): boolean => BLANK.test(text.trim());

/** Parses a date. Returns `null` if it is blank. */
export const parseOptionalDate = (text: string, part: string): LocalDate | null =>
  isBlank(text) ? null : requireDate(text, part);

/** Parses a time. Returns `null` if it is blank. */
export function parseOptionalTime(text: string, clock?: '24-hour'): string | null {
  if (isBlank(text)) return null;
  const result = parseTime(text, clock);
  if ('rejection' in result) throw new RowRejection(result.rejection);
  return result.time;
}

/** Converts a date and a time in Karachi, by default midnight, to an RFC 3339 timestamp. */
export function toTimestamp(date: LocalDate, time: string | null): string {
  return new Date(`${date}T${time ?? '00:00:00'}+05:00`).toISOString();
}

type DateResult = { date: LocalDate } | { rejection: string };

const EARLIEST_YEAR = 1947;
const LATEST_YEAR = 2100;
const MAX_DATE_LENGTH = 80;

interface DateParts {
  year: number;
  month: number;
  day: number;
  /** The text after the date. */
  rest: string;
}

/**
 * Parses a date in the formats of the exchange, newspapers and spreadsheets: `2026-11-23`, `18/08/2026`, `11.01.2021`,
 * `04-05-2023`, `19-Apr-23`, `31 Oct 2025`, `Sep 18, 2026`, `Monday, Nov 23rd, 2026`, `/Date(ms)/`, optionally with a
 * weekday and a time. Numeric dates are day first. Impossible and ambiguous dates are rejected.
 */
export function parseDate(text: string): DateResult {
  const plain = text
    .slice(0, MAX_DATE_LENGTH + 1)
    .replace(/\s+/g, ' ')
    .trim();
  if (plain === '') return { rejection: 'The date is missing.' };
  if (plain.length > MAX_DATE_LENGTH) return { rejection: `${quote(text)} is not a date.` };
  if (plain.startsWith('/Date(')) return parseAspNetDate(text, plain);
  const instant = parseInstant(plain);
  if (instant !== null) return { date: toKarachiDate(instant) };
  if (/^\d{1,2}([./-])\d{1,2}\1\d{2}(?!\d)/.test(plain)) {
    return { rejection: `${quote(text)} is ambiguous. Write the year with four digits.` };
  }
  const { weekday, rest } = extractWeekday(plain);
  const parts = matchYearFirst(rest) ?? matchDayFirst(rest) ?? matchMonthName(rest);
  if (!parts) return { rejection: `${quote(text)} is not a date. Use a format such as 23 Nov 2026.` };
  const problem = getDateProblem(parts);
  if (problem) return { rejection: `${quote(text)} is not a valid date: ${problem}` };
  return toDateResult(text, parts, weekday);
}

const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/** Parses an RFC 3339 timestamp with a time zone. Returns `null` for anything else. */
export function parseInstant(text: string): Date | null {
  if (!INSTANT.test(text.trim())) return null;
  const instant = new Date(text.trim().replace(' ', 'T'));
  const year = instant.getUTCFullYear();
  return year >= EARLIEST_YEAR && year <= LATEST_YEAR ? instant : null;
}

const WEEKDAY = /(?<![a-z])(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\.?/i;

/** Splits off a weekday before or after the date. */
function extractWeekday(text: string): { weekday: string | null; rest: string } {
  const matched = WEEKDAY.exec(text);
  if (!matched) return { weekday: null, rest: text };
  const before = text.slice(0, matched.index).replace(/[\s,(]+$/, '');
  const after = text.slice(matched.index + matched[0].length).replace(/^[\s,)]+/, '');
  return { weekday: matched[0].replace('.', '').toLowerCase(), rest: `${before} ${after}`.trim() };
}

function matchYearFirst(text: string): DateParts | null {
  const [matched, year, , month, day] = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?!\d)/.exec(text) ?? [];
  return matched === undefined ? null : toDateParts(text, matched, year, Number(month), day);
}

function matchDayFirst(text: string): DateParts | null {
  const [matched, day, , month, year] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/.exec(text) ?? [];
  return matched === undefined ? null : toDateParts(text, matched, year, Number(month), day);
}

const DAY_AND_MONTH = /^(\d{1,2})(?:st|nd|rd|th)?[\s./-]*([a-z]{3,9})\.?[\s,./-]*(\d{4}|\d{2})(?!\d)/i;
const MONTH_AND_DAY = /^([a-z]{3,9})\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?[\s,-]+(\d{4})(?!\d)/i;

function matchMonthName(text: string): DateParts | null {
  const [first, day, monthAfter = '', year] = DAY_AND_MONTH.exec(text) ?? [];
  if (first !== undefined) return toDateParts(text, first, year, getMonth(monthAfter), day);
  const [second, monthBefore = '', dayAfter, yearAfter] = MONTH_AND_DAY.exec(text) ?? [];
  return second === undefined ? null : toDateParts(text, second, yearAfter, getMonth(monthBefore), dayAfter);
}

/** Returns 1 to 12 for a month's name or its first three or more letters, else 0. */
const getMonth = (name: string): number =>
  MONTHS.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase())) + 1;

function toDateParts(text: string, matched: string, year = '', month: number, day = ''): DateParts {
  return { year: toFullYear(year), month, day: Number(day), rest: text.slice(matched.length).trim() };
}

/** Completes a two-digit year: `23` is 2023, `98` is 1998. */
function toFullYear(text: string): number {
  const year = Number(text);
  if (text.length !== 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

function getDateProblem({ year, month, day }: DateParts): string | null {
  if (month < 1 || month > 12) return 'there is no such month (numeric dates are read day first).';
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day < 1 || day > days) return `${MONTHS[month - 1]} ${year} has ${days} days.`;
  if (year < EARLIEST_YEAR || year > LATEST_YEAR)
    return `the year must be from ${EARLIEST_YEAR} to ${LATEST_YEAR}.`;
  return null;
}

function toDateResult(
  text: string,
  { year, month, day, rest }: DateParts,
  weekday: string | null,
): DateResult {
  const time = rest.replace(/^[,T]\s*/, '');
  if (time !== '' && 'rejection' in parseTime(time, '24-hour')) {
    return { rejection: `${quote(text)} is not a valid date: unexpected ${quote(rest)}.` };
  }
  const date = `${year}-${pad(month)}-${pad(day)}`;
  const actual = WEEKDAYS[getWeekday(date)] ?? '';
  if (weekday && !actual.toLowerCase().startsWith(weekday)) {
    return { rejection: `The weekday in ${quote(text)} is wrong: the date is a ${actual}.` };
  }
  return { date };
}

/** Parses an ASP.NET timestamp to the date in Karachi, which at midnight is still the previous date in UTC. */
function parseAspNetDate(text: string, plain: string): DateResult {
  const [, ms] = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/.exec(plain) ?? [];
  if (ms === undefined) return { rejection: `${quote(text)} is not a date.` };
  const timestamp = new Date(Number(ms));
  const year = timestamp.getUTCFullYear();
  if (!(year >= EARLIEST_YEAR && year <= LATEST_YEAR)) {
    return { rejection: `${quote(text)} is not a date from ${EARLIEST_YEAR} to ${LATEST_YEAR}.` };
  }
  return { date: toKarachiDate(timestamp) };
}

const pad = (number: number) => String(number).padStart(2, '0');

type TimeResult = { time: string } | { rejection: string };

/** Earlier hours without AM or PM are ambiguous: boards do not meet so early, so the afternoon may be meant. */
const EARLIEST_UNMARKED_HOUR = 8;

const CLOCK =
  /^(\d{1,2})(?:[:.](\d{2}))?(?:[:.](\d{2}))?\s*(noon|midnight|[ap]\.?\s?m\.?)?(?:\s*(?:pkt|pst|hrs?|hours))?\.?$/i;

/**
 * Parses a time in the formats of notices, newspapers and the exchange to `14:30:00`: `10:51 AM`, `2.30 P.M`, `12:00 Noon`,
 * `03:00 Pm`, `11 am`, `14:30`. Ambiguous times such as `2:30` are rejected, unless `'24-hour'` says that a time without
 * AM or PM uses the 24-hour clock.
 */
export function parseTime(text: string, clock: 'any' | '24-hour' = 'any'): TimeResult {
  const plain = text.trim().replace(/\s+/g, ' ');
  if (/^(12 )?noon$/i.test(plain)) return { time: '12:00:00' };
  const [matched, hourText = '', minutes, seconds = '00', marker] = CLOCK.exec(plain) ?? [];
  if (matched === undefined || (minutes === undefined && marker === undefined)) {
    return { rejection: `${quote(text)} is not a time. Use a format such as 10:30 AM.` };
  }
  const hour = Number(hourText);
  const tail = `${minutes ?? '00'}:${seconds}`;
  if (Number(minutes ?? 0) > 59 || Number(seconds) > 59)
    return { rejection: `${quote(text)} is not a valid time.` };
  if (marker === undefined) return parseWithoutMarker(text, hour, tail, clock);

  const half = marker.slice(0, 1).toLowerCase();
  if (hour < 1 || hour > 12)
    return { rejection: `${quote(text)} is not a valid time: hours with AM or PM go from 1 to 12.` };
  if (half === 'n' || half === 'm') return parseNoonOrMidnight(text, hour, tail, half);
  return { time: formatTime((hour % 12) + (half === 'p' ? 12 : 0), tail) };
}

function parseWithoutMarker(text: string, hour: number, tail: string, clock: 'any' | '24-hour'): TimeResult {
  if (hour > 23) return { rejection: `${quote(text)} is not a valid time.` };
  if (clock === 'any' && hour < EARLIEST_UNMARKED_HOUR && hour > 0) {
    return { rejection: `${quote(text)} is ambiguous. Add AM or PM.` };
  }
  return { time: formatTime(hour, tail) };
}

function parseNoonOrMidnight(text: string, hour: number, tail: string, half: 'n' | 'm'): TimeResult {
  if (hour !== 12 || tail !== '00:00')
    return { rejection: `${quote(text)} is not a valid time: noon and midnight are 12:00.` };
  return { time: formatTime(half === 'n' ? 12 : 0, tail) };
}

const formatTime = (hour: number, tail: string) => `${String(hour).padStart(2, '0')}:${tail}`;
