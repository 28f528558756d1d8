import type { LocalDate } from '#contract/dates.ts';
import { parseDate } from './parse-date.ts';
import { parseTime } from './parse-time.ts';
import { RowRejection } from './records.ts';

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
