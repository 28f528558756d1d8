import type { SignalType } from '#contract/signals/signal-types.ts';
import { getSignalTopic } from '#server/domains/signals/signal-access.ts';
import type { SignalStream } from './stream.ts';

/** The open streams of the same types. They are at the same positions, so they receive the same frames. */
export interface StreamGroup {
  readonly signalTypes: readonly SignalType[];
  readonly streams: Set<SignalStream>;
}

export interface StreamGroups {
  add(stream: SignalStream): void;
  /** Returns false if the stream was not there. */
  remove(stream: SignalStream): boolean;
  has(stream: SignalStream): boolean;
  /** Lists the groups that receive the events of a type. */
  listWith(signalType: SignalType): StreamGroup[];
  /** Lists the streams that receive the events of a type. */
  listReceivers(signalType: SignalType): SignalStream[];
  /** Lists the streams that receive premium events. */
  listPremium(): SignalStream[];
  listAll(): SignalStream[];
}

export const isPremium = (signalType: SignalType): boolean =>
  getSignalTopic(signalType) === 'premium-signals';

/** Groups the streams of this server by their types. */
export function createStreamGroups(): StreamGroups {
  const groups = new Map<string, StreamGroup>();
  const listStreams = (isListed: (group: StreamGroup) => boolean) =>
    [...groups.values()].filter(isListed).flatMap(({ streams }) => [...streams]);

  return {
    add(stream) {
      const key = stream.signalTypes.join();
      const group = groups.get(key) ?? { signalTypes: stream.signalTypes, streams: new Set() };
      groups.set(key, group);
      group.streams.add(stream);
    },
    remove: (stream) => groups.get(stream.signalTypes.join())?.streams.delete(stream) ?? false,
    has: (stream) => groups.get(stream.signalTypes.join())?.streams.has(stream) ?? false,
    listWith: (signalType) =>
      [...groups.values()].filter(({ signalTypes }) => signalTypes.includes(signalType)),
    listReceivers: (signalType) => listStreams(({ signalTypes }) => signalTypes.includes(signalType)),
    listPremium: () => listStreams(({ signalTypes }) => signalTypes.some(isPremium)),
    listAll: () => listStreams(() => true),
  };
}
