import { toKarachiDate } from '#contract/dates.ts';
import { readTime } from './parse-time.ts';
import { quoted } from './quoted.ts';

export type ReadDay = { day: string } | { refusal: string };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH_NAMES = [
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
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const EARLIEST_YEAR = 1947;
const LATEST_YEAR = 2100;
const MAX_LENGTH = 80;

interface Found {
  year: number;
  month: number;
  date: number;
  /** What follows the date. */
  rest: string;
}

/**
 * A day as the exchange, newspapers and spreadsheets write it, as `2026-11-23` in Karachi: `2026-11-23`, `18/08/2026`,
 * `11.01.2021`, `04-05-2023`, `19-Apr-23`, `31 Oct 2025`, `Sep 18, 2026`, `Monday, Nov 23rd, 2026`, `/Date(ms)/`; a weekday
 * and a time may stand with it. Numbers are day first. What is impossible, or can mean several days, is refused.
 */
export function readDay(text: string): ReadDay {
  const plain = text
    .slice(0, MAX_LENGTH + 1)
    .replace(/\s+/g, ' ')
    .trim();
  if (plain === '') return { refusal: 'The date is missing.' };
  if (plain.length > MAX_LENGTH) return { refusal: `${quoted(text)} is no date.` };
  if (plain.startsWith('/Date(')) return ofMilliseconds(text, plain);
  if (/^\d{1,2}([./-])\d{1,2}\1\d{2}(?!\d)/.test(plain)) {
    return { refusal: `${quoted(text)} can mean several days: write the year with four digits.` };
  }
  const { weekday, rest } = withoutWeekday(plain);
  const found = yearFirst(rest) ?? dayFirst(rest) ?? monthName(rest);
  if (!found) return { refusal: `${quoted(text)} is no date that is understood, such as 23 Nov 2026.` };
  const impossible = whyImpossible(found);
  if (impossible) return { refusal: `${quoted(text)} is no day: ${impossible}` };
  return checked(text, found, weekday);
}

const WEEKDAY = /(?<![a-z])(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\.?/i;

/** A weekday may stand before the date or after it. */
function withoutWeekday(text: string): { weekday: string | null; rest: string } {
  const matched = WEEKDAY.exec(text);
  if (!matched) return { weekday: null, rest: text };
  const before = text.slice(0, matched.index).replace(/[\s,(]+$/, '');
  const after = text.slice(matched.index + matched[0].length).replace(/^[\s,)]+/, '');
  return { weekday: matched[0].replace('.', '').toLowerCase(), rest: `${before} ${after}`.trim() };
}

function yearFirst(text: string): Found | null {
  const [matched, year, , month, date] = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?!\d)/.exec(text) ?? [];
  return matched === undefined ? null : found(text, matched, year, Number(month), date);
}

function dayFirst(text: string): Found | null {
  const [matched, date, , month, year] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/.exec(text) ?? [];
  return matched === undefined ? null : found(text, matched, year, Number(month), date);
}

const DAY_AND_MONTH = /^(\d{1,2})(?:st|nd|rd|th)?[\s./-]*([a-z]{3,9})\.?[\s,./-]*(\d{4}|\d{2})(?!\d)/i;
const MONTH_AND_DAY = /^([a-z]{3,9})\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?[\s,-]+(\d{4})(?!\d)/i;

function monthName(text: string): Found | null {
  const [first, date, monthAfter = '', year] = DAY_AND_MONTH.exec(text) ?? [];
  if (first !== undefined) return found(text, first, year, monthOf(monthAfter), date);
  const [second, monthBefore = '', dateAfter, yearAfter] = MONTH_AND_DAY.exec(text) ?? [];
  return second === undefined ? null : found(text, second, yearAfter, monthOf(monthBefore), dateAfter);
}

/** 0 for what is no month's name or beginning of three letters or more. */
function monthOf(name: string): number {
  const wanted = name.toLowerCase();
  const index = MONTHS.indexOf(wanted.slice(0, 3));
  const full = MONTH_NAMES[index]?.toLowerCase() ?? '';
  return full.startsWith(wanted) || wanted === 'sept' ? index + 1 : 0;
}

function found(text: string, matched: string, year = '', month: number, date = ''): Found {
  return { year: fullYear(year), month, date: Number(date), rest: text.slice(matched.length).trim() };
}

/** `23` is 2023, `98` is 1998. */
function fullYear(text: string): number {
  const year = Number(text);
  if (text.length !== 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

function whyImpossible({ year, month, date }: Found): string | null {
  if (month < 1 || month > 12) return 'there is no such month; numbers are read day first.';
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (date < 1 || date > days) return `${MONTH_NAMES[month - 1]} ${year} has ${days} days.`;
  if (year < EARLIEST_YEAR || year > LATEST_YEAR)
    return `the year has to be from ${EARLIEST_YEAR} to ${LATEST_YEAR}.`;
  return null;
}

function checked(text: string, { year, month, date, rest }: Found, weekday: string | null): ReadDay {
  const time = rest.replace(/^[,T]\s*/, '');
  if (time !== '' && 'refusal' in readTime(time, '24-hour')) {
    return { refusal: `${quoted(text)} is no date: ${quoted(rest)} cannot follow it.` };
  }
  const day = `${year}-${padded(month)}-${padded(date)}`;
  const right = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
  if (weekday && !right.toLowerCase().startsWith(weekday)) {
    return { refusal: `${quoted(text)} cannot be right: that day is a ${right}.` };
  }
  return { day };
}

/** As ASP.NET writes moments; midnight in Karachi is still the day before in UTC. */
function ofMilliseconds(text: string, plain: string): ReadDay {
  const [, ms] = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/.exec(plain) ?? [];
  if (ms === undefined) return { refusal: `${quoted(text)} is no date.` };
  const moment = new Date(Number(ms));
  const year = moment.getUTCFullYear();
  if (!(year >= EARLIEST_YEAR && year <= LATEST_YEAR)) {
    return { refusal: `${quoted(text)} is no day from ${EARLIEST_YEAR} to ${LATEST_YEAR}.` };
  }
  return { day: toKarachiDate(moment) };
}

const padded = (number: number) => String(number).padStart(2, '0');
