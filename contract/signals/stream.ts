import type { Signal } from './signal.ts';
import { SIGNAL_TYPES, type SignalType } from './signal-types.ts';

/**
 * The stream of signal changes, as Server-Sent Events (HTML Standard §9.2). Query: `signal_type`, repeatable; without it,
 * every type that the caller may read. `Last-Event-ID` resumes after that event, or after a list with that ID. It names a
 * position for each type; types that it does not name start at the present.
 *
 * - `ready` is the first event, and its ID names the position from which each type starts. `resumed` is false if the whole
 *   stream starts at the present, because the request names no event, one that is no longer stored, or one that is followed
 *   by too many: the client must then load its lists, unless they have the same positions.
 * - `created`, `updated`, `closed` and `removed` follow, in the order in which the changes were committed.
 * - `reload` has no ID and no data: prices or states have changed, so that the client loads its lists again, after a random delay.
 * - `end` is the last event before the server closes the stream.
 */
export const SIGNAL_STREAM_PATH = '/signals/psx-signals/stream/';

export const SIGNAL_EVENT_KINDS = ['created', 'updated', 'closed', 'removed'] as const;
export type SignalEventKind = (typeof SIGNAL_EVENT_KINDS)[number];

/** The data of `ready`. */
export interface StreamReady {
  resumed: boolean;
  signal_types: SignalType[];
}

/** The data of the events that change a list of signals. */
export type SignalEvent =
  | { kind: 'created' | 'updated' | 'closed'; signal_type: SignalType; signal: Signal }
  | { kind: 'removed'; signal_type: SignalType; id: string };

/**
 * The data of `end`. `access`: the session ended, or the caller may no longer read one of the types. `restart`: the server
 * stops, or an event is missing; the client reconnects, possibly to another server.
 */
export interface StreamEnd {
  reason: 'access' | 'restart';
}

/** The last seen position of each type of a stream. */
export type Positions = ReadonlyMap<SignalType, number>;

const ENTRY = /^([a-z]+):(0|[1-9]\d{0,14})$/;

/** An event ID names the last position of each type, for example `intraday:12,swing:3`. Positions have no gaps. */
type EventId = string;

export const formatPositions = (positions: Positions): EventId =>
  SIGNAL_TYPES.filter((type) => positions.has(type))
    .map((type) => `${type}:${positions.get(type)}`)
    .join(',');

/** Parses a `Last-Event-ID`. Returns `null` if it is not one of ours. */
export function parsePositions(text: string): Positions | null {
  const positions = new Map<SignalType, number>();
  const entries = text.split(',', SIGNAL_TYPES.length + 1);
  for (const entry of entries) {
    const [, name, digits] = ENTRY.exec(entry) ?? [];
    const type = SIGNAL_TYPES.find((signalType) => signalType === name);
    if (type === undefined || positions.has(type)) return null;
    positions.set(type, Number(digits));
  }
  return positions;
}

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
