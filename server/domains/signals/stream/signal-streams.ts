import type { SignalType } from '#contract/signals/signal-types.ts';
import type { StreamEnd } from '#contract/signals/stream.ts';
import { formatPositions, type Positions } from '#contract/signals/stream.ts';
import type { ChangeTopic } from '#contract/topics.ts';
import { SECOND } from '#server/platform/clock.ts';
import type { Logger } from '#server/platform/logger.ts';
import {
  type Channels,
  createEventFeed,
  type EventFeedDependencies,
  type PositionedEvent,
} from './event-feed.ts';
import { formatEnd, formatEvent, formatReady, HEARTBEAT, RELOAD } from './present-events.ts';
import {
  batchAccessChecks,
  type CheckAccess,
  createStreamGroups,
  isPremium,
  type SignalStream,
  type StreamGroup,
} from './stream.ts';

const INTERVALS = {
  heartbeatMs: 20 * SECOND,
  /** Access is checked, and events are read, this often even without a notification, in case one was lost. */
  checkMs: 20 * SECOND,
  pullRetryMs: SECOND,
  /** An import changes prices many times; clients load their lists once. */
  reloadDelayMs: 10 * SECOND,
};
/** The topics of the data in every list, after whose changes clients load their lists again. */
const RELOAD_TOPICS: readonly ChangeTopic[] = ['prices', 'track-record', 'market', 'clock'];
/** Clients reconnect after this, plus a random part of it, so that they do not all reconnect at once. */
const RETRY_MS = 1.5 * SECOND;
/** Streams written to in one turn of the event loop, so that requests are not delayed by a large fan-out. */
const STREAMS_PER_TURN = 500;
/** Fewer: heartbeats and changed prices are not urgent. */
const NOT_URGENT_PER_TURN = 50;
/** A client that missed more loads the list instead: what is sent at the start is in memory once for each stream. */
const MAX_RESUMED_CHARACTERS = 1024 * 1024;

export interface SignalStreams {
  /**
   * Sends `ready` and the events after the requested positions, then every later event, until the stream is removed. Types
   * without a position start at the present.
   */
  add(stream: SignalStream, requested: Positions | null): Promise<void>;
  remove(stream: SignalStream): void;
  /** The events sent since the server started, each counted once per stream. */
  readonly sentEvents: number;
  /** Ends all streams, so that their clients reconnect to another server. New ones are ended at once. */
  close(): void;
}

export interface SignalStreamsDependencies
  extends Pick<EventFeedDependencies, 'source' | 'changes' | 'logger' | 'present'> {
  checkAccess: CheckAccess;
  intervals?: Partial<typeof INTERVALS>;
}

/**
 * Sends the events of the database to the open streams of this server, in the order of their positions.
 *
 * Premium events are sent only to callers whose access was checked after the event was committed: whatever ended their
 * access before has no effect later than that.
 */
