import type { LiveState } from '#web/live/live-state.ts';

/**
 * Describes how signals are updated; `null` while nothing is known. `updatedAt` is when they were last loaded, 0 if they were not, and
 * both times are those of the browser's clock.
 */
export function describeState(state: LiveState, updatedAt: number, now: number): string | null {
  if (state === 'connecting') return null;
  if (state === 'polling') return updatedAt > 0 ? formatUpdatedAgo(updatedAt, now) : null;
  return state === 'live' ? 'Live' : 'Reconnecting';
}

/** Formats the age of signals that are loaded repeatedly, for example `Updated 20 seconds ago`. */
function formatUpdatedAgo(at: number, now: number): string {
  const seconds = Math.floor((now - at) / 1_000);
  if (seconds < 10) return 'Updated just now';
  if (seconds < 60) return `Updated ${seconds - (seconds % 10)} seconds ago`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `Updated ${formatCount(minutes, 'minute')} ago`;
  return `Updated ${formatCount(Math.floor(minutes / 60), 'hour')} ago`;
}

const formatCount = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
