import { browserStorage } from '#web/session/browser-storage.ts';

const KEY = 'tezi:position-size';

const listeners = new Set<() => void>();

/** Returns the stored settings of the calculator of position sizes as JSON; `null` if there are none. */
export const readPositionSettings = (): string | null => browserStorage.get(KEY);

export function savePositionSettings(json: string): void {
  browserStorage.set(KEY, json);
  for (const listener of listeners) listener();
}

/** Removes the settings, so that the next user of this browser does not see the capital. */
export function clearPositionSettings(): void {
  browserStorage.remove(KEY);
  for (const listener of listeners) listener();
}

export function subscribeToPositionSettings(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