export function createSignalStreams({
  source,
  changes,
  logger,
  present,
  checkAccess: checkNow,
  intervals,
}: SignalStreamsDependencies): SignalStreams {
  const { heartbeatMs, checkMs, pullRetryMs, reloadDelayMs } = { ...INTERVALS, ...intervals };
  const groups = createStreamGroups();
  const checkAccess = batchAccessChecks(checkNow);
  const feed = createEventFeed({
    source,
    changes,
    logger,
    present,
    deliver,
    onInterruption(type) {
      for (const stream of groups.listReceivers(type)) end(stream, 'restart');
    },
    retryMs: pullRetryMs,
  });
  const timers = [
    setInterval(() => sendTo(groups.listAll(), HEARTBEAT), heartbeatMs).unref(),
    setInterval(checkRegularly, checkMs).unref(),
  ];
  let isClosed = false;
  let sentEvents = 0;
  const reloadAll = createDelayed(() => sendTo(groups.listAll(), RELOAD), reloadDelayMs, logger);
  // With a timer of its own, so that others do not learn when premium signals change.
  const reloadPremium = createDelayed(
    async () => {
      await endWithoutAccess(groups.listPremium());
      await sendTo(groups.listPremium(), RELOAD);
    },
    reloadDelayMs,
    logger,
  );
  changes.subscribe((topic) => {
    // Without a topic, any change may have been missed.
    if (topic === null || RELOAD_TOPICS.includes(topic)) reloadAll.start();
    if (topic === null || topic === 'premium-states') reloadPremium.start();
  });

  async function deliver(
    channels: Channels,
    type: SignalType,
    events: readonly PositionedEvent[],
  ): Promise<void> {
    if (isPremium(type)) {
      const checked = new Set<SignalStream>();
      // Repeated for streams that were added since. After the last check, nothing is awaited before the broadcast.
      for (let streams = groups.listPremium(); streams.length > 0; ) {
        await endWithoutAccess(streams);
        for (const stream of streams) checked.add(stream);
        streams = groups.listPremium().filter((stream) => !checked.has(stream));
      }
    }
    await broadcast(channels, type, events);
  }

  async function endWithoutAccess(streams: readonly SignalStream[]): Promise<void> {
    const entitled = await checkAccess(streams.flatMap(({ caller }) => caller ?? []));
    for (const stream of streams) {
      if (stream.caller === null || !entitled.has(stream.caller)) end(stream, 'access');
    }
  }

  /** Appends the events and sends them to all streams. Streams that are added while it runs read them from the channel. */
  async function broadcast(
    channels: Channels,
    type: SignalType,
    events: readonly PositionedEvent[],
  ): Promise<void> {
    const receivers = groups.listWith(type).map((group) => ({
      group,
      frame: Buffer.from(formatEvents(events, getPositions(channels, group))),
      streams: [...group.streams],
    }));
    channels[type].append(events);
    let written = 0;
    for (const { group, frame, streams } of receivers) {
      for (const stream of streams) {
        // Otherwise it has ended.
        if (group.streams.has(stream)) {
          stream.send(frame);
          sentEvents += events.length;
        }
        written += 1;
        if (written % STREAMS_PER_TURN === 0) await nextTurn();
      }
    }
  }

  function end(stream: SignalStream, reason: StreamEnd['reason']): void {
    if (groups.remove(stream)) sendEnd(stream, reason);
  }

  /** Sends a frame that is not urgent. */
  async function sendTo(streams: readonly SignalStream[], frame: Buffer): Promise<void> {
    for (const [index, stream] of streams.entries()) {
      // Otherwise it has ended.
      if (groups.has(stream)) {
        if (frame === HEARTBEAT) stream.sendIfIdle(frame);
        else stream.send(frame);
      }
      if (index % NOT_URGENT_PER_TURN === NOT_URGENT_PER_TURN - 1) await nextTurn();
    }
  }

  /** Ends streams without access even if there are no events, and reads events of which a notification was lost. */
  function checkRegularly(): void {
    const streams = groups.listAll();
    if (streams.length === 0) return;
    feed.pullAll();
    endWithoutAccess(groups.listPremium()).catch((error) => {
      if (!isClosed) logger.warn({ err: error }, 'the access of signal streams could not be checked');
    });
  }

  function start(
    channels: Channels,
    stream: SignalStream,
    after: Positions,
    missed: readonly PositionedEvent[][] | null,
  ): void {
    const { signalTypes } = stream;
    const resumed = mergeMissed(missed ?? []);
    const isResumed = missed !== null && countCharacters(resumed) <= MAX_RESUMED_CHARACTERS;
    const positions = isResumed ? pickPositions(after, signalTypes) : getPositions(channels, stream);
    const ready = { resumed: isResumed, signal_types: [...signalTypes] };
    const frame = formatReady(ready, positions, getRetryMs());
    const events = isResumed ? resumed : [];
    stream.send(Buffer.from(frame + formatEvents(events, positions)));
    sentEvents += events.length;
    groups.add(stream);
  }

  async function hasAccess({ caller }: SignalStream): Promise<boolean> {
    return caller !== null && (await checkAccess([caller])).has(caller);
  }

  return {
    async add(stream, requested) {
      const { signalTypes } = stream;
      const channels = await feed.getChannels();
      const named = pickPositions(requested ?? new Map(), signalTypes);
      if (named.size < signalTypes.length) await feed.waitForAnnounced();
      if (named.size > 0) await feed.catchUp([...named.keys()], named);
      // Fixed now: what is committed from here on is sent, also of a type that starts at the present.
      const after = named.size > 0 ? new Map([...getPositions(channels, stream), ...named]) : null;
      const older = after && (await feed.readOlder(signalTypes, after));
      let checkedAt: string | null = null;
      while (!stream.isClosed && !isClosed) {
        const missed = after && older && listMissed(channels, signalTypes, { after, older });
        const position = formatPositions(getPositions(channels, stream));
        if (checkedAt === position || !hasPremium(missed)) {
          // Nothing was awaited since `missed` was listed, so no event is lost between it and the next broadcast.
          return start(channels, stream, after ?? new Map(), missed);
        }
        checkedAt = position;
        if (!(await hasAccess(stream))) return sendEnd(stream, 'access');
      }
      if (!stream.isClosed) sendEnd(stream, 'restart');
    },
    remove: (stream) => void groups.remove(stream),
    get sentEvents() {
      return sentEvents;
    },
    close() {
      isClosed = true;
      feed.close();
      for (const timer of timers) clearInterval(timer);
      reloadAll.stop();
      reloadPremium.stop();
      for (const stream of groups.listAll()) end(stream, 'restart');
    },
  };
}

