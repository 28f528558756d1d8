/** An event ID names the last position of each type, for example `intraday:12,swing:3`. Positions have no gaps. */
type EventId = string;

/**
 * Compares the ID of an event of a type with the last ID that was received: `seen` is a repeated event, `next` continues it,
 * and after a `gap` events are missing.
 */
export function compareIds(last: EventId | null, id: EventId, type: string): 'seen' | 'next' | 'gap' {
  const previous = getPosition(last, type);
  const position = getPosition(id, type);
  if (previous === null || position === null || position === previous + 1) return 'next';
  return position <= previous ? 'seen' : 'gap';
}

/** Returns an ID with the types of `id`, each at the later one of its positions in the two IDs. */
export const advanceId = (last: EventId | null, id: EventId): EventId =>
  listTypes(id)
    .map((type) => `${type}:${Math.max(getPosition(last, type) ?? 0, getPosition(id, type) ?? 0)}`)
    .join();

/** Returns whether an ID is behind the last ID in any type: the server has lost events, because a backup was restored. */
export const isSetBack = (last: EventId | null, id: EventId): boolean =>
  listTypes(id).some((type) => (getPosition(last, type) ?? 0) > (getPosition(id, type) ?? 0));

/** Returns whether an ID lacks a type that the last ID names. */
export const isTypeMissing = (last: EventId | null, id: EventId | null): boolean =>
  listTypes(last).some((type) => !listTypes(id).includes(type));

/** Returns the types that an ID names. */
export const listTypes = (id: EventId | null): string[] =>
  id ? id.split(',').map((entry) => entry.slice(0, entry.indexOf(':'))) : [];

/** Returns the position of a type; `null` if the ID does not name it. */
export function getPosition(id: EventId | null, type: string): number | null {
  const entry = id?.split(',').find((each) => each.startsWith(`${type}:`));
  return entry === undefined ? null : Number(entry.slice(type.length + 1));
}
