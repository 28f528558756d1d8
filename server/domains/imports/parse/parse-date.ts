import { getWeekday, type LocalDate, MONTHS, toKarachiDate, WEEKDAYS } from '#contract/dates.ts';
import { parseTime } from './parse-time.ts';
import { quote } from './text.ts';

export type DateResult = { date: LocalDate } | { rejection: string };

const MONTH_ABBREVIATIONS = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
];
const EARLIEST_YEAR = 1947;
const LATEST_YEAR = 2100;
const MAX_LENGTH = 80;

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
    .slice(0, MAX_LENGTH + 1)
    .replace(/\s+/g, ' ')
    .trim();
  if (plain === '') return { rejection: 'The date is missing.' };
  if (plain.length > MAX_LENGTH) return { rejection: `${quote(text)} is not a date.` };
  if (plain.startsWith('/Date(')) return parseAspNetDate(text, plain);
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
function getMonth(name: string): number {
  const lowerCase = name.toLowerCase();
  const index = MONTH_ABBREVIATIONS.indexOf(lowerCase.slice(0, 3));
  const full = MONTHS[index]?.toLowerCase() ?? '';
  return full.startsWith(lowerCase) || lowerCase === 'sept' ? index + 1 : 0;
}

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
