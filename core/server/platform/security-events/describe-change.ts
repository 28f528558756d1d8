import type { EventDetails } from './security-event.ts';

/** Longer values are cut. With this limit all fields of a signal fit into `MAX_CHANGE_LENGTH` of the event. */
const MAX_VALUE_LENGTH = 80;
/** What an excerpt shows before the first difference. */
const CONTEXT_LENGTH = 20;

/**
 * Returns the fields that differ, before and after a change, as text for the audit log: `stop_loss: 95.00, risk_type: high`.
 * Of a long value it has the part where the difference starts and the length. A value that could be read as several fields is quoted.
 * Pass only fields that may be stored, see `EventDetails`.
 */
export function describeChange(before: object, after: object): Pick<EventDetails, 'before' | 'after'> {
  const old = new Map(Object.entries(before).map(([name, value]) => [name, formatValue(value)]));
  const changed = Object.entries(after)
    .map(([name, value]) => ({ name, before: old.get(name) ?? formatValue(null), after: formatValue(value) }))
    .filter((field) => field.before !== field.after);
  if (changed.length === 0) return {};
  return {
    before: changed.map((field) => `${field.name}: ${shorten(field.before, field.after)}`).join(', '),
    after: changed.map((field) => `${field.name}: ${shorten(field.after, field.before)}`).join(', '),
  };
}

/** Shortens a text to where it differs from another one. */
function shorten(text: string, other: string): string {
  const characters = Array.from(text);
  const { length } = characters;
  if (length <= MAX_VALUE_LENGTH) return quote(text);
  const others = Array.from(other);
  const common = characters.findIndex((character, index) => character !== others[index]);
  const difference = common === -1 ? length : common;
  const start =
    difference < MAX_VALUE_LENGTH ? 0 : Math.min(difference - CONTEXT_LENGTH, length - MAX_VALUE_LENGTH);
  const end = start + MAX_VALUE_LENGTH;
  const part = characters.slice(start, end).join('');
  return `${quote(`${start > 0 ? '…' : ''}${part}${end < length ? '…' : ''}`)} (${length} characters)`;
}

/** Quotes a text with line breaks, or with what separates fields and values. */
const quote = (text: string): string => (/[\n"]|[,:] /.test(text) ? JSON.stringify(text) : text);

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return Array.isArray(value) ? value.join(' ') : String(value);
}
