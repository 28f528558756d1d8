import { addDays, type LocalDate } from '#contract/dates.ts';
import { parseDate } from './parse-date.ts';
import { parseTime } from './parse-time.ts';
import { RowRejection } from './records.ts';
import { cleanText, quote } from './text.ts';

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

/** Parses an amount in rupees to two decimals. Returns `null` if it is blank. */
export function parseFaceValue(text: string): string | null {
  if (isBlank(text)) return null;
  const [matched, rupees = '', paisa = ''] =
    /^(?:rs\.?|pkr)?\s*(\d{1,7})(?:\.(\d{1,2})0*)?(?:\/[-=])?$/i.exec(cleanText(text)) ?? [];
  if (matched === undefined || Number(`${rupees}.${paisa}`) === 0) {
    throw new RowRejection(`The face value ${quote(text)} is not an amount in rupees, such as 10 or 0.50.`);
  }
  return `${Number(rupees)}.${paisa.padEnd(2, '0')}`;
}

/** Throws `RowRejection` for a closure that ends before it begins. */
export function checkOrder(from: string, to: string | null): void {
  if (to !== null && to < from)
    throw new RowRejection(`The closure ends on ${to}, before it begins on ${from}.`);
}

/** An ex-date is one or two trading days before its closure; more than a month is a mistake, even with many holidays. */
const MAX_DAYS_BEFORE = 31;

/** Throws `RowRejection` for a published ex-date that is impossible for a closure from `bcFrom`. */
export function checkExDate(exDate: string | null, bcFrom: string): void {
  if (exDate === null) return;
  if (exDate > bcFrom)
    throw new RowRejection(`The ex-date ${exDate} is after the first day of the closure, ${bcFrom}.`);
  if (exDate < addDays(bcFrom, -MAX_DAYS_BEFORE)) {
    throw new RowRejection(
      `The ex-date ${exDate} is more than ${MAX_DAYS_BEFORE} days before the first day of the closure, ${bcFrom}.`,
    );
  }
}
