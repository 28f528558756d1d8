import { isBlank, parseOptionalTime, requireDate, toTimestamp } from '#server/domains/imports/imports.ts';

/** Splits a date with an optional time: `August 10, 2026 4:15 PM`, `2026-08-10 16:15`. */
export function splitTimestamp(text: string, part: string): { date: string; time: string | null } {
  const [, date = text, time = ''] =
    /^(.*?\d{4}|\d{4}-\d{2}-\d{2})(?:T|[\s,]+)(\d{1,2}[:.]\d{2}.*)$/.exec(text.trim()) ?? [];
  const isPadded = /^\d{2}:\d{2}(?::\d{2})?$/.test(time);
  return { date: requireDate(date, part), time: parseOptionalTime(time, isPadded ? '24-hour' : undefined) };
}

/** Parses the timestamp of an announcement. Returns `null` if it is blank. */
export function parseAnnouncedAt(text: string): string | null {
  if (isBlank(text)) return null;
  const { date, time } = splitTimestamp(text, 'date of the announcement');
  return toTimestamp(date, time);
}
