import type { Signal } from './signal.ts';
import type { SignalType } from './signal-types.ts';

/**
 * The stream of signal changes, as Server-Sent Events (HTML Standard §9.2). Query: `signal_type`, repeatable; without it,
 * every type that the caller may read. `Last-Event-ID` resumes after that event, or after a list with that ID. It names a
 * position for each type; types that it does not name start at the present.
 *
 * - `ready` is the first event, and its ID names the position from which each type starts. `resumed` is false if the whole
 *   stream starts at the present, because the request names no event, one that is no longer stored, or one that is followed
 *   by too many: the client must then load its lists, unless they have the same positions.
 * - `created`, `updated`, `closed` and `removed` follow, in the order in which the changes were committed.
 * - `reload` has no ID and no data: prices have changed, so that the client loads its lists again, after a random delay.
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
