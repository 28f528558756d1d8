import type { ChangeTopic } from '#core/contract/topics.ts';
import { SIGNAL_TYPES, type SignalType } from '#features/signals/contract/signal-types.ts';
import { parseVersions, type SignalEvent, type Versions } from '#features/signals/contract/stream.ts';
import type { EventSource } from '#features/signals/server/stream/signal-streams.ts';
import type { SignalStream, SignedInCaller } from '#features/signals/server/stream/stream.ts';

export const isPremium = (type: SignalType): boolean => type !== 'intraday';

/** Events in memory, whose reads and notifications a test delays, loses or fails. */
export class StoredEvents implements EventSource {
  readonly #ids: Record<SignalType, string[]> = { intraday: [], swing: [], investment: [] };
  /** Called after a read has seen the events, before it returns them. Throws to fail the read. */
  afterRead = async (): Promise<void> => {};

  /** Stores an event and returns the ID of its signal, which names its version. */
  commit(signalType: SignalType): string {
    const ids = this.#ids[signalType];
    const id = `${signalType} ${ids.length + 1}`;
    ids.push(id);
    return id;
  }

  /** Restores an older database, in which a type has this version. */
  restore(signalType: SignalType, version: number): void {
    this.#ids[signalType].length = version;
  }

  list = (signalType: SignalType): string[] => [...this.#ids[signalType]];

  async readVersions(): Promise<Versions> {
    const versions = new Map(SIGNAL_TYPES.map((type) => [type, this.#ids[type].length]));
    await this.afterRead();
    return versions;
  }

  async readEvents(signalType: SignalType, { after, until }: { after: number; until: number }) {
    const ids = this.#ids[signalType].slice(after, until);
    await this.afterRead();
    return ids.map((id): SignalEvent => ({ kind: 'removed', signal_type: signalType, id }));
  }
}

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
  /** The versions of each `ready`. */
  readonly starts: string[] = [];
  /** The reason of the last event. */
  ended: string | null = null;
  /** The last version of each type that it has received. */
  readonly versions = new Map<SignalType, number>();
  /** The IDs of the signals of the received events. */
  readonly received: string[] = [];
  /** Everything after `end`, which must stay empty. */
  readonly afterEnd: string[] = [];
  /** The events that do not lead to the version after the last one. */
  readonly gaps: string[] = [];
  heartbeats = 0;
  /** How often it was asked to load its lists again. */
  reloads = 0;
  onEvent = (_signalId: string): void => {};

  constructor(
    signalTypes: readonly SignalType[],
    { caller = null }: { caller?: SignedInCaller | null } = {},
  ) {
    this.signalTypes = signalTypes;
    this.caller = caller;
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
    const id = field('id') ?? '';
    for (const [type, version] of parseVersions(id)) {
      if (field('event') !== 'ready' && this.versions.get(type) !== version - 1) this.gaps.push(id);
      this.versions.set(type, version);
    }
    if (field('event') === 'ready') this.starts.push(id);
    else if (field('event') === 'end') this.ended = data.reason;
    else if (field('event') === 'reload') this.reloads += 1;
    else {
      this.received.push(data.id);
      this.onEvent(data.id);
    }
  }
}
