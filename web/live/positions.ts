/** An event ID names the last position of each type, for example `intraday:12,swing:3`. Positions have no gaps. */
type EventId = string;

/**
 * Compares the ID of an event of a type with the last ID that was received: `seen` is a repeated event, `next` continues it,
 * and after a `gap` events are missing.
 */
export function compareIds(last: EventId | null, id: EventId, type: string): 'seen' | 'next' | 'gap' {
  const previous = getPosition(last ?? '', type);
  const position = getPosition(id, type);
  if (previous === null || position === null || position === previous + 1) return 'next';
  return position <= previous ? 'seen' : 'gap';
}

/** Returns whether an ID lacks a type that the last ID names. */
export const isTypeMissing = (last: EventId | null, id: EventId | null): boolean =>
  listTypes(last).some((type) => !listTypes(id).includes(type));

const listTypes = (id: EventId | null) =>
  id === null ? [] : id.split(',').map((entry) => entry.split(':')[0]);

function getPosition(id: EventId, type: string): number | null {
  const entry = id.split(',').find((each) => each.startsWith(`${type}:`));
  return entry === undefined ? null : Number(entry.slice(type.length + 1));
}
