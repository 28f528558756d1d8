import type { ChangeTopic } from '#core/contract/topics.ts';
import type { ChangeBus } from '#core/server/platform/change-bus.ts';
import { SECOND } from '#core/server/platform/clock.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { SIGNAL_TYPES, type SignalType } from '#features/signals/contract/signal-types.ts';
import {
  formatVersions,
  type SignalEvent,
  type StreamEnd,
  type StreamReady,
} from '#features/signals/contract/stream.ts';
import { getSignalTopic } from '#features/signals/server/signal-access.ts';
import type { SignalStream, SignedInCaller } from './stream.ts';

const INTERVALS = {
  heartbeatMs: 20 * SECOND,
  /** Access is checked, and versions are compared, this often even without a notification, in case one was lost. */
  checkMs: 20 * SECOND,
  retryMs: SECOND,
  /** An import changes prices many times; clients load their lists once. */
  reloadDelayMs: 10 * SECOND,
};
/** The topics of the data in every list, after whose changes clients load their lists again. */
const RELOAD_TOPICS: readonly ChangeTopic[] = ['prices', 'track-record', 'market', 'clock'];
/** Clients reconnect after this, plus a random part of it, so that they do not all reconnect at once. */
const RETRY_MS = 1.5 * SECOND;
/** After more changes at once, such as an import of signals, clients load their lists instead. */
const MAX_EVENTS = 200;
/** Streams written to in one turn of the event loop, so that requests are not delayed by a large fan-out. */
const STREAMS_PER_TURN = 500;
/** Fewer: heartbeats and changed prices are not urgent. */
const NOT_URGENT_PER_TURN = 50;

/** Keeps connections open through proxies, which close silent ones. A comment, so it is no event. */
export const HEARTBEAT = Buffer.from(':\n\n');
const RELOAD = Buffer.from('event: reload\ndata: {}\n\n');

export interface SignalStreams {
  /** Sends `ready` with the versions, then every later event, until the stream is removed. */
  add(stream: SignalStream): Promise<void>;
  remove(stream: SignalStream): void;
  /** The events sent since the server started, each counted once per stream. */
  readonly sentEvents: number;
  /** Ends all streams, so that their clients reconnect to another server. New ones are ended at once. */
  close(): void;
}

/** The versions and events of the database. */
export interface EventSource {
  readVersions: () => Promise<ReadonlyMap<SignalType, number>>;
  /** Returns the events of a type between two versions, as traders see them now. */
  readEvents: (
    signalType: SignalType,
    range: { after: number; until: number },
  ) => Promise<readonly SignalEvent[]>;
}

export interface SignalStreamsDependencies {
  source: EventSource;
  changes: Pick<ChangeBus, 'subscribe'>;
  logger: Logger;
  /** Returns which of the callers may read premium signals. */
  checkAccess: (callers: readonly SignedInCaller[]) => Promise<Set<SignedInCaller>>;
  intervals?: Partial<typeof INTERVALS>;
}

/**
 * Sends the changes of signals to the open streams of this server, in the order of their versions.
 *
 * Premium events are sent only to callers whose access was checked after the change was committed: whatever ended their
 * access before has no effect later than that.
 */