/** Returns a timer that runs a task once, however often it is started until then. */
function createDelayed(task: () => Promise<void>, delayMs: number, logger: Logger) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    start() {
      timer ??= setTimeout(() => {
        timer = undefined;
        task().catch((error) => logger.warn({ err: error }, 'signal streams could not be reloaded'));
      }, delayMs).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Formats events, each with the positions after it. The last ones are left in `positions`. */
const formatEvents = (events: readonly PositionedEvent[], positions: Map<SignalType, number>): string =>
  events
    .map(({ signalType, position, body }) => formatEvent(body, positions.set(signalType, position)))
    .join('');

const countCharacters = (events: readonly PositionedEvent[]) =>
  events.reduce((sum, { body }) => sum + body.length, 0);

const getPositions = (channels: Channels, { signalTypes }: Pick<StreamGroup, 'signalTypes'>) =>
  new Map(signalTypes.map((type) => [type, channels[type].position]));

const pickPositions = (positions: Positions, types: readonly SignalType[]) =>
  new Map([...positions].filter(([type]) => types.includes(type)));

const hasPremium = (missed: readonly PositionedEvent[][] | null) =>
  (missed ?? []).some(([first]) => first !== undefined && isPremium(first.signalType));

const sendEnd = (stream: SignalStream, reason: StreamEnd['reason']) =>
  stream.end(formatEnd({ reason }, getRetryMs()));

const getRetryMs = () => Math.round(RETRY_MS * (1 + Math.random()));

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Returns the missed events of each type: the older ones that were read from the database and those that the channels
 * contain. Returns `null` if some are in neither.
 */
export function listMissed(
  channels: Channels,
  types: readonly SignalType[],
  { after, older }: { after: Positions; older: readonly (readonly PositionedEvent[])[] },
): PositionedEvent[][] | null {
  const missed: PositionedEvent[][] = [];
  for (const [index, type] of types.entries()) {
    const read = older[index] ?? [];
    const newer = channels[type].listAfter(read.at(-1)?.position ?? after.get(type) ?? 0);
    if (newer === null) return null;
    missed.push([...read, ...newer]);
  }
  return missed;
}

interface Queue {
  events: readonly PositionedEvent[];
  next: number;
}

/**
 * Merges the missed events of several types. The events of one type stay in the order of their positions; the clocks of
 * the servers that recorded them, which may differ, only decide between types.
 */
export function mergeMissed(missed: readonly (readonly PositionedEvent[])[]): PositionedEvent[] {
  let queues: Queue[] = missed.map((events) => ({ events, next: 0 }));
  const merged: PositionedEvent[] = [];
  while (true) {
    queues = queues
      .filter(({ events, next }) => next < events.length)
      .sort((a, b) => getTime(a) - getTime(b));
    const [earliest] = queues;
    if (earliest === undefined) return merged;
    merged.push(earliest.events[earliest.next] as PositionedEvent);
    earliest.next += 1;
  }
}

const getTime = ({ events, next }: Queue) => events[next]?.recordedAt.getTime() ?? 0;
