import { SIGNAL_TYPES, type SignalType } from '#contract/signals/signal-types.ts';
import type { Positions, SignalEvent } from '#contract/signals/stream.ts';
import type { ChangeTopic } from '#contract/topics.ts';
import { getSignalTopic } from '#server/domains/signals/signal-access.ts';
import type { ChangeBus } from '#server/platform/change-bus.ts';
import type { Logger } from '#server/platform/logger.ts';
import { formatBody } from './present-events.ts';
import type { EventSource, StoredEvent } from './signal-events.queries.ts';

const PULL_LIMIT = 200;
/** A client that missed more events loads the list instead. */
const MAX_BACKLOG = 2_000;

export interface EventFeedDependencies {
  source: EventSource;
  changes: Pick<ChangeBus, 'subscribe'>;
  logger: Logger;
  /** Returns `null` for an event that cannot be presented. */
  present: (events: readonly StoredEvent[]) => Promise<(SignalEvent | null)[]>;
  /** Appends events to the channel of their type and sends them. On an exception, they are read again. */
  deliver: (channels: Channels, type: SignalType, events: readonly PositionedEvent[]) => Promise<void>;
  /** Called when events of a type cannot be delivered: no client can resume from before the channel's new position. */
  onInterruption: (type: SignalType) => void;
  retryMs: number;
}

/** The events of the database, read once by this server and in the order of their positions. */
export interface EventFeed {
  /** Returns the channels. Reads the positions at the first call; from then on the feed follows the events. */
  getChannels(): Promise<Channels>;
  /** Reads the events of every type, in case a notification was lost. */
  pullAll(): void;
  /** Waits for the events of changes that were announced before. */
  waitForAnnounced(): Promise<void>;
  /** Waits for events that another server has sent earlier than this one. */
  catchUp(types: readonly SignalType[], after: Positions): Promise<void>;
  /** Reads the missed events that are no longer in the channels; `null` if not all of them are stored. */
  readOlder(types: readonly SignalType[], after: Positions): Promise<PositionedEvent[][] | null>;
  close(): void;
}

