import type { SignalType } from '#contract/signals/signal-types.ts';
import type { Channels, PositionedEvent } from './event-channel.ts';
import type { Positions } from './positions.ts';

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
