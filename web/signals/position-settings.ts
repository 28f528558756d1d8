import { personalStorage } from '#web/session/personal-storage.ts';
import { getPersonalOwner, subscribeToSession } from '#web/session/session.ts';

const listeners = new Set<() => void>();

/** Returns the stored settings of the calculator of position sizes as JSON; `null` if there are none. */
export const readPositionSettings = (): string | null =>
  personalStorage.get('positionSize', getPersonalOwner());

export function savePositionSettings(json: string): void {
  personalStorage.set('positionSize', getPersonalOwner(), json);
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
