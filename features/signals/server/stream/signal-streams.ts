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
import { getSignalTopic, isFreeType } from '#features/signals/server/signal-access.ts';
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
export class SignalStreams {
  /** The events sent since the server started, each counted once per stream. */
  sentEvents = 0;
  readonly #dependencies: SignalStreamsDependencies;
  readonly #intervals: typeof INTERVALS;
  readonly #timers: ReturnType<typeof setInterval>[];
  readonly #delayed = new Map<() => Promise<void>, ReturnType<typeof setTimeout>>();
  readonly #streams = new Set<SignalStream>();
  /** The versions up to which the streams have received the changes; `null` before the first stream. */
  #sent: Map<SignalType, number> | null = null;
  #loading: Promise<void> | null = null;
  #isPulling = false;
  #isPullDue = false;
  #isClosed = false;

  constructor(dependencies: SignalStreamsDependencies) {
    this.#dependencies = dependencies;
    this.#intervals = { ...INTERVALS, ...dependencies.intervals };
    this.#timers = [
      setInterval(() => this.#sendHeartbeats(), this.#intervals.heartbeatMs).unref(),
      setInterval(() => this.#checkRegularly(), this.#intervals.checkMs).unref(),
    ];
    dependencies.changes.subscribe((topic) => this.#handleChange(topic));
  }

  /** Sends `ready` with the versions, then every later event, until the stream is removed. */
  async add(stream: SignalStream): Promise<void> {
    this.#loading ??= this.#load();
    try {
      await this.#loading;
    } catch (error) {
      this.#loading = null;
      throw error;
    }
    if (stream.isClosed) return;
    if (this.#isClosed) return stream.end(formatEnd('restart'));
    stream.send(this.#formatReady(stream));
    this.#streams.add(stream);
  }

  remove(stream: SignalStream): void {
    this.#streams.delete(stream);
  }

  /** Ends all streams, so that their clients reconnect to another server. New ones are ended at once. */
  close(): void {
    this.#isClosed = true;
    for (const timer of [...this.#timers, ...this.#delayed.values()]) clearTimeout(timer);
    for (const stream of this.#streams) this.#end(stream, 'restart');
  }

  async #load(): Promise<void> {
    this.#sent = new Map(await this.#dependencies.source.readVersions());
    // A change that was notified meanwhile may have been committed after the read.
    if (this.#isPullDue) void this.#pull();
  }

  /** Without a topic, any change may have been missed. */
  #handleChange(topic: ChangeTopic | null): void {
    const { reloadDelayMs } = this.#intervals;
    if (topic === null || SIGNAL_TYPES.some((type) => getSignalTopic(type) === topic)) void this.#pull();
    if (topic === null || RELOAD_TOPICS.includes(topic)) this.#runLater(this.#reloadAll, reloadDelayMs);
    // With a timer of its own, so that others do not learn when premium signals change.
    if (topic === null || topic === 'premium-states') this.#runLater(this.#reloadPremium, reloadDelayMs);
  }

  /** Runs a task once, however often it is asked for until then. */
  #runLater(task: () => Promise<void>, delayMs: number): void {
    if (this.#isClosed || this.#delayed.has(task)) return;
    const run = () => {
      this.#delayed.delete(task);
      task().catch((error) =>
        this.#dependencies.logger.warn({ err: error }, 'signal streams could not be reloaded'),
      );
    };
    this.#delayed.set(task, setTimeout(run, delayMs).unref());
  }

  /** Sends the changes since the last call. Calls while it runs let it read once more. */
  readonly #pull = async (): Promise<void> => {
    this.#isPullDue = true;
    if (this.#isPulling) return;
    this.#isPulling = true;
    try {
      while (this.#isPullDue && this.#sent !== null && !this.#isClosed) {
        this.#isPullDue = false;
        const versions = await this.#dependencies.source.readVersions();
        for (const type of SIGNAL_TYPES) await this.#advance(this.#sent, type, versions.get(type) ?? 0);
      }
    } catch (error) {
      if (this.#isClosed) return;
      this.#dependencies.logger.warn({ err: error }, 'the events of the signal streams could not be read');
      this.#runLater(this.#pull, this.#intervals.retryMs);
    } finally {
      this.#isPulling = false;
    }
  };

  async #advance(sent: Map<SignalType, number>, type: SignalType, until: number): Promise<void> {
    const after = sent.get(type) ?? 0;
    if (after === until) return;
    const events = await this.#readEvents(type, { after, until });
    const checked = new Set<SignalStream>();
    const listUnchecked = () =>
      isFreeType(type) ? [] : this.#listPremium().filter((stream) => !checked.has(stream));
    // Repeated for streams that were added since. After the last check, nothing is awaited before the first write.
    for (let unchecked = listUnchecked(); unchecked.length > 0; unchecked = listUnchecked()) {
      await this.#endWithoutAccess(unchecked);
      for (const stream of unchecked) checked.add(stream);
    }
    const receivers = [...this.#streams].filter(({ signalTypes }) => signalTypes.includes(type));
    // A stream that is added from here on starts at this version.
    sent.set(type, until);
    if (events === null) {
      return this.#sendAll(receivers, STREAMS_PER_TURN, (stream) => stream.send(this.#formatReady(stream)));
    }
    const frame = Buffer.from(events.map((event, index) => formatEvent(event, after + 1 + index)).join(''));
    await this.#sendAll(receivers, STREAMS_PER_TURN, (stream) => {
      stream.send(frame);
      this.sentEvents += events.length;
    });
  }

  /** Returns `null` if clients must load their lists instead: an older backup was restored, or events are missing or too many. */
  async #readEvents(
    type: SignalType,
    range: { after: number; until: number },
  ): Promise<readonly SignalEvent[] | null> {
    const count = range.until - range.after;
    const events =
      count > 0 && count <= MAX_EVENTS ? await this.#dependencies.source.readEvents(type, range) : [];
    if (events.length === count) return events;
    this.#dependencies.logger.warn({ type, ...range }, 'signal events could not be sent one by one');
    return null;
  }

  async #endWithoutAccess(checked: readonly SignalStream[]): Promise<void> {
    const entitled = await this.#dependencies.checkAccess(checked.flatMap(({ caller }) => caller ?? []));
    for (const stream of checked) {
      if (stream.caller === null || !entitled.has(stream.caller)) this.#end(stream, 'access');
    }
  }

  #listPremium(): SignalStream[] {
    return [...this.#streams].filter(({ signalTypes }) => !signalTypes.every(isFreeType));
  }

  /** Sends to the streams that have not ended by their turn. */
  async #sendAll(
    receivers: readonly SignalStream[],
    perTurn: number,
    send: (stream: SignalStream) => void,
  ): Promise<void> {
    for (const [index, stream] of receivers.entries()) {
      if (this.#streams.has(stream)) send(stream);
      if (index % perTurn === perTurn - 1) await nextTurn();
    }
  }

  readonly #reloadAll = () => this.#sendReload([...this.#streams]);

  readonly #reloadPremium = async () => {
    await this.#endWithoutAccess(this.#listPremium());
    await this.#sendReload(this.#listPremium());
  };

  #sendReload(receivers: readonly SignalStream[]): Promise<void> {
    return this.#sendAll(receivers, NOT_URGENT_PER_TURN, (stream) => stream.send(RELOAD));
  }

  #sendHeartbeats(): Promise<void> {
    return this.#sendAll([...this.#streams], NOT_URGENT_PER_TURN, (stream) => stream.sendIfIdle(HEARTBEAT));
  }

