import type { TimelineEvent } from './signal-details.ts';

/** The names of what happens to signals, the same in timelines, on Today and in alerts. */
export const EVENT_LABELS = {
  stop_moved: 'Stop loss moved',
  closed: 'Closed by the analyst',
  filled: 'Entry filled',
  stop_hit: 'Stop loss hit',
} as const;

/** Returns the name of a target that was reached: `TP2 hit`. */
export const getTargetLabel = (target: TimelineEvent['target']): string => `TP${target ?? 1} hit`;
