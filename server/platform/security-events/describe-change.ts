import type { EventDetails } from './security-event.ts';

/**
 * Returns the fields that differ, before and after a change, as text for the audit log: `stop_loss: 95.00, risk_type: high`.
 * Pass only fields that may be stored, see `EventDetails`.
 */
export function describeChange(before: object, after: object): Pick<EventDetails, 'before' | 'after'> {
  const old = new Map(Object.entries(before).map(([name, value]) => [name, formatValue(value)]));
  const changed = Object.entries(after)
    .map(([name, value]) => ({ name, before: old.get(name) ?? formatValue(null), after: formatValue(value) }))
    .filter((field) => field.before !== field.after);
  if (changed.length === 0) return {};
  return {
    before: changed.map((field) => `${field.name}: ${field.before}`).join(', '),
    after: changed.map((field) => `${field.name}: ${field.after}`).join(', '),
  };
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return Array.isArray(value) ? value.join(' ') : String(value);
}
