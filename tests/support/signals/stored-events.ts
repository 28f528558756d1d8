import { SIGNAL_TYPES, type SignalType } from '#contract/signals/signal-types.ts';
import type { SignalEvent } from '#contract/signals/stream.ts';
import { parsePositions } from '#contract/signals/stream.ts';
import type { ChangeTopic } from '#contract/topics.ts';
import type { EventSource, StoredEvent } from '#server/domains/signals/stream/signal-events.queries.ts';
import type { SignalStream, SignedInCaller } from '#server/domains/signals/stream/stream.ts';
import { isPremium } from '#server/domains/signals/stream/stream.ts';

/** Events in memory, whose reads and notifications a test delays, loses or fails. */
export class StoredEvents implements EventSource {
  readonly #events: Record<SignalType, StoredEvent[]> = { intraday: [], swing: [], investment: [] };
  /** Called after a read has seen the events, before it returns them. Throws to fail the read. */
  afterRead = async (): Promise<void> => {};

  /** Stores an event and returns its ID. */
  commit(signalType: SignalType, recordedAt = new Date(0)): string {
    const events = this.#events[signalType];
    const position = (events.at(-1)?.position ?? 0) + 1;
    const signalId = `${signalType} ${position}`;
    // Only what the streams and `present` below use.
    events.push({ signalType, position, signalId, recordedAt, kind: 'removed' } as StoredEvent);
    return signalId;
  }

  /** Removes the events at these positions, as the cleanup job does. */
  remove(signalType: SignalType, positions: readonly number[]): void {
    this.#events[signalType] = this.#events[signalType].filter(
      ({ position }) => !positions.includes(position),
    );
  }

  list = (signalType: SignalType): string[] => this.#events[signalType].map(({ signalId }) => signalId);

  async readPositions() {
    const positions = SIGNAL_TYPES.map((type) => [type, this.#events[type].at(-1)?.position ?? 0]);
    await this.afterRead();
    return Object.fromEntries(positions) as Record<SignalType, number>;
  }

  async listAfter(signalType: SignalType, after: number, limit: number): Promise<StoredEvent[]> {
    const events = this.#events[signalType].filter(({ position }) => position > after).slice(0, limit);
    await this.afterRead();
    return events;
  }
}

export const presentStored = async (events: readonly StoredEvent[]): Promise<SignalEvent[]> =>
  events.map(({ signalType, signalId }) => ({ kind: 'removed', signal_type: signalType, id: signalId }));

/** The notifications that one server receives. */
export function createNotifications() {
  const listeners: ((topic: ChangeTopic | null) => void)[] = [];
  return {
    subscribe: (listener: (topic: ChangeTopic | null) => void) => void listeners.push(listener),
    notifyTopic(topic: ChangeTopic) {
      for (const listener of listeners) listener(topic);
    },
    /** `null` means that notifications may have been lost. */
    notify(type: SignalType | null) {
      const topic = type === null ? null : isPremium(type) ? 'premium-signals' : 'signals';
      for (const listener of listeners) listener(topic);
    },
  };
}

/** A stream that parses what is sent to it. */
export class RecordedStream implements SignalStream {
  readonly signalTypes: readonly SignalType[];
  readonly caller: SignedInCaller | null;
  isClosed = false;
  /** `resumed` of the first event. */
  isResumed: boolean | null = null;
  /** The reason of the last event. */
  ended: string | null = null;
  lastEventId: string | null;
  /** The IDs of the signals of the received events. */
  readonly received: string[] = [];
  /** Everything after `end`, which must stay empty. */
  readonly afterEnd: string[] = [];
  heartbeats = 0;
  /** How often it was asked to load its lists again. */
  reloads = 0;
  onEvent = (_signalId: string): void => {};

  constructor(
    signalTypes: readonly SignalType[],
    {
      caller = null,
      lastEventId = null,
    }: { caller?: SignedInCaller | null; lastEventId?: string | null } = {},
  ) {
    this.signalTypes = signalTypes;
    this.caller = caller;
    this.lastEventId = lastEventId;
  }

  /** The positions to resume from. */
  get positions() {
    return parsePositions(this.lastEventId ?? '');
  }

  send(frame: Buffer): void {
    if (this.ended !== null) this.afterEnd.push(String(frame));
    if (this.isClosed) return;
    for (const text of String(frame).split('\n\n').filter(Boolean)) this.#receive(text);
  }

  sendIfIdle(): void {
    this.heartbeats += 1;
  }

  end(frame: Buffer): void {
    this.send(frame);
    this.isClosed = true;
  }

  #receive(text: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
    const data = JSON.parse(field('data') ?? '{}');
    this.lastEventId = field('id') ?? this.lastEventId;
    if (field('event') === 'ready') this.isResumed = data.resumed;
    else if (field('event') === 'end') this.ended = data.reason;
    else if (field('event') === 'reload') this.reloads += 1;
    else {
      this.received.push(data.id);
      this.onEvent(data.id);
    }
  }
}