  /** Ends streams without access even if there are no events, and sends events of which a notification was lost. */
  #checkRegularly(): void {
    if (this.#streams.size === 0) return;
    void this.#pull();
    this.#endWithoutAccess(this.#listPremium()).catch((error) => {
      if (!this.#isClosed)
        this.#dependencies.logger.warn({ err: error }, 'the access of signal streams could not be checked');
    });
  }

  #end(stream: SignalStream, reason: StreamEnd['reason']): void {
    if (this.#streams.delete(stream)) stream.end(formatEnd(reason));
  }

  #formatReady({ signalTypes }: SignalStream): Buffer {
    const data: StreamReady = { signal_types: [...signalTypes] };
    const id = formatVersions(new Map(signalTypes.map((type) => [type, this.#sent?.get(type) ?? 0])));
    return Buffer.from(`retry: ${getRetryMs()}\nid: ${id}\nevent: ready\ndata: ${JSON.stringify(data)}\n\n`);
  }
}

/** Formats the event that leads to a version of its type. */
const formatEvent = ({ kind, ...data }: SignalEvent, version: number): string => {
  const id = formatVersions(new Map([[data.signal_type, version]]));
  return `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
};

const formatEnd = (reason: StreamEnd['reason']): Buffer =>
  Buffer.from(`retry: ${getRetryMs()}\nevent: end\ndata: ${JSON.stringify({ reason })}\n\n`);

const getRetryMs = () => Math.round(RETRY_MS * (1 + Math.random()));

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
