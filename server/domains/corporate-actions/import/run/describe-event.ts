import { formatShortDate, formatTimestamp } from '#contract/dates.ts';
import type { EventKind } from '#server/domains/corporate-actions/import/parse/records.ts';
import type { Values } from '#server/domains/imports/imports.ts';

/** Formats the date and subject of a meeting, or the dates and payout of a closure. */
export function summarizeEvent(kind: EventKind, values: Values): string {
  const parts =
    kind === 'board-meetings'
      ? [formatMeetingTime(values), values.subject ?? '']
      : [formatClosureDates(values), values.payout ?? ''];
  return parts.filter((part) => part !== '').join(': ');
}

function formatMeetingTime({ meetingDate, meetingTime }: Values): string {
  if (!meetingDate) return 'Date and time in the document';
  return meetingTime
    ? `${formatShortDate(meetingDate)}, ${meetingTime.slice(0, 5)}`
    : formatShortDate(meetingDate);
}

function formatClosureDates({ bcFrom, bcTo }: Values): string {
  const from = formatShortDate(bcFrom ?? '');
  return bcTo ? `${from} to ${formatShortDate(bcTo)}` : from;
}

const TIMESTAMP_FIELDS = new Set(['filedAt', 'announcedAt']);

/** Formats dates, times and timestamps for display. */
export function formatValue(field: string, value: string | null): string {
  if (value === null) return '';
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatShortDate(value);
  if (field === 'meetingTime') return value.slice(0, 5);
  return TIMESTAMP_FIELDS.has(field) ? formatTimestamp(value) : value;
}
