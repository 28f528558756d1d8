import type { SignalType } from '#contract/signals/signal-types.ts';

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
