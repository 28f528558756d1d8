import { useSyncExternalStore } from 'react';
import { personalStorage } from '#web/session/personal-storage.ts';
import { getPersonalOwner, subscribeToSession } from '#web/session/session.ts';

/** Signals are listed for a limited time, so the oldest IDs can be dropped. */
const MAX_IDS = 200;

const listeners = new Set<() => void>();

/** Returns whether the user marked the signal as entered in this browser, and a function that changes the mark. */
export function useEnteredSignal(
  id: string,
): [hasEntered: boolean, setEntered: (hasEntered: boolean) => void] {
  const hasEntered = useSyncExternalStore(
    subscribe,
    () => readIds().includes(id),
    () => false,
  );
  return [hasEntered, (isEntered) => saveMark(id, isEntered)];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  const unsubscribe = subscribeToSession(listener);
  return () => {
    listeners.delete(listener);
    unsubscribe();
    window.removeEventListener('storage', listener);
  };
}

function saveMark(id: string, isEntered: boolean): void {
  const others = readIds().filter((other) => other !== id);
  const ids = isEntered ? [...others, id] : others;
  personalStorage.set('enteredSignals', getPersonalOwner(), JSON.stringify(ids.slice(-MAX_IDS)));
  for (const listener of listeners) listener();
}

function readIds(): string[] {
  try {
    const ids: unknown = JSON.parse(personalStorage.get('enteredSignals', getPersonalOwner()) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