/** Creates a feed, which reads nothing before the first call. */
export function createEventFeed({
  source,
  changes,
  logger,
  present,
  deliver,
  onInterruption,
  retryMs,
}: EventFeedDependencies): EventFeed {
  const changedTypes = new Set<SignalType>();
  /** Changes may have been missed: the positions must be compared with those of the database. */
  let isComparisonDue = false;
  let loading: Promise<Channels> | null = null;
  let isPulling = false;
  /** The running pass over the changed types. */
  let round: Promise<void> | null = null;
  let retryTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function getChannels(): Promise<Channels> {
    loading ??= loadChannels().catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  async function loadChannels(): Promise<Channels> {
    const positions = await source.readPositions();
    const load = async (type: SignalType) => [type, await loadChannel(type, positions[type])] as const;
    return Object.fromEntries(await Promise.all(SIGNAL_TYPES.map(load))) as Channels;
  }

  /** Creates a channel with the last events, from which all clients resume at once when the server has restarted. */
  async function loadChannel(type: SignalType, position: number): Promise<EventChannel> {
    const stored = await source.listAfter(type, Math.max(position - PULL_LIMIT, 0), PULL_LIMIT);
    const before = (stored[0]?.position ?? 0) - 1;
    const isComplete = stored.at(-1)?.position === position && isGapless(before, stored);
    const events = isComplete ? await toPositioned(stored) : null;
    if (events === null) return createEventChannel(position);
    const channel = createEventChannel(before);
    channel.append(events);
    return channel;
  }

  changes.subscribe((topic) => {
    if (loading !== null) pull(topic);
  });

  /** Reads and delivers the events that a topic announces; `null` if any change may have been missed. */
  function pull(topic: ChangeTopic | null): void {
    if (topic === null) isComparisonDue = true;
    for (const type of SIGNAL_TYPES) if (getSignalTopic(type) === topic) changedTypes.add(type);
    if (!isPulling) void pullChanged();
  }

  async function pullChanged(): Promise<void> {
    isPulling = true;
    try {
      while ((isComparisonDue || changedTypes.size > 0) && !isClosed) {
        round = pullRound();
        await round;
      }
    } catch (error) {
      if (isClosed) return;
      logger.warn({ err: error }, 'the events of the signal streams could not be read');
      clearTimeout(retryTimer);
      retryTimer = setTimeout(() => pull(null), retryMs).unref();
    } finally {
      round = null;
      isPulling = false;
    }
  }

  async function pullRound(): Promise<void> {
    const channels = await getChannels();
    if (isComparisonDue) {
      isComparisonDue = false;
      await comparePositions(channels);
    }
    for (const type of SIGNAL_TYPES.filter((changed) => changedTypes.has(changed))) {
      await pullType(channels, type);
    }
  }

  /** Finds the types with new events, and those whose last events are gone because a backup was restored. */
  async function comparePositions(channels: Channels): Promise<void> {
    const positions = await source.readPositions();
    for (const type of SIGNAL_TYPES) {
      if (positions[type] < channels[type].position) interrupt(channels, type, positions[type]);
      if (positions[type] > channels[type].position) changedTypes.add(type);
    }
  }

  async function pullType(channels: Channels, type: SignalType): Promise<void> {
    // Before the read: a change that is announced during the read may be too late for it.
    changedTypes.delete(type);
    const { position } = channels[type];
    const stored = await source.listAfter(type, position, PULL_LIMIT);
    if (stored.length === PULL_LIMIT) changedTypes.add(type);
    if (stored.length === 0) return;
    const events = isGapless(position, stored) ? await toPositioned(stored) : null;
    if (events === null) interrupt(channels, type, stored.at(-1)?.position ?? position);
    else await deliver(channels, type, events);
  }

  /** Returns `null` if one of the events cannot be presented. */
  async function toPositioned(stored: readonly StoredEvent[]): Promise<PositionedEvent[] | null> {
    const presented = await present(stored);
    const events = stored.flatMap(({ signalType, position, recordedAt }, index) => {
      const event = presented[index] ?? null;
      return event === null ? [] : { signalType, position, recordedAt, body: formatBody(event) };
    });
    return events.length === stored.length ? events : null;
  }

  /** Continues after a position without the events before it. */
  function interrupt(channels: Channels, type: SignalType, position: number): void {
    logger.warn({ type, from: channels[type].position, position }, 'signal events could not be sent');
    channels[type] = createEventChannel(position);
    onInterruption(type);
  }

  return {
    getChannels,
    pullAll: () => pull(null),
    async waitForAnnounced() {
      // The running round may already have read a type that has changed since; the next one reads it.
      for (let rounds = 0; rounds < 2 && round !== null; rounds += 1) await ignoreFailure(round);
    },
    async catchUp(types, after) {
      const channels = await getChannels();
      const isBehind = () => types.some((type) => (after.get(type) ?? 0) > channels[type].position);
      if (!isBehind()) return;
      const stored = await source.readPositions();
      if (types.some((type) => (after.get(type) ?? 0) > stored[type])) return;
      pull(null);
      while (isBehind() && round !== null) await ignoreFailure(round);
      if (isBehind()) throw new Error('The events that another server has sent could not be read.');
    },
    async readOlder(types, after) {
      const channels = await getChannels();
      const older: PositionedEvent[][] = [];
      for (const type of types) {
        const channel = channels[type];
        const from = after.get(type);
        if (from === undefined || from > channel.position) return null;
        if (channel.listAfter(from) !== null) {
          older.push([]);
          continue;
        }
        const missing = channel.position - from;
        if (missing > MAX_BACKLOG) return null;
        const stored = await source.listAfter(type, from, missing);
        if (stored.length < missing || !isGapless(from, stored)) return null;
        const events = await toPositioned(stored);
        if (events === null) return null;
        older.push(events);
      }
      return older;
    },
    close() {
      isClosed = true;
      clearTimeout(retryTimer);
    },
  };
}

/** The feed itself logs the failure of a round and reads again. */
const ignoreFailure = (round: Promise<void>) => round.catch(() => {});

/** An event at its position in the events of its type. */
export interface PositionedEvent {
  signalType: SignalType;
  position: number;
  recordedAt: Date;
  /** Its `event` and `data` fields, which are the same in every stream. */
  body: string;
}

/** The number of events per type from which streams resume without a query. */
const MAX_RECENT = 500;

/** The newest events of one type, without gaps. */
export interface EventChannel {
  /** The position of the last event; 0 without events. */
  readonly position: number;
  /** Appends events that follow the last one. */
  append(events: readonly PositionedEvent[]): void;
  /** Returns the events after a position; `null` if they are not all here, or if the position is not yet reached. */
  listAfter(position: number): PositionedEvent[] | null;
}

export type Channels = Record<SignalType, EventChannel>;

/** `position` precedes the first event that is appended. */
export function createEventChannel(position: number): EventChannel {
  let recent: PositionedEvent[] = [];
  let last = position;
  return {
    get position() {
      return last;
    },
    append(events) {
      last += events.length;
      recent = [...recent, ...events].slice(-MAX_RECENT);
    },
    listAfter(after) {
      const first = last - recent.length + 1;
      return after > last || after + 1 < first ? null : recent.slice(after + 1 - first);
    },
  };
}

/** Returns true if the events follow a position and each other without a gap. */
export const isGapless = (position: number, events: readonly { position: number }[]): boolean =>
  events.every((event, index) => event.position === position + 1 + index);