export function createSignalStreams({
  source,
  changes,
  logger,
  checkAccess,
  intervals,
}: SignalStreamsDependencies): SignalStreams {
  const { heartbeatMs, checkMs, retryMs, reloadDelayMs } = { ...INTERVALS, ...intervals };
  const streams = new Set<SignalStream>();
  /** The versions up to which the streams have received the changes. */
  let sent: Map<SignalType, number> | null = null;
  let loading: Promise<void> | null = null;
  let isPulling = false;
  let isPullDue = false;
  let isClosed = false;
  let sentEvents = 0;
  const reloadAll = createDelayed(() => sendAll([...streams], RELOAD, NOT_URGENT_PER_TURN), reloadDelayMs);
  // With a timer of its own, so that others do not learn when premium signals change.
  const reloadPremium = createDelayed(async () => {
    await endWithoutAccess(listPremium());
    await sendAll(listPremium(), RELOAD, NOT_URGENT_PER_TURN);
  }, reloadDelayMs);
  const retry = createDelayed(pull, retryMs);
  const timers = [
    setInterval(() => sendAll([...streams], HEARTBEAT, NOT_URGENT_PER_TURN), heartbeatMs).unref(),
    setInterval(checkRegularly, checkMs).unref(),
  ];

  changes.subscribe((topic) => {
    // Without a topic, any change may have been missed.
    if (topic === null || SIGNAL_TYPES.some((type) => getSignalTopic(type) === topic)) void pull();
    if (topic === null || RELOAD_TOPICS.includes(topic)) reloadAll.start();
    if (topic === null || topic === 'premium-states') reloadPremium.start();
  });

  /** Sends the changes since the last call. Calls while it runs let it read once more. */
  async function pull(): Promise<void> {
    isPullDue = true;
    if (isPulling) return;
    isPulling = true;
    try {
      while (isPullDue && sent !== null && !isClosed) {
        isPullDue = false;
        const versions = await source.readVersions();
        for (const type of SIGNAL_TYPES) await advance(sent, type, versions.get(type) ?? 0);
      }
    } catch (error) {
      if (isClosed) return;
      logger.warn({ err: error }, 'the events of the signal streams could not be read');
      retry.start();
    } finally {
      isPulling = false;
    }
  }

  async function advance(versions: Map<SignalType, number>, type: SignalType, until: number): Promise<void> {
    const after = versions.get(type) ?? 0;
    if (after === until) return;
    const events = await readEvents(type, { after, until });
    if (isPremium(type)) {
      const checked = new Set<SignalStream>();
      // Repeated for streams that were added since. After the last check, nothing is awaited before the first write.
      for (let unchecked = listPremium(); unchecked.length > 0; ) {
        await endWithoutAccess(unchecked);
        for (const stream of unchecked) checked.add(stream);
        unchecked = listPremium().filter((stream) => !checked.has(stream));
      }
    }
    const receivers = [...streams].filter(({ signalTypes }) => signalTypes.includes(type));
    // A stream that is added from here on starts at this version.
    versions.set(type, until);
    if (events === null) await sendAll(receivers, formatReady, STREAMS_PER_TURN);
    else {
      const frames = events.map((event, index) => formatEvent(event, after + 1 + index));
      await sendAll(receivers, Buffer.from(frames.join('')), STREAMS_PER_TURN, events.length);
    }
  }

  /** Returns `null` if clients must load their lists instead: an older backup was restored, or events are missing or too many. */
  async function readEvents(
    type: SignalType,
    range: { after: number; until: number },
  ): Promise<readonly SignalEvent[] | null> {
    const count = range.until - range.after;
    const events = count > 0 && count <= MAX_EVENTS ? await source.readEvents(type, range) : [];
    if (events.length === count) return events;
    logger.warn({ type, ...range }, 'signal events could not be sent one by one');
    return null;
  }

  const listPremium = () => [...streams].filter(({ signalTypes }) => signalTypes.some(isPremium));

  async function endWithoutAccess(checked: readonly SignalStream[]): Promise<void> {
    const entitled = await checkAccess(checked.flatMap(({ caller }) => caller ?? []));
    for (const stream of checked) {
      if (stream.caller === null || !entitled.has(stream.caller)) end(stream, 'access');
    }
  }

  /** Sends a frame to the streams that have not ended. */
  async function sendAll(
    receivers: readonly SignalStream[],
    frame: Buffer | ((stream: SignalStream) => Buffer),
    perTurn: number,
    eventCount = 0,
  ): Promise<void> {
    for (const [index, stream] of receivers.entries()) {
      if (streams.has(stream)) {
        if (frame === HEARTBEAT) stream.sendIfIdle(HEARTBEAT);
        else stream.send(typeof frame === 'function' ? frame(stream) : frame);
        sentEvents += eventCount;
      }
      if (index % perTurn === perTurn - 1) await nextTurn();
    }
  }

  function end(stream: SignalStream, reason: StreamEnd['reason']): void {
    if (streams.delete(stream)) stream.end(formatEnd(reason));
  }

  function formatReady({ signalTypes }: SignalStream): Buffer {
    const data: StreamReady = { signal_types: [...signalTypes] };
    const id = formatVersions(new Map(signalTypes.map((type) => [type, sent?.get(type) ?? 0])));
    return Buffer.from(`retry: ${getRetryMs()}\nid: ${id}\nevent: ready\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Ends streams without access even if there are no events, and sends events of which a notification was lost. */
  function checkRegularly(): void {
    if (streams.size === 0) return;
    void pull();
    endWithoutAccess(listPremium()).catch((error) => {
      if (!isClosed) logger.warn({ err: error }, 'the access of signal streams could not be checked');
    });
  }

  /** Returns a timer that runs a task once, however often it is started until then. */
  function createDelayed(task: () => Promise<void>, delayMs: number) {
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

  async function load(): Promise<void> {
    sent = new Map(await source.readVersions());
    // A change that was notified meanwhile may have been committed after the read.
    if (isPullDue) void pull();
  }

  return {
    async add(stream) {
      loading ??= load();
      try {
        await loading;
      } catch (error) {
        loading = null;
        throw error;
      }
      if (stream.isClosed) return;
      if (isClosed) return stream.end(formatEnd('restart'));
      stream.send(formatReady(stream));
      streams.add(stream);
    },
    remove: (stream) => void streams.delete(stream),
    get sentEvents() {
      return sentEvents;
    },
    close() {
      isClosed = true;
      for (const timer of timers) clearInterval(timer);
      for (const delayed of [reloadAll, reloadPremium, retry]) delayed.stop();
      for (const stream of streams) end(stream, 'restart');
    },
  };
}

const isPremium = (signalType: SignalType): boolean => getSignalTopic(signalType) === 'premium-signals';

/** Formats the event that leads to a version of its type. */
const formatEvent = ({ kind, ...data }: SignalEvent, version: number): string => {
  const id = formatVersions(new Map([[data.signal_type, version]]));
  return `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
};

const formatEnd = (reason: StreamEnd['reason']): Buffer =>
  Buffer.from(`retry: ${getRetryMs()}\nevent: end\ndata: ${JSON.stringify({ reason })}\n\n`);

const getRetryMs = () => Math.round(RETRY_MS * (1 + Math.random()));

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
