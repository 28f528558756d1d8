import { SIGNAL_TYPES, type SignalType } from '#contract/signals/signal-types.ts';

/** The last seen position of each type of a stream. */
export type Positions = ReadonlyMap<SignalType, number>;

const ENTRY = /^([a-z]+):(0|[1-9]\d{0,14})$/;

/** Formats positions as an event ID, for example `intraday:12,swing:3`. */
export const formatPositions = (positions: Positions): string =>
  SIGNAL_TYPES.filter((type) => positions.has(type))
    .map((type) => `${type}:${positions.get(type)}`)
    .join(',');

/** Parses a `Last-Event-ID`. Returns `null` if it is not one of ours. */
export function parsePositions(text: string): Positions | null {
  const positions = new Map<SignalType, number>();
  const entries = text.split(',', SIGNAL_TYPES.length + 1);
  for (const entry of entries) {
    const [, name, digits] = ENTRY.exec(entry) ?? [];
    const type = SIGNAL_TYPES.find((signalType) => signalType === name);
    if (type === undefined || positions.has(type)) return null;
    positions.set(type, Number(digits));
  }
  return positions;
}
