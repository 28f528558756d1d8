import type { LiveState } from './stream/stream-connection.ts';

/** How the signals of this tab are updated, and the last change that screen readers hear of. */
interface Live {
  state: LiveState;
  /** The types of signals that the stream contains, which depends on the user's access. */
  types: readonly string[];
  announcement: string;
}

let live: Live = { state: 'connecting', types: [], announcement: '' };
const listeners = new Set<() => void>();

export const getLive = () => live;

export function setLive(changes: Partial<Live>): void {
  live = { ...live, ...changes };
  for (const listener of listeners) listener();
}

export function subscribeToLive(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
