import { browserStorage } from '#web/session/browser-storage.ts';
import { PERSONAL_KEYS, subscribeToSession } from '#web/session/session.ts';

const KEY = PERSONAL_KEYS.positionSize;

const listeners = new Set<() => void>();

/** Returns the stored settings of the calculator of position sizes as JSON; `null` if there are none. */
export const readPositionSettings = (): string | null => browserStorage.get(KEY);

export function savePositionSettings(json: string): void {
  browserStorage.set(KEY, json);
  for (const listener of listeners) listener();
}

export function subscribeToPositionSettings(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  const unsubscribe = subscribeToSession(listener);
  return () => {
    listeners.delete(listener);
    unsubscribe();
    window.removeEventListener('storage', listener);
  };
}
