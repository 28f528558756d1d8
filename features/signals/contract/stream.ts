import type { Signal } from './signal.ts';
import { SIGNAL_TYPES, type SignalType } from './signal-types.ts';

/**
 * The stream of signal changes, as Server-Sent Events (HTML Standard §9.2). Query: `signal_type`, repeatable; without it,
 * every type that the caller may read.
 *
 * - `ready` is the first event. Its ID names the version of each type of the stream. It is sent again when changes cannot be
 *   sent one by one. The client loads the lists that have other versions.
 * - `created`, `updated`, `closed` and `removed` follow, in the order in which the changes were committed. The ID of each is
 *   the version of its type that it leads to, and it contains the signal as it is now.
 * - `reload` has no ID and no data: prices or states have changed, so that the client loads its lists again, after a random delay.
 * - `end` is the last event before the server closes the stream.
 *
 * Nothing is repeated for a client that was away: it compares the versions of `ready` with those of its lists.
 */
export const SIGNAL_STREAM_PATH = '/signals/psx-signals/stream/';

export const SIGNAL_EVENT_KINDS = ['created', 'updated', 'closed', 'removed'] as const;
export type SignalEventKind = (typeof SIGNAL_EVENT_KINDS)[number];

/** The data of `ready`. */
export interface StreamReady {
  signal_types: SignalType[];
}

/** The data of the events that change a list of signals. */
export type SignalEvent =
  | { kind: 'created' | 'updated' | 'closed'; signal_type: SignalType; signal: Signal }
  | { kind: 'removed'; signal_type: SignalType; id: string };

/**
 * The data of `end`. `access`: the session ended, or the caller may no longer read one of the types. `restart`: the server
 * stops; the client reconnects, possibly to another server.
 */
export interface StreamEnd {
  reason: 'access' | 'restart';
}

/** The version of each type of signals: the number of its changes. */
export type Versions = ReadonlyMap<SignalType, number>;

/** Formats versions as the ID of an event or a list (`last_event_id`), for example `intraday:12,swing:3`. */
export const formatVersions = (versions: Versions): string =>
  SIGNAL_TYPES.filter((type) => versions.has(type))
    .map((type) => `${type}:${versions.get(type)}`)
    .join();

/** Parses the ID of an event or a list. */
export const parseVersions = (id: string): Versions =>
  new Map(
    id.split(',').flatMap((entry) => {
      const [name, version] = entry.split(':');
      const type = SIGNAL_TYPES.find((signalType) => signalType === name);
      return type ? [[type, Number(version)]] : [];
    }),
  );
